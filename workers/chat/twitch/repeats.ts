/**
 * Tells equal messages of one chat apart. Where the bot has no privileges, Twitch refuses a message that equals the one before it
 * within 30 seconds: https://github.com/pajbot/tmi-rate-limits, "Things to consider regarding egress reliability".
 */

export interface TwitchRepeats {
  /** Returns the text, with its number appended if the chat's last message within 30 seconds was the same. */
  vary(channel: string, text: string): string
  /** Records that a text, before it was varied, is the chat's last message. */
  record(channel: string, text: string): void
}

const windowMs = 31_000
const maxRemembered = 10_000

/** Opens the memory of the chats' last messages. `scale` is the speed of the stand-in's clock: 1 is real time. */
export function openTwitchRepeats(scale: number, now: () => number = () => performance.now()): TwitchRepeats {
  const lasts = new Map<string, { text: string; count: number; at: number }>()

  function findRepeated(channel: string, text: string) {
    const last = lasts.get(channel)
    return last && last.text === text && now() - last.at < windowMs / scale ? last : undefined
  }

  return {
    vary(channel, text) {
      const last = findRepeated(channel, text)
      return last ? `${text} (${last.count + 1})` : text
    },
    record(channel, text) {
      const count = (findRepeated(channel, text)?.count ?? 0) + 1
      lasts.delete(channel)
      lasts.set(channel, { text, count, at: now() })
      const [oldest] = lasts.keys()
      if (lasts.size > maxRemembered && oldest !== undefined) lasts.delete(oldest)
    },
  }
}
