/** How often it is checked whether days have ended, in milliseconds. */
const checkMs = 20_000

/** Calls back after each midnight (UTC), because leaderboards change then without a tip. The returned function ends it. */
export function onNewDay(listener: () => void): () => void {
  let day = today()
  const timer = setInterval(() => {
    if (today() === day) return
    day = today()
    listener()
  }, checkMs)
  return () => clearInterval(timer)
}

const today = () => new Date().toISOString().slice(0, 10)

export interface OwnDays {
  /** Sets when a creator's day ends. */
  setEnd(creatorUid: string, endsAt: Date): void
  stop(): void
}

/**
 * Calls back for each creator whose own day has ended, once per check until a new end is set. The creator is forgotten when the
 * listener returns false. The checks themselves compare times in memory, so that creators cost a query only on a new day.
 */
export function openOwnDays(listener: (creatorUid: string) => boolean): OwnDays {
  const ends = new Map<string, number>()
  const timer = setInterval(() => {
    const now = Date.now()
    for (const [creatorUid, end] of ends) if (end <= now && !listener(creatorUid)) ends.delete(creatorUid)
  }, checkMs)
  return {
    setEnd: (creatorUid, endsAt) => void ends.set(creatorUid, endsAt.getTime()),
    stop: () => clearInterval(timer),
  }
}
