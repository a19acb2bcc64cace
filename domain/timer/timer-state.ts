/** The state of a donothon timer, and how one change alters it. All functions are pure; times are milliseconds since 1970. */
import { defaultTimerRule, timerLimits } from '../../contract/timer/timer.ts'
import type { TimerEntryData, TimerEntryKind, TimerRule, TimerStatus } from '../../contract/timer/timer.ts'
import { countedTogether } from '../../contract/show/counted-event.ts'
import type { CountedEvent } from '../../contract/show/counted-event.ts'

/** An entry of a timer: what happened, and when. */
export interface TimerEntry {
  id: string
  atMs: number
  data: TimerEntryData
}

interface HappyHourMs {
  fromMs: number
  toMs: number
  percent: number
}

export interface TimerState {
  /** A running timer whose end has passed has ended: `advance` says so. */
  status: TimerStatus
  /** When it ends or has ended; null while it is idle or paused. */
  endsAtMs: number | null
  /** What is left while it is paused; null otherwise. */
  restMs: number | null
  /** All the time that it was given, without what was taken away. */
  grantedMs: number
  rule: TimerRule
  cap: { ms: number | null; atMs: number | null }
  happyHours: HappyHourMs[]
  /** The time of the latest entry. */
  asOfMs: number
  /** The time of the latest entry that is neither a tip nor a show event. */
  changedMs: number
}

export const idleTimer: TimerState = {
  status: 'idle',
  endsAtMs: null,
  restMs: null,
  grantedMs: 0,
  rule: defaultTimerRule,
  cap: { ms: null, atMs: null },
  happyHours: [],
  asOfMs: 0,
  changedMs: 0,
}

/** A state and by how many milliseconds an entry made the timer longer; negative: shorter. */
export interface TimerStep {
  state: TimerState
  addedMs: number
}

const maxMs = timerLimits.maxSeconds * 1000

/** Returns the state at a time: a running timer whose end is reached has ended. */
export function advance(state: TimerState, atMs: number): TimerState {
  const isOver = state.status === 'running' && state.endsAtMs !== null && state.endsAtMs <= atMs
  return isOver ? { ...state, status: 'ended' } : state
}

/** Returns what is left of a timer at a time; 0 if it is idle or has ended. */
export function restOf(state: TimerState, atMs: number): number {
  if (state.status === 'paused') return state.restMs ?? 0
  if (state.status !== 'running') return 0
  return Math.max(0, (state.endsAtMs ?? atMs) - atMs)
}

/**
 * Applies one entry. A tip, a show event, a refund and a change by hand move a timer that runs or is paused, and no other. `shareMs` is
 * what a refund, an undo or a hidden event wants to move, which the caller computes from earlier entries.
 */
export function applyEntry(before: TimerState, { atMs, data }: TimerEntry, shareMs = 0): TimerStep {
  const state = setTime(advance(before, atMs), atMs, data.kind)
  switch (data.kind) {
    case 'start':
      return start(state, atMs, data.seconds * 1000)
    case 'tip':
      return add(state, atMs, tipTime(state, atMs, data))
    case 'show':
      return add(state, atMs, showTime(state, atMs, data))
    case 'adjust':
      return add(state, atMs, data.seconds * 1000)
    case 'refund':
    case 'undo':
    case 'show-hidden':
      return add(state, atMs, shareMs)
    case 'pause':
      return pause(state, atMs)
    case 'resume':
      return resume(state, atMs)
    case 'end':
      return end(state, atMs)
    case 'rule':
      return { state: { ...state, rule: data.rule }, addedMs: 0 }
    case 'cap':
      return limit(state, atMs, data.cap)
    case 'happy-hour': {
      const { from, to, percent } = data.hour
      const hour = { fromMs: Date.parse(from), toMs: Date.parse(to), percent }
      return { state: { ...state, happyHours: [...state.happyHours, hour] }, addedMs: 0 }
    }
  }
}

/** Starts an idle timer, or reopens one that has ended. */
function start(state: TimerState, atMs: number, ms: number): TimerStep {
  if (state.status === 'running' || state.status === 'paused') return { state, addedMs: 0 }
  return add({ ...state, status: 'running', endsAtMs: atMs, restMs: null }, atMs, ms)
}

/** Adds time, as far as the cap allows, or takes away what is left at most. */
function add(state: TimerState, atMs: number, ms: number): TimerStep {
  if (state.status === 'idle' || state.status === 'ended') return { state, addedMs: 0 }
  const addedMs = ms >= 0 ? Math.min(ms, roomOf(state)) : -Math.min(-ms, restOf(state, atMs))
  return { state: move(state, addedMs), addedMs }
}

/** Returns by how much the timer may still become longer. */
function roomOf({ status, cap, grantedMs, endsAtMs }: TimerState): number {
  const byLength = Math.min(cap.ms ?? maxMs, maxMs) - grantedMs
  const byMoment = status === 'running' && cap.atMs !== null ? cap.atMs - (endsAtMs ?? 0) : Infinity
  return Math.max(0, Math.min(byLength, byMoment))
}

function move(state: TimerState, ms: number): TimerState {
  const { status, endsAtMs, restMs, grantedMs, rule, cap, happyHours, asOfMs, changedMs } = state
  // Each field is written out, here and below, because a spread takes several times as long, and timers have thousands of entries.
  return {
    status,
    endsAtMs: endsAtMs === null ? null : endsAtMs + ms,
    restMs: restMs === null ? null : restMs + ms,
    grantedMs: grantedMs + ms,
    rule,
    cap,
    happyHours,
    asOfMs,
    changedMs,
  }
}

/** Returns the state after an entry of this kind at a time. */
export function setTime(state: TimerState, atMs: number, kind: TimerEntryKind): TimerState {
  const { status, endsAtMs, restMs, grantedMs, rule, cap, happyHours } = state
  const asOfMs = Math.max(state.asOfMs, atMs)
  const changedMs = addsOnly(kind) ? state.changedMs : Math.max(state.changedMs, atMs)
  return { status, endsAtMs, restMs, grantedMs, rule, cap, happyHours, asOfMs, changedMs }
}

/** Whether entries of a kind only add what they add, in any order. */
export function addsOnly(kind: TimerEntryKind): boolean {
  return kind === 'tip' || kind === 'show'
}

function tipTime(
  state: TimerState,
  atMs: number,
  { worthMinor, goalId }: { worthMinor: number; goalId: string | null },
): number {
  const { rule } = state
  const counts = goalId === null ? rule.countsGeneralTips : (rule.goals?.includes(goalId) ?? true)
  if (!counts) return 0
  return timeOf(state, atMs, worthMinor / rule.amount, rule.seconds)
}

/** Returns the time of a show event: none if the rule does not count its kind. */
function showTime(
  state: TimerState,
  atMs: number,
  { what, quantity }: { what: CountedEvent; quantity: number },
): number {
  return timeOf(state, atMs, quantity / countedTogether(what), state.rule.events?.[what] ?? 0)
}

/** Returns the milliseconds of so many times `seconds`, as the rule and the happy hours say. */
function timeOf({ rule, happyHours }: TimerState, atMs: number, times: number, seconds: number): number {
  const counted = rule.mode === 'steps' ? Math.floor(times) : times
  let percent = 100
  for (const hour of happyHours)
    if (hour.fromMs <= atMs && atMs < hour.toMs) percent = Math.max(percent, hour.percent)
  return Math.floor((Math.min(Math.floor(counted * seconds * 1000), maxMs) * percent) / 100)
}

function pause(state: TimerState, atMs: number): TimerStep {
  if (state.status !== 'running') return { state, addedMs: 0 }
  return { state: { ...state, status: 'paused', restMs: restOf(state, atMs), endsAtMs: null }, addedMs: 0 }
}

/** Continues a paused timer. What would be behind the cap's moment is lost. */
function resume(state: TimerState, atMs: number): TimerStep {
  if (state.status !== 'paused') return { state, addedMs: 0 }
  const running = { ...state, status: 'running' as const, endsAtMs: atMs + (state.restMs ?? 0), restMs: null }
  return cut(running, atMs)
}

function end(state: TimerState, atMs: number): TimerStep {
  if (state.status !== 'running' && state.status !== 'paused') return { state, addedMs: 0 }
  const restMs = restOf(state, atMs)
  const grantedMs = state.grantedMs - restMs
  return { state: { ...state, status: 'ended', endsAtMs: atMs, restMs: null, grantedMs }, addedMs: -restMs }
}

function limit(
  state: TimerState,
  atMs: number,
  cap: { seconds: number | null; at: string | null },
): TimerStep {
  const ms = cap.seconds === null ? null : cap.seconds * 1000
  const limited = { ...state, cap: { ms, atMs: cap.at === null ? null : Date.parse(cap.at) } }
  return cut(limited, atMs)
}

/** Takes away what is behind the cap. */
function cut(state: TimerState, atMs: number): TimerStep {
  if (state.status !== 'running' && state.status !== 'paused') return { state, addedMs: 0 }
  const overLength = state.grantedMs - (state.cap.ms ?? maxMs)
  const overMoment =
    state.status === 'running' && state.cap.atMs !== null ? (state.endsAtMs ?? 0) - state.cap.atMs : 0
  const over = Math.max(0, overLength, overMoment)
  return over === 0 ? { state, addedMs: 0 } : add(state, atMs, -over)
}
