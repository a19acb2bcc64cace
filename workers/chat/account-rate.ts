/** Tells a limit of the bot's whole account from one of a single chat, because platforms refuse both in the same way. */

/** If two chats are refused for the rate within this time, the account is over its limit. */
const togetherMs = 10_000

/** Returns a function that records that a chat was written to too fast, and returns whether another one was, too, just before. */
export function openAccountRate(scale = 1): (key: string) => boolean {
  const tooFastAt = new Map<string, number>()
  return function isAccountTooFast(key) {
    const now = performance.now()
    for (const [other, at] of tooFastAt) if (now - at > togetherMs / scale) tooFastAt.delete(other)
    tooFastAt.set(key, now)
    return tooFastAt.size > 1
  }
}
