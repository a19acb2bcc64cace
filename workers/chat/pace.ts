/**
 * When each channel takes its next line. Every try costs a place in the bot's budget, so lines that wait for the same channel
 * are sent off to different moments: all of them coming back at once, for one to succeed, would spend the budget of everybody.
 */

export interface Pace {
  /** How long a line to this channel has to wait: 0 is now. One that has to wait gets a moment of its own. */
  claim(channel: string): number
  /** The channel takes nothing for that long, and then one line every `gapMs`, which is as long if nothing is said. */
  close(channel: string, milliseconds: number, gapMs?: number): void
}

interface ChannelPace {
  openAt: number
  /** The last moment that was given away. */
  claimedAt: number
  /** How far the moments lie apart. */
  gapMs: number
}

/** Opens the pace of any number of channels. */
export function openPace(now: () => number = Date.now): Pace {
  const channels = new Map<string, ChannelPace>()
  return {
    claim(channel) {
      const pace = channels.get(channel)
      if (!pace || pace.openAt <= now()) return 0
      pace.claimedAt = Math.max(pace.openAt, pace.claimedAt + pace.gapMs)
      return pace.claimedAt - now()
    },
    close(channel, milliseconds, gapMs = milliseconds) {
      const claimedAt = channels.get(channel)?.claimedAt ?? 0
      channels.set(channel, { openAt: now() + milliseconds, claimedAt, gapMs })
    },
  }
}

export interface Budget {
  /** Takes one line out of the budget: 0, or how long it takes until there is room for one. */
  take(limit: number): number
}

/** Counts the lines of the last while: a limit that slides, as Twitch's does, and not one that begins anew. */
export function openBudget(windowMs: number, now: () => number = Date.now): Budget {
  let taken: number[] = []
  return {
    take(limit) {
      taken = taken.filter((at) => at > now() - windowMs)
      const waitsFor = taken.at(-limit)
      if (waitsFor !== undefined) return waitsFor + windowMs - now()
      taken.push(now())
      return 0
    },
  }
}
