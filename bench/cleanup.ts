/** Ends what a benchmark has started, whether it completes, fails or is stopped. */

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

/** Runs every registered step once, the newest first. A step that fails is logged and does not prevent the others. */
export async function cleanUp(): Promise<void> {
  for (let step = cleanups.pop(); step; step = cleanups.pop()) {
    await step().catch((error: unknown) => console.error('clean-up failed:', error))
  }
}
