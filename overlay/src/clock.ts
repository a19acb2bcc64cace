/**
 * The server's time, for widgets that show a clock. It runs on the page's monotonic clock, so a wrong or changed clock of the computer
 * does not matter, and it is corrected with every message, because that clock may have slept with the computer.
 */
export interface ServerClock {
  /** Returns the server's time in milliseconds since 1970; undefined until it is known. */
  now(): number | undefined
  /**
   * Takes over a time of the server that was asked for `travelMs` milliseconds ago. If that is long ago, the time says too little and
   * is ignored: the computer slept, or the question waited for the connection.
   */
  correct(serverMs: number, travelMs?: number): void
}

/** How long the server's time may be on its way. The clock is wrong by half of that at most. */
export const maxTravelMs = 2_000

export function createServerClock(monotonic: () => number = () => performance.now()): ServerClock {
  let offset: number | undefined
  return {
    now: () => (offset === undefined ? undefined : monotonic() + offset),
    correct(serverMs, travelMs = 0) {
      if (travelMs <= maxTravelMs) offset = serverMs + travelMs / 2 - monotonic()
    },
  }
}
