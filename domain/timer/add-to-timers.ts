/** Adds tips, what was returned of them, and show events to their creators' timers. */
import { randomUUID } from 'node:crypto'
import { outboxEvent } from '../../contract/events.ts'
import type { OutboxEvent } from '../../contract/events.ts'
import { countEvent } from '../../contract/show/counted-event.ts'
import type { TimerEntryData } from '../../contract/timer/timer.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { completeEach } from '../../db/queries/deliveries/deliveries.ts'
import { listTimerShows } from '../../db/queries/timer/timer-shows.ts'
import type { TimerShow } from '../../db/queries/timer/timer-shows.ts'
import * as timers from '../../db/queries/timer/timers.ts'
import type { NewTimerEntry, TimerRow, TimerTip } from '../../db/queries/timer/timers.ts'
import { addGiven, computeTimer } from './compute-timer.ts'
import { readState, toEntry, toResult } from './timer-row.ts'
import type { TimerState } from './timer-state.ts'

/**
 * Gives the tips and show events of outbox events to the timers of their creators, each with the time when it happened, so that a late or
 * repeated delivery makes no difference. One transaction stores all of it and ends the deliveries, and each timer is computed once. Returns
 * the creators whose timers have changed.
 */
export async function addToTimers(db: Db, eventIds: readonly string[]): Promise<string[]> {
  const tips = (await timers.listTimerTips(db, eventIds)).flatMap(toTipEntry)
  const shows = (await listTimerShows(db, eventIds)).flatMap(toShowEntry)
  const given = [...tips, ...shows]
  return db.transaction().execute(async (trx) => {
    const own = await timers.lockTimersOf(trx, [...new Set(given.map(({ creatorUid }) => creatorUid))])
    const added = await timers.insertTimerEntries(
      trx,
      own.flatMap((timer) => entriesOf(timer, given)),
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

/** What a creator's timers get of an event. */
interface Given {
  creatorUid: string
  /** When the tip was captured, or the show event came. Timers that are younger get nothing of it. */
  givenAt: Date
  /** Whether it is only for timers that count show events. */
  isShow: boolean
  entry: Pick<NewTimerEntry, 'at' | 'data' | 'tipId' | 'eventId'>
}

function toTipEntry({ eventId, event, happenedAt, ...tip }: TimerTip): Given[] {
  const { creatorUid, capturedAt, tipId } = tip
  const data = toTipData(outboxEvent.parse(event), tip)
  if (!data) return []
  const at = data.kind === 'tip' ? capturedAt : happenedAt
  return [{ creatorUid, givenAt: capturedAt, isShow: false, entry: { at, data, tipId, eventId } }]
}

type TipFacts = Pick<TimerTip, 'tipId' | 'worthMinor' | 'amountMinor' | 'goalId'>

function toTipData(event: OutboxEvent, tip: TipFacts): TimerEntryData | undefined {
  const { tipId, worthMinor, amountMinor, goalId } = tip
  if (event.type === 'tip.captured') return { kind: 'tip', tipId, worthMinor, goalId }
  if (event.type !== 'tip.returned') return undefined
  return { kind: 'refund', tipId, moreMinor: event.moreMinor, amountMinor }
}

/** An event that was held counts from when it was approved. */
function toShowEntry({ eventId, event, happenedAt, creatorUid, receivedAt, ...show }: TimerShow): Given[] {
  const data = toShowData(outboxEvent.parse(event), show)
  return data
    ? [{ creatorUid, givenAt: receivedAt, isShow: true, entry: { at: happenedAt, data, eventId } }]
    : []
}

type ShowFacts = Pick<TimerShow, 'showEventId' | 'kind' | 'tier' | 'quantity' | 'eventCount'>

function toShowData(event: OutboxEvent, show: ShowFacts): TimerEntryData | undefined {
  const { showEventId } = show
  if (event.type === 'show.hidden') return { kind: 'show-hidden', showEventId, isHidden: event.isHidden }
  const counted = event.type === 'show.received' ? countEvent(show) : undefined
  return counted && { kind: 'show', showEventId, ...counted }
}

/** Returns the entries that these are to a timer: of its creator, given since it was made, and show events only if it counts them. */
function entriesOf(
  { timerId, creatorUid, createdAt, countsEvents }: TimerRow,
  given: readonly Given[],
): NewTimerEntry[] {
  return given
    .filter((each) => each.creatorUid === creatorUid && each.givenAt >= createdAt)
    .filter(({ isShow }) => countsEvents || !isShow)
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
    const step = addGiven(now, toEntry(entry))
    if (!step) return computeAll(trx, timerId)
    now = step.state
  }
  return now
}

/** Computes a timer from all its entries. */
export async function computeAll(trx: Trx, timerId: string): Promise<TimerState> {
  return computeTimer((await timers.listTimerEntries(trx, timerId)).map(toEntry)).state
}
