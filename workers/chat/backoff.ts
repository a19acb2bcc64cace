/** Which chats have to wait, and for how long: in memory, for whoever takes over finds out by itself. */
import { openPace } from './throttle.ts'
import type { Told } from './send-message.ts'

export interface Holds {
  /** Whether a chat may be told something now; urgent lines do not wait for what only holds tips back. */
  isFree(uid: string, isUrgent: boolean): boolean
  /** Whether nobody may be told anything now. */
  isClosed(): boolean
  /** Draws the consequences of a turn. */
  note(uid: string, told: Told): void
  /** How long until the next one that waits is free; undefined when none waits. */
  nextMs(): number | undefined
}

const firstPauseMs = 500
const longestPauseMs = 30_000
const everybody = '*'

/** Opens the holds of one desk. */
export function openHolds(now: () => number = () => performance.now()): Holds {
  const all = openPace(now)
  const tips = openPace(now)
  const ends = new Set<number>()
  const failures = new Map<string, number>()

  function noteFailure(uid: string): void {
    const count = failures.get(uid) ?? 0
    failures.set(uid, count + 1)
    const pauseMs = Math.min(firstPauseMs * 2 ** count, longestPauseMs)
    hold(all, uid, pauseMs * (0.5 + Math.random() / 2))
  }

  function hold(pace: typeof all, who: string, milliseconds: number): void {
    pace.close(who, milliseconds)
    ends.add(now() + milliseconds)
  }

  return {
    isFree: (uid, isUrgent) => all.waitMs(uid) === 0 && (isUrgent || tips.waitMs(uid) === 0),
    isClosed: () => all.waitMs(everybody) > 0,
    note(uid, told) {
      if (told.kind === 'failed') return noteFailure(uid)
      failures.delete(uid)
      if (told.kind === 'done') return
      const pace = told.holds === 'tips' ? tips : all
      hold(pace, told.holds === 'everybody' ? everybody : uid, told.milliseconds)
    },
    nextMs() {
      for (const end of ends) if (end <= now()) ends.delete(end)
      return ends.size === 0 ? undefined : Math.max(Math.min(...ends) - now(), 1)
    },
  }
}
