/** When each channel takes its next line. */

export interface Pace {
  /** How long a line to this channel has to wait: 0 is now. */
  waitMs(channel: string): number
  /** The channel takes nothing for that long; a longer closure stays. */
  close(channel: string, milliseconds: number): void
}

/** Opens the pace of any number of channels. */
export function openPace(now: () => number = () => performance.now()): Pace {
  const openAt = new Map<string, number>()
  return {
    waitMs(channel) {
      const waitMs = Math.ceil((openAt.get(channel) ?? 0) - now())
      if (waitMs <= 0) openAt.delete(channel)
      return Math.max(waitMs, 0)
    },
    close(channel, milliseconds) {
      openAt.set(channel, Math.max(openAt.get(channel) ?? 0, now() + milliseconds))
    },
  }
}
