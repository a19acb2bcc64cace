/**
 * The server's time, for widgets that show a clock. It runs on the page's monotonic clock, so a wrong or changed clock of the computer
 * does not matter, and it is corrected with every message, because that clock may have slept with the computer.
 */
export interface ServerClock {
  /** Returns the server's time in milliseconds since 1970; undefined until it is known. */
  now(): number | undefined
  /** Takes over a time of the server that was on its way for up to `travelMs` milliseconds. */
  correct(serverMs: number, travelMs?: number): void
}

export function createServerClock(monotonic: () => number = () => performance.now()): ServerClock {
  let offset: number | undefined
  return {
    now: () => (offset === undefined ? undefined : monotonic() + offset),
    correct(serverMs, travelMs = 0) {
      offset = serverMs + travelMs / 2 - monotonic()
    },
  }
}
