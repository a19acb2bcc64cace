/** A creator's donothon timers: making, changing and reading them. */
import { AppError } from '../../contract/errors.ts'
import type { OwnTimer } from '../../contract/timer/timer-calls.ts'
import { timerLimits } from '../../contract/timer/timer.ts'
import type { TimerChange, TimerRule } from '../../contract/timer/timer.ts'
import type { Db, Trx } from '../../db/connection.ts'
import * as timers from '../../db/queries/timer/timers.ts'
import type { TimerRow } from '../../db/queries/timer/timers.ts'
import { computeAll } from './add-to-timers.ts'
import { advance, applyEntry, idleTimer } from './timer-state.ts'
import { readState, toResult } from './timer-row.ts'

/** Returns a creator's timers, oldest first. */
export async function listTimers(db: Db, creatorUid: string, now = new Date()): Promise<OwnTimer[]> {
  return (await timers.listTimers(db, creatorUid)).map((row) => toOwnTimer(row, now))
}

/** Makes a timer. Throws AppError `timer_changed` when the creator has too many. */
export async function createTimer(
  db: Db,
  creatorUid: string,
  { name, rule, actor }: { name: string; rule: TimerRule; actor: string },
): Promise<OwnTimer> {
  return db.transaction().execute(async (trx) => {
    const count = await timers.lockCreatorForTimers(trx, creatorUid)
    if (count >= timerLimits.timers)
      throw new AppError('timer_changed', {
        text: { key: 'error_timers_full', values: { count: timerLimits.timers } },
      })
    const at = new Date()
    const data = { kind: 'rule' as const, rule }
    const entryId = crypto.randomUUID()
    const { state } = applyEntry(idleTimer, { id: entryId, atMs: at.getTime(), data })
    const timerId = await timers.insertTimer(trx, { creatorUid, name, ...toResult(state) })
    await timers.insertTimerEntries(trx, [{ entryId, timerId, at, data, actor }])
    return getTimer(trx, creatorUid, timerId)
  })
}

/** Renames a timer. Throws AppError `not_found`. */
export async function renameTimer(
  db: Db,
  creatorUid: string,
  timerId: string,
  name: string,
): Promise<OwnTimer> {
  return withTimer(db, creatorUid, timerId, async (trx) => {
    await timers.renameTimer(trx, timerId, name)
    return getTimer(trx, creatorUid, timerId)
  })
}

/** Puts a timer away. Throws AppError `not_found`. */
export async function archiveTimer(db: Db, creatorUid: string, timerId: string): Promise<void> {
  await withTimer(db, creatorUid, timerId, (trx) => timers.archiveTimer(trx, timerId))
}

export interface ChangeToMake {
  /** Chosen by the caller, so that a repeated request changes nothing. */
  entryId: string
  change: TimerChange
  /** The account or token that makes the change. */
  actor: string
}

/**
 * Makes one change and returns the timer. Throws AppError `not_found`, or `timer_changed` when the timer is in another state than
 * the change needs: another page or device was first.
 */
export async function changeTimer(
  db: Db,
  creatorUid: string,
  timerId: string,
  { entryId, change, actor }: ChangeToMake,
): Promise<OwnTimer> {
  return withTimer(db, creatorUid, timerId, async (trx, row) => {
    const earlier = await timers.findEntryTimer(trx, entryId)
    if (earlier === timerId) return toOwnTimer(row, new Date())
    if (earlier !== undefined) throw new AppError('not_found')
    const at = new Date()
    await requirePossible(trx, row, change, at)
    await timers.insertTimerEntries(trx, [{ entryId, timerId, at, data: change, actor }])
    await timers.updateTimers(trx, [{ timerId, ...toResult(await computeAll(trx, timerId)) }])
    return getTimer(trx, creatorUid, timerId)
  })
}

/** Refuses a change that would do nothing in the timer's present state. */
async function requirePossible(trx: Trx, row: TimerRow, change: TimerChange, at: Date): Promise<void> {
  const { status, happyHours } = advance(readState(row.state), at.getTime())
  const isLive = status === 'running' || status === 'paused'
  const isPossible = {
    start: !isLive,
    adjust: isLive,
    pause: status === 'running',
    resume: status === 'paused',
    end: isLive,
    rule: true,
    cap: true,
    'happy-hour': happyHours.length < timerLimits.happyHours,
    undo: change.kind === 'undo' && (await timers.findEntryTimer(trx, change.entryId)) === row.timerId,
  }[change.kind]
  if (!isPossible) throw new AppError('timer_changed')
}

async function withTimer<T>(
  db: Db,
  creatorUid: string,
  timerId: string,
  work: (trx: Trx, row: TimerRow) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const row = await timers.lockTimer(trx, creatorUid, timerId)
    if (!row) throw new AppError('not_found')
    return work(trx, row)
  })
}

async function getTimer(db: Db, creatorUid: string, timerId: string): Promise<OwnTimer> {
  const row = await timers.findTimer(db, creatorUid, timerId)
  if (!row) throw new AppError('not_found')
  return toOwnTimer(row, new Date())
}

function toOwnTimer({ timerId, name, version, state: stored }: TimerRow, now: Date): OwnTimer {
  const { status, endsAtMs, restMs, grantedMs, rule, cap, happyHours } = advance(
    readState(stored),
    now.getTime(),
  )
  return {
    timerId,
    name,
    version,
    status,
    endsAt: toTime(endsAtMs),
    restMs,
    grantedMs,
    rule,
    cap: { seconds: cap.ms === null ? null : cap.ms / 1000, at: toTime(cap.atMs) },
    happyHours: happyHours
      .filter(({ toMs }) => toMs > now.getTime())
      .map(({ fromMs, toMs, percent }) => ({
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
        percent,
      })),
  }
}

function toTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
