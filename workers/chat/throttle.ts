/**
 * Keeps minimum waits between messages, for each channel separately. `rate-limiter-flexible` counts in fixed windows, which do
 * not suit limits with sliding windows (`docs/decisions/0014-one-dispatcher-per-chat.md`). Here, each refusal or message sets the
 * wait of its channel.
 */

export interface Throttle {
  /** Returns the milliseconds until the channel accepts a message; 0 means now. */
  waitMs(channel: string): number
  /** Makes the channel wait for this long; a longer wait stays as it is. */
  block(channel: string, milliseconds: number): void
}

/** Opens a throttle for any number of channels. */
export function openThrottle(now: () => number = () => performance.now()): Throttle {
  const openAt = new Map<string, number>()
  return {
    waitMs(channel) {
      const waitMs = Math.ceil((openAt.get(channel) ?? 0) - now())
      if (waitMs <= 0) openAt.delete(channel)
      return Math.max(waitMs, 0)
    },
    block(channel, milliseconds) {
      openAt.set(channel, Math.max(openAt.get(channel) ?? 0, now() + milliseconds))
    },
  }
}
