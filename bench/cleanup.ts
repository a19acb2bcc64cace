/** Ends what a benchmark has started, whether the benchmark completes, fails or is stopped. */

const cleanups: (() => Promise<unknown>)[] = []

/** Registers `thing` to be disposed by `cleanUp`, and returns it. */
export function track<T extends AsyncDisposable>(thing: T): T {
  cleanups.push(async () => thing[Symbol.asyncDispose]())
  return thing
}

/** Registers a step of `cleanUp`. */
export function onCleanup(step: () => Promise<unknown>): void {
  cleanups.push(step)
}

/** Runs every registered step once, the newest first. If a step fails, the failure is logged and the others still run. */
export async function cleanUp(): Promise<void> {
  for (let step = cleanups.pop(); step; step = cleanups.pop()) {
    await step().catch((error: unknown) => console.error('clean-up failed:', error))
  }
}
