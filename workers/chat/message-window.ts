/** Keeps the messages of one process within a number in a sliding window. */

export interface MessageWindow {
  /** How many messages may be sent now. */
  free(): number
  /** Returns the milliseconds until the next message may be sent; 0 if one may be sent now. */
  waitMs(): number
  /** Counts a message. */
  take(): void
}

/** Opens a window of `count` messages in `milliseconds`. */
export function openMessageWindow(
  count: number,
  milliseconds: number,
  now: () => number = () => performance.now(),
): MessageWindow {
  let times: number[] = []

  function recent(): number[] {
    times = times.filter((at) => now() - at < milliseconds)
    return times
  }

  return {
    free: () => count - recent().length,
    waitMs: () => (recent().length < count ? 0 : Math.ceil(times[0]! + milliseconds - now())),
    take: () => void times.push(now()),
  }
}
