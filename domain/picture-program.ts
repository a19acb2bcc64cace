/** What programs have in common that `openPictureProcesses` runs. */

/** Responds to the one task of this process. The parent kills the process then; if the parent is gone, it ends by itself. */
export function answerParent<Task, Result>(work: (task: Task) => Promise<Result>): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.once('message', (task) => {
    void work(task as Task).then((result) => process.send?.({ result }))
  })
}
