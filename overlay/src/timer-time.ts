/** What a timer's clock shows. Nothing is counted down: every value follows from the timer's end and the server's time. */
import type { LiveTimer } from '../../contract/sockets.ts'

/** Returns what is left of a timer in milliseconds. */
export function leftOf({ status, endsAtMs, restMs }: LiveTimer, nowMs: number): number {
  if (status === 'paused') return restMs ?? 0
  return status === 'running' ? Math.max(0, (endsAtMs ?? nowMs) - nowMs) : 0
}

/** Returns how many milliseconds the text of `formatLeft` stays the same. */
export function untilNextSecond(leftMs: number): number {
  return ((leftMs - 1) % 1000) + 1
}

/** Returns a change of time as it floats up: `+5:00`, `−0:30`, `+1:02:03`. Parts of a second are dropped. */
export function formatChange(changeMs: number): string {
  const seconds = Math.floor(Math.abs(changeMs) / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const start = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}` : minutes
  return `${changeMs < 0 ? '−' : '+'}${start}:${String(seconds % 60).padStart(2, '0')}`
}

/** Returns the timer to show: the one that the address names, or else the first that runs, or else the first. */
export function chooseTimer(timers: readonly LiveTimer[], timerId: string | null): LiveTimer | undefined {
  if (timerId) return timers.find((timer) => timer.timerId === timerId.toLowerCase())
  return timers.find(({ status }) => status === 'running' || status === 'paused') ?? timers[0]
}

/** Returns by how much a timer has become longer between two of its states, in milliseconds; negative: shorter. */
export function changeOf(before: LiveTimer, after: LiveTimer, nowMs: number): number {
  const isLive = (status: LiveTimer['status']) => status === 'running' || status === 'paused'
  if (!isLive(before.status) || !isLive(after.status)) return 0
  const change = leftOf(after, nowMs) - leftOf(before, nowMs)
  // A pause, and the messages' way, move the rest by a few milliseconds.
  return Math.abs(change) < 1000 ? 0 : change
}

/** Returns the names of the tips and show events that are in the later state and not in the earlier one, latest first. */
export function newNames(before: LiveTimer, after: LiveTimer): string[] {
  const known = new Set(before.latest.map(({ entryId }) => entryId))
  return after.latest.flatMap(({ entryId, kind, name }) =>
    (kind === 'tip' || kind === 'show') && name !== null && !known.has(entryId) ? [name] : [],
  )
}
