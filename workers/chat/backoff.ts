/**
 * Which chats have to wait, and for how long. Kept in memory: another process that takes over meets the same refusals
 * itself.
 */
import { openPace } from './throttle.ts'
import type { Told } from './send-message.ts'

export interface Holds {
  /** Whether a message may be sent to this creator's chat now. Urgent messages ignore a wait that concerns tips only. */
  isFree(uid: string, isUrgent: boolean): boolean
  /** Whether every chat of the platform has to wait. */
  isClosed(): boolean
  /** Records the result of an attempt, and with it how long the chat has to wait. */
  note(uid: string, told: Told): void
  /** Milliseconds until the next wait ends; undefined when no chat waits. */
  nextMs(): number | undefined
}

const firstPauseMs = 500
const longestPauseMs = 30_000
const everybody = '*'

/** Opens the backoff of one dispatcher. */
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
