/** Adds tips, and what was returned of them, to their creators' timers. */
import { randomUUID } from 'node:crypto'
import { outboxEvent } from '../../contract/events.ts'
import type { TimerEntryData } from '../../contract/timer/timer.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { completeEach } from '../../db/queries/deliveries/deliveries.ts'
import * as timers from '../../db/queries/timer/timers.ts'
import type { NewTimerEntry, TimerRow, TimerTip } from '../../db/queries/timer/timers.ts'
import { addTip, computeTimer } from './compute-timer.ts'
import { readState, toEntry, toResult } from './timer-row.ts'
import type { TimerState } from './timer-state.ts'

/**
 * Gives the tips of events to the timers of their creators, each with the time of its capture, so that a late or repeated delivery makes
 * no difference. One transaction stores all of it and ends the deliveries, and each timer is computed once. Returns the creators whose
 * timers have changed.
 */
export async function addTipsToTimers(db: Db, eventIds: readonly string[]): Promise<string[]> {
  const tips = (await timers.listTimerTips(db, eventIds)).flatMap(toTipEntry)
  return db.transaction().execute(async (trx) => {
    const own = await timers.lockTimersOf(trx, [...new Set(tips.map(({ creatorUid }) => creatorUid))])
    const added = await timers.insertTimerEntries(
      trx,
      own.flatMap((timer) => entriesOf(timer, tips)),
    )
    const changed = own.filter(({ timerId }) => added.has(timerId))
    const results = changed.map(async (timer) => {
      const state = await addTo(trx, timer, added.get(timer.timerId)!)
      return { timerId: timer.timerId, ...toResult(state) }
    })
    await timers.updateTimers(trx, await Promise.all(results))
    await completeEach(trx, 'timer', eventIds)
    return [...new Set(changed.map(({ creatorUid }) => creatorUid))]
  })
}

interface TipEntry {
  creatorUid: string
  capturedAt: Date
  entry: Pick<NewTimerEntry, 'at' | 'data' | 'tipId' | 'eventId'>
}

function toTipEntry({ eventId, event, happenedAt, ...tip }: TimerTip): TipEntry[] {
  const { creatorUid, capturedAt, tipId } = tip
  const data = toData(outboxEvent.parse(event), tip)
  if (!data) return []
  const at = data.kind === 'tip' ? capturedAt : happenedAt
  return [{ creatorUid, capturedAt, entry: { at, data, tipId, eventId } }]
}

type TipFacts = Pick<TimerTip, 'tipId' | 'worthMinor' | 'amountMinor' | 'goalId'>

function toData(event: { type: string; moreMinor?: number }, tip: TipFacts): TimerEntryData | undefined {
  const { tipId, worthMinor, amountMinor, goalId } = tip
  if (event.type === 'tip.captured') return { kind: 'tip', tipId, worthMinor, goalId }
  if (event.type !== 'tip.returned' || event.moreMinor === undefined) return undefined
  return { kind: 'refund', tipId, moreMinor: event.moreMinor, amountMinor }
}

/** Returns the entries that these tips are to a timer: of its creator, captured since it was made. */
function entriesOf({ timerId, creatorUid, createdAt }: TimerRow, tips: readonly TipEntry[]): NewTimerEntry[] {
  return tips
    .filter((tip) => tip.creatorUid === creatorUid && tip.capturedAt >= createdAt)
    .map(({ entry }) => ({ ...entry, entryId: randomUUID(), timerId, actor: null }))
}

/** Returns a timer's state with entries that are already stored. */
async function addTo(
  trx: Trx,
  { timerId, state }: TimerRow,
  entries: readonly NewTimerEntry[],
): Promise<TimerState> {
  let now = readState(state)
  for (const entry of entries.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const step = addTip(now, toEntry(entry))
    if (!step) return computeAll(trx, timerId)
    now = step.state
  }
  return now
}

/** Computes a timer from all its entries. */
export async function computeAll(trx: Trx, timerId: string): Promise<TimerState> {
  return computeTimer((await timers.listTimerEntries(trx, timerId)).map(toEntry)).state
}
