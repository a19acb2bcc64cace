/** The code that all programs run by `openPictureProcesses` share. */

/**
 * Receives the single task of this process, and responds with the result. Then the parent kills the process; if the parent no
 * longer exists, the process ends by itself.
 */
export function answerParent<Task, Result>(work: (task: Task) => Promise<Result>): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.once('message', (task) => {
    void work(task as Task).then((result) => process.send?.({ result }))
  })
}
