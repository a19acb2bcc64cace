/**
 * Computes a donothon timer from its entries. The result depends on when things happened and not on the order in which we learned
 * of them, so an entry that arrives late or twice changes nothing that it would not have changed on time.
 */
import type { TimerEntryData } from '../../contract/timer/timer.ts'
import { addsOnly, applyEntry, idleTimer, setTime } from './timer-state.ts'
import type { TimerEntry, TimerState, TimerStep } from './timer-state.ts'

export interface ComputedTimer {
  state: TimerState
  /** How many milliseconds each entry added to the timer, by the entry's id; negative: it made the timer shorter. */
  addedMs: ReadonlyMap<string, number>
  /** The ids of the entries that are undone. */
  undone: ReadonlySet<string>
}

/** What has become of the time that a tip or a show event added. */
interface Share {
  addedMs: number
  takenMs: number
  returnedMinor: number
}

/** Entries that only move the end. Undoing one takes its time back at that moment; any other is treated as if it had never been. */
const movesEnd = new Set(['tip', 'adjust', 'refund', 'show', 'show-hidden'])

/** Computes the timer. Every entry counts once, even if it is in the list twice. */
export function computeTimer(entries: readonly TimerEntry[]): ComputedTimer {
  const byId = new Map<string, TimerEntry>()
  for (const entry of entries) byId.set(entry.id, entry)
  const sorted = sortEntries(byId)
  const undone = findUndone(sorted)
  const addedMs = new Map<string, number>()
  const leftMs = new Map<string, number>()
  const shares = new Map<string, Share>()
  let state = idleTimer
  for (const entry of sorted) {
    const step = applyOne(state, entry, { undone, leftMs, shares, byId })
    state = step.state
    addedMs.set(entry.id, step.addedMs)
    leftMs.set(entry.id, step.addedMs)
    const given = givenBy(entry.data)
    if (given) shares.set(given, { addedMs: step.addedMs, takenMs: 0, returnedMinor: 0 })
  }
  return { state, addedMs, undone }
}

/**
 * Returns the state with one more tip or show event, or undefined if the whole timer has to be computed, because it may have made a
 * difference to later entries. It makes none to others of its kind while the timer runs or is paused: each adds what it adds, in any order,
 * up to the cap. Saves reading all entries for every one, also of those that happen within the same second or are learned of in another order.
 */
export function addGiven(state: TimerState, entry: TimerEntry): TimerStep | undefined {
  if (!addsOnly(entry.data.kind) || entry.atMs <= state.changedMs) return undefined
  const isLive = state.status === 'running' || state.status === 'paused'
  if (entry.atMs <= state.asOfMs && !isLive) return undefined
  return applyEntry(state, entry)
}

/** Returns the id of the tip or show event that an entry is about; undefined for an entry that adds nothing of one. */
function givenBy(data: TimerEntryData): string | undefined {
  if (data.kind === 'tip') return data.tipId
  return data.kind === 'show' ? data.showEventId : undefined
}

function sortEntries(byId: ReadonlyMap<string, TimerEntry>): TimerEntry[] {
  return [...byId.values()].sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
}

/** Returns the undone entries. Undoing an undo brings back what it had undone. */
function findUndone(sorted: readonly TimerEntry[]): Set<string> {
  const undone = new Set<string>()
  // The latest undo first: one that is itself undone has no effect.
  for (const { id, data } of sorted.toReversed())
    if (data.kind === 'undo' && !undone.has(id)) undone.add(data.entryId)
  return undone
}

interface Known {
  undone: ReadonlySet<string>
  /** What is left of the time that each entry added, after earlier undos of it: two people may undo one entry. */
  leftMs: Map<string, number>
  shares: Map<string, Share>
  byId: ReadonlyMap<string, TimerEntry>
}

function applyOne(state: TimerState, entry: TimerEntry, known: Known): TimerStep {
  const { data, id } = entry
  const isUndone = known.undone.has(id)
  if (data.kind === 'undo') return isUndone ? noStep(state, entry) : undo(state, entry, data.entryId, known)
  if (isUndone && !movesEnd.has(data.kind)) return noStep(state, entry)
  if (data.kind === 'refund') return refund(state, entry, known)
  if (data.kind === 'show-hidden') return hide(state, entry, known)
  return applyEntry(state, entry)
}

/** Changes nothing, but a tip that is learned of later may change that: that of a refund. */
const noStep = (state: TimerState, { atMs, data }: TimerEntry): TimerStep => ({
  state: setTime(state, atMs, data.kind),
  addedMs: 0,
})

/** Takes back what an entry had added, or gives back what it had taken; time that has passed stays. */
function undo(state: TimerState, entry: TimerEntry, entryId: string, known: Known): TimerStep {
  const target = known.byId.get(entryId)
  if (!target || !movesEnd.has(target.data.kind)) return noStep(state, entry)
  const share = known.shares.get(givenBy(target.data) ?? '')
  const leftMs = known.leftMs.get(entryId) ?? 0
  const step = applyEntry(state, entry, (share?.takenMs ?? 0) - leftMs)
  if (share) share.takenMs -= step.addedMs
  else known.leftMs.set(entryId, leftMs + step.addedMs)
  return step
}

/** Takes back the returned part of a tip's time, or gives it back when the money came back. */
function refund(state: TimerState, entry: TimerEntry, { shares }: Known): TimerStep {
  if (entry.data.kind !== 'refund') return noStep(state, entry)
  const { tipId, moreMinor, amountMinor } = entry.data
  const share = shares.get(tipId)
  if (!share) return noStep(state, entry)
  share.returnedMinor += moreMinor
  if (!state.rule.takesBackRefunds) return noStep(state, entry)
  const returned = Math.min(Math.max(share.returnedMinor, 0), amountMinor)
  const wantedMs = Math.floor((share.addedMs * returned) / amountMinor)
  const step = applyEntry(state, entry, share.takenMs - wantedMs)
  share.takenMs -= step.addedMs
  return step
}

/** Takes back the time of a show event that was hidden, or gives it back when the event may be shown again. */
function hide(state: TimerState, entry: TimerEntry, { shares }: Known): TimerStep {
  if (entry.data.kind !== 'show-hidden') return noStep(state, entry)
  const share = shares.get(entry.data.showEventId)
  if (!share) return noStep(state, entry)
  const step = applyEntry(state, entry, share.takenMs - (entry.data.isHidden ? share.addedMs : 0))
  share.takenMs -= step.addedMs
  return step
}
