/** Repeats work: when it is woken, and otherwise after the time for which the work asked. */

export interface Loop {
  /** Runs the work now, or once more if it is running. */
  wake(): void
  isEnding(): boolean
  /** Resolves when the work that is under way is done; it does not run again. */
  end(): Promise<void>
}

/** Starts at once. `work` must not reject; it returns after how many milliseconds it runs again unless woken. */
export function startLoop(work: () => Promise<number>): Loop {
  let isEnding = false
  /** Woken since the work that is under way began. */
  let isWoken = false
  let endSleep = () => {}

  async function run(): Promise<void> {
    // The caller gets its loop before the work begins.
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
