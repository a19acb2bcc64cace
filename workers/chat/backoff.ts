/**
 * Records which chats have to wait, and for how long. The records are in memory only: a process that takes over learns of a wait
 * when the platform refuses its first message.
 */
import { openThrottle } from './throttle.ts'
import type { DispatchResult } from './send-message.ts'

export interface Backoff {
  /** Returns whether a message may be sent to this creator's chat now. Urgent messages ignore waits that concern tips only. */
  isFree(uid: string, isUrgent: boolean): boolean
  /** Returns whether every chat of the platform has to wait. */
  isBlocked(): boolean
  /** Records the result of an attempt, which decides how long the chat has to wait. */
  record(uid: string, result: DispatchResult): void
  /** Returns the milliseconds until the next wait ends; undefined when no chat waits. */
  nextMs(): number | undefined
}

const firstPauseMs = 500
const maxPauseMs = 30_000
const wholePlatform = '*'

/** Opens the backoff of one dispatcher. */
export function openBackoff(now: () => number = () => performance.now()): Backoff {
  const all = openThrottle(now)
  const tips = openThrottle(now)
  const ends = new Set<number>()
  const failures = new Map<string, number>()

  function recordFailure(uid: string): void {
    const count = failures.get(uid) ?? 0
    failures.set(uid, count + 1)
    const pauseMs = Math.min(firstPauseMs * 2 ** count, maxPauseMs)
    wait(all, uid, pauseMs * (0.5 + Math.random() / 2))
  }

  function wait(throttle: typeof all, key: string, milliseconds: number): void {
    throttle.block(key, milliseconds)
    ends.add(now() + milliseconds)
  }

  return {
    isFree: (uid, isUrgent) => all.waitMs(uid) === 0 && (isUrgent || tips.waitMs(uid) === 0),
    isBlocked: () => all.waitMs(wholePlatform) > 0,
    record(uid, result) {
      if (result.kind === 'failed') return recordFailure(uid)
      failures.delete(uid)
      if (result.kind === 'done') return
      const throttle = result.scope === 'tips' ? tips : all
      wait(throttle, result.scope === 'platform' ? wholePlatform : uid, result.milliseconds)
    },
    nextMs() {
      for (const end of ends) if (end <= now()) ends.delete(end)
      return ends.size === 0 ? undefined : Math.max(Math.min(...ends) - now(), 1)
    },
  }
}
