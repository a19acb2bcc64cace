/** Throttles work per key: the first call runs at once, calls during the interval are combined into one run after it. */

export interface KeyedThrottle {
  /** Runs the work for a key now, or once the interval since its last run has passed. */
  run(key: string): void
  stop(): void
}

/** Creates a throttle. Work for a key never overlaps: the interval (in ms) starts when a run ends. `work` must not reject. */
export function createKeyedThrottle(intervalMs: number, work: (key: string) => Promise<void>): KeyedThrottle {
  /** Keys whose work runs or whose interval has not ended; true if `run` was called again meanwhile. */
  const busy = new Map<string, boolean>()
  const timers = new Set<NodeJS.Timeout>()

  function run(key: string): void {
    if (busy.has(key)) return void busy.set(key, true)
    busy.set(key, false)
    void work(key).finally(() => waitInterval(key))
  }

  function waitInterval(key: string): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const isCalledAgain = busy.get(key)
      busy.delete(key)
      if (isCalledAgain) run(key)
    }, intervalMs)
    timers.add(timer)
  }

  return {
    run,
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
