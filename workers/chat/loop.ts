/** Does something again and again: when it is rung for, and otherwise after as long as it asked for itself. */

export interface Loop {
  /** Do it now, or once more when it is being done. */
  ring(): void
  isEnding(): boolean
  /** Resolves when it is not done any more. */
  end(): Promise<void>
}

/** Starts at once; `work` does not reject, and says in how many milliseconds it is due again. */
export function startLoop(work: () => Promise<number>): Loop {
  let isEnding = false
  /** Rung since the work that is under way began. */
  let isRung = false
  let wake = () => {}

  async function run(): Promise<void> {
    // Whoever starts it has its loop in hand before the first work.
    await Promise.resolve()
    while (!isEnding) {
      isRung = false
      const waitMs = await work()
      if (!isRung && !isEnding) await nap(waitMs)
    }
  }

  function nap(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const running = run()
  return {
    ring() {
      isRung = true
      wake()
    },
    isEnding: () => isEnding,
    async end() {
      isEnding = true
      wake()
      await running
    },
  }
}
