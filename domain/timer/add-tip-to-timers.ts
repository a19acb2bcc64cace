/** Adds a tip, or what was returned of one, to its creator's timers. */
import { randomUUID } from 'node:crypto'
import { outboxEvent } from '../../contract/events.ts'
import type { TimerEntryData } from '../../contract/timer.ts'
import type { Db, Trx } from '../../db/connection.ts'
import * as timers from '../../db/queries/timers.ts'
import type { TimerRow, TimerTip } from '../../db/queries/timers.ts'
import { addTip, computeTimer } from './compute-timer.ts'
import { readState, toEntry, toResult } from './timer-row.ts'

/**
 * Gives an event's tip to the timers of its creator: with the time of its capture, so that a late or repeated delivery makes no
 * difference. Returns the creator, or undefined if no timer takes the tip.
 */
export async function addTipToTimers(db: Db, eventId: string): Promise<string | undefined> {
  const found = await timers.findTimerTip(db, eventId)
  if (!found) return undefined
  const { event, happenedAt, ...tip } = found
  const data = toData(outboxEvent.parse(event), tip)
  if (!data) return undefined
  const at = data.kind === 'tip' ? tip.capturedAt : happenedAt
  const changed = await db.transaction().execute(async (trx) => {
    const own = await timers.lockTimersForTips(trx, tip.creatorUid, tip.capturedAt)
    let count = 0
    for (const timer of own) if (await addTo(trx, timer, { eventId, tipId: tip.tipId, at, data })) count++
    return count
  })
  return changed > 0 ? tip.creatorUid : undefined
}

function toData(event: { type: string; moreMinor?: number }, tip: TimerTip): TimerEntryData | undefined {
  const { tipId, worthMinor, amountMinor, goalId } = tip
  if (event.type === 'tip.captured') return { kind: 'tip', tipId, worthMinor, goalId }
  if (event.type !== 'tip.returned' || event.moreMinor === undefined) return undefined
  return { kind: 'refund', tipId, moreMinor: event.moreMinor, amountMinor }
}

interface TipEntry {
  eventId: string
  tipId: string
  at: Date
  data: TimerEntryData
}

async function addTo(trx: Trx, { timerId, state }: TimerRow, entry: TipEntry): Promise<boolean> {
  const entryId = randomUUID()
  const isNew = await timers.insertTimerEntry(trx, { ...entry, entryId, timerId, actor: null })
  if (!isNew) return false
  const added = addTip(readState(state), { id: entryId, atMs: entry.at.getTime(), data: entry.data })
  const next = added?.state ?? (await computeAll(trx, timerId))
  await timers.updateTimer(trx, timerId, toResult(next))
  return true
}

/** Computes a timer from all its entries. */
export async function computeAll(trx: Trx, timerId: string) {
  return computeTimer((await timers.listTimerEntries(trx, timerId)).map(toEntry)).state
}
