/** The code that all programs run by `openTaskProcesses` share. */

/**
 * Receives the single task of this process, and responds with the result. Then the parent kills the process; if the parent no
 * longer exists, the process ends by itself. `pass` sends a part of a large result ahead, and resolves when the parent has taken it.
 */
export function answerParent<Task, Result, Part = never>(
  work: (task: Task, pass: (part: Part) => Promise<void>) => Promise<Result>,
): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.once('message', (task) => {
    void work(task as Task, pass).then((result) => process.send?.({ result }))
  })
}

function pass(part: unknown): Promise<void> {
  return new Promise((done) => {
    process.once('message', () => done())
    process.send?.({ part })
  })
}
