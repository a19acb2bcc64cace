/** Runs work repeatedly: after the pause that the work returns, or earlier when woken. */

export interface Loop {
  /** Runs the work now. If it is already running, runs it once more afterwards. */
  wake(): void
  isEnding(): boolean
  /** Stops the loop; resolves when the current run of the work has finished. */
  end(): Promise<void>
}

/**
 * Starts a loop with a first run at once. `work` must not reject; it returns the milliseconds until its next run, which `wake`
 * cuts short.
 */
export function startLoop(work: () => Promise<number>): Loop {
  let isEnding = false
  /** Whether `wake` was called since the current run began. */
  let isWoken = false
  let endSleep = () => {}

  async function run(): Promise<void> {
    // Lets the caller receive the loop first, because `work` may use it.
    await Promise.resolve()
    while (!isEnding) {
      isWoken = false
      const waitMs = await work()
      if (!isWoken && !isEnding) await sleep(waitMs)
    }
  }

  function sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const running = run()
  return {
    wake() {
      isWoken = true
      endSleep()
    },
    isEnding: () => isEnding,
    async end() {
      isEnding = true
      endSleep()
      await running
    },
  }
}
