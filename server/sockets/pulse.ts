/** Work that many may ask for and nobody needs more often than so. */

export interface Pulse {
  /** Has the work done for a key: at once, or when the interval since its last run is over. */
  ask(key: string): void
  stop(): void
}

/** Runs `work` once for all that ask while it waits or runs; never twice at a time for one key. */
export function createPulse(interval: number, work: (key: string) => Promise<void>): Pulse {
  /** Keys that run or rest, each with whether it was asked for again. */
  const busy = new Map<string, boolean>()
  const timers = new Set<NodeJS.Timeout>()

  function ask(key: string): void {
    if (busy.has(key)) return void busy.set(key, true)
    busy.set(key, false)
    void work(key).finally(() => rest(key))
  }

  function rest(key: string): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const isAskedAgain = busy.get(key)
      busy.delete(key)
      if (isAskedAgain) ask(key)
    }, interval)
    timers.add(timer)
  }

  return {
    ask,
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
