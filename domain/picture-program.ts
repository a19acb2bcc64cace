/** What the programs that `openPictureProcesses` runs have in common. */

/**
 * Responds to the one task of this process. Then the parent kills the process; if the parent is gone, the process ends by itself.
 */
export function answerParent<Task, Result>(work: (task: Task) => Promise<Result>): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.once('message', (task) => {
    void work(task as Task).then((result) => process.send?.({ result }))
  })
}
