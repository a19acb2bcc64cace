/** How a timer's state is stored in its row. */
import * as z from 'zod'
import { timerRule, timerStatuses } from '../../contract/timer/timer.ts'
import type { NewTimerEntry, TimerResult } from '../../db/queries/timer/timers.ts'
import type { TimerEntry, TimerState } from './timer-state.ts'

const ms = z.int()
const timerState = z.object({
  status: z.enum(timerStatuses),
  endsAtMs: ms.nullable(),
  restMs: ms.nullable(),
  grantedMs: ms,
  rule: timerRule,
  cap: z.object({ ms: ms.nullable(), atMs: ms.nullable() }),
  happyHours: z.array(z.object({ fromMs: ms, toMs: ms, percent: ms })),
  asOfMs: ms,
  changedMs: ms,
})

/** Returns the state that a row keeps. */
export function readState(stored: unknown): TimerState {
  return timerState.parse(stored)
}

/** Returns a state as the columns of a row. */
export function toResult(state: TimerState): TimerResult {
  return {
    state: JSON.stringify(state),
    endsAt: state.endsAtMs === null ? null : new Date(state.endsAtMs),
    restMs: state.restMs,
    countsEvents: Object.keys(state.rule.events ?? {}).length > 0,
  }
}

/** Returns an entry in the form that `computeTimer` reads. */
export function toEntry({ entryId, at, data }: Pick<NewTimerEntry, 'entryId' | 'at' | 'data'>): TimerEntry {
  return { id: entryId, atMs: at.getTime(), data }
}
