/** Donothon timers and their entries. */
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { TimerEntryData } from '../../../contract/timer/timer.ts'
import type { Db, Trx } from '../../connection.ts'
import type { Schema } from '../../schema.ts'

export type TimerRow = Selectable<Schema['timer']>
export type TimerEntryRow = Selectable<Schema['timerEntry']>

/** A timer's result, to store in its row. `state` is JSON. */
export interface TimerResult {
  state: string
  endsAt: Date | null
  restMs: number | null
  /** Whether its rule gives time for show events. */
  countsEvents: boolean
}

/**
 * Returns SQL that says whether a creator's tips have to reach a timer: one that has not ended, or ended less than a day ago, because
 * its end may be undone or a payment may arrive late. `uid` is an SQL expression of the creator's id.
 */
export function hasTimerOf(uid: RawBuilder<unknown>) {
  return sql`exists (
    select from timer where timer.creator_uid = ${uid} and timer.archived_at is null
      and (timer.ends_at is null or timer.ends_at > now() - interval '1 day')
  )`
}

/** Returns a creator's timers that are not archived, oldest first. */
export async function listTimers(db: Db, creatorUid: string): Promise<TimerRow[]> {
  return db
    .selectFrom('timer')
    .selectAll()
    .where('creatorUid', '=', creatorUid)
    .where('archivedAt', 'is', null)
    .orderBy('createdAt')
    .execute()
}

/** Returns one of a creator's timers, unless it is archived. */
export async function findTimer(db: Db, creatorUid: string, timerId: string): Promise<TimerRow | undefined> {
  return timerQuery(db, creatorUid, timerId).executeTakeFirst()
}

/** Returns and locks one of a creator's timers, unless it is archived. */
export async function lockTimer(
  trx: Trx,
  creatorUid: string,
  timerId: string,
): Promise<TimerRow | undefined> {
  return timerQuery(trx, creatorUid, timerId).forUpdate().executeTakeFirst()
}

function timerQuery(db: Db, creatorUid: string, timerId: string) {
  return db
    .selectFrom('timer')
    .selectAll()
    .where('timerId', '=', timerId)
    .where('creatorUid', '=', creatorUid)
    .where('archivedAt', 'is', null)
}

/** Returns and locks the timers of creators that are not archived, in the order of their ids. */
export async function lockTimersOf(trx: Trx, creatorUids: readonly string[]): Promise<TimerRow[]> {
  return trx
    .selectFrom('timer')
    .selectAll()
    .where('creatorUid', '=', (eb) => eb.fn.any(sql<string[]>`${creatorUids}::uuid[]`))
    .where('archivedAt', 'is', null)
    .orderBy('timerId')
    .forUpdate()
    .execute()
}

/** Locks the creator's account, so that two requests do not both add the last timer that the limit allows. */
export async function lockCreatorForTimers(trx: Trx, creatorUid: string): Promise<number> {
  await trx.selectFrom('account').select('uid').where('uid', '=', creatorUid).forUpdate().execute()
  const { count } = await trx
    .selectFrom('timer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('creatorUid', '=', creatorUid)
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Inserts a timer and returns its id. */
export async function insertTimer(
  trx: Trx,
  timer: { creatorUid: string; name: string } & TimerResult,
): Promise<string> {
  const { timerId } = await trx
    .insertInto('timer')
    .values(timer)
    .returning('timerId')
    .executeTakeFirstOrThrow()
  return timerId
}

/** Renames a timer. */
export async function renameTimer(trx: Trx, timerId: string, name: string): Promise<void> {
  await trx
    .updateTable('timer')
    .set(({ eb }) => ({ name, version: eb('version', '+', 1) }))
    .where('timerId', '=', timerId)
    .execute()
}

/** Archives a timer: it takes no more tips, and no page shows it. */
export async function archiveTimer(trx: Trx, timerId: string): Promise<void> {
  await trx.updateTable('timer').set({ archivedAt: new Date() }).where('timerId', '=', timerId).execute()
}

/** Stores the new results of timers. A timer that has ever counted show events goes on taking them, because a rule may be undone. */
export async function updateTimers(
  trx: Trx,
  results: readonly ({ timerId: string } & TimerResult)[],
): Promise<void> {
  if (results.length === 0) return
  await sql`
    update timer t set state = r.state, ends_at = r.ends_at, rest_ms = r.rest_ms, version = version + 1,
      counts_events = t.counts_events or r.counts_events
    from unnest(${results.map(({ timerId }) => timerId)}::uuid[], ${results.map(({ state }) => state)}::jsonb[],
      ${results.map(({ endsAt }) => endsAt)}::timestamptz[], ${results.map(({ restMs }) => restMs)}::bigint[],
      ${results.map(({ countsEvents }) => countsEvents)}::boolean[]
    ) as r (timer_id, state, ends_at, rest_ms, counts_events)
    where t.timer_id = r.timer_id
  `.execute(trx)
}

export interface NewTimerEntry {
  entryId: string
  timerId: string
  at: Date
  data: TimerEntryData
  actor: string | null
  tipId?: string
  eventId?: string
}

/** Inserts entries, without those that their timer has already or whose id is taken. Returns what was inserted, by timer. */
export async function insertTimerEntries(
  trx: Trx,
  entries: readonly NewTimerEntry[],
): Promise<Map<string, NewTimerEntry[]>> {
  if (entries.length === 0) return new Map()
  const columns = <T>(read: (entry: NewTimerEntry) => T) => entries.map(read)
  const { rows } = await sql<{ entryId: string }>`
    insert into timer_entry (entry_id, timer_id, kind, at, data, tip_id, event_id, actor)
    select * from unnest(
      ${columns(({ entryId }) => entryId)}::uuid[], ${columns(({ timerId }) => timerId)}::uuid[],
      ${columns(({ data }) => data.kind)}::text[], ${columns(({ at }) => at)}::timestamptz[],
      ${columns(({ data }) => JSON.stringify(data))}::jsonb[], ${columns(({ tipId }) => tipId ?? null)}::uuid[],
      ${columns(({ eventId }) => eventId ?? null)}::uuid[], ${columns(({ actor }) => actor)}::text[])
    on conflict do nothing
    returning entry_id
  `.execute(trx)
  const ids = new Set(rows.map(({ entryId }) => entryId))
  const inserted = new Map<string, NewTimerEntry[]>()
  for (const entry of entries.filter(({ entryId }) => ids.has(entryId)))
    inserted.set(entry.timerId, [...(inserted.get(entry.timerId) ?? []), entry])
  return inserted
}

/** Returns the timer that an entry belongs to, by the entry's id. */
export async function findEntryTimer(trx: Trx, entryId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('timerEntry')
    .select('timerId')
    .where('entryId', '=', entryId)
    .executeTakeFirst()
  return row?.timerId
}

/** Returns all entries of a timer, in no order. Reads as many rows as the timer has had tips and changes. */
export async function listTimerEntries(db: Db, timerId: string): Promise<TimerEntryRow[]> {
  return db.selectFrom('timerEntry').selectAll().where('timerId', '=', timerId).execute()
}

/** An event with its tip, as a timer needs them. */
export interface TimerTip {
  eventId: string
  event: unknown
  happenedAt: Date
  tipId: string
  creatorUid: string
  capturedAt: Date
  worthMinor: number
  amountMinor: number
  goalId: string | null
}

/** Returns events with their tips. Leaves out a pair if either is erased. */
export async function listTimerTips(db: Db, eventIds: readonly string[]): Promise<TimerTip[]> {
  const { rows } = await sql<TimerTip>`
    select o.event_id, o.payload as event, o.created_at as happened_at, t.id as tip_id, t.creator_uid, t.captured_at,
      coalesce(t.worth_minor, t.amount_minor) as worth_minor, t.amount_minor, t.goal_id as goal_id
    from outbox o join tip t on t.id = (o.payload ->> 'tipId')::uuid
    where o.event_id = any(${eventIds}::uuid[])`.execute(db)
  return rows
}

/** The tip of an entry, with what decides which name may be shown. */
export interface EntryTip {
  tipId: string
  supporterName: string
  isAnonymous: boolean
  isHeld: boolean
}

/** Returns tips by their ids. */
export async function listEntryTips(db: Db, tipIds: readonly string[]): Promise<EntryTip[]> {
  if (tipIds.length === 0) return []
  return db
    .selectFrom('tip')
    .select(['id as tipId', 'supporterName', 'isAnonymous'])
    .select(sql<boolean>`coalesce(hold <> 'released', false)`.as('isHeld'))
    .where('id', 'in', [...tipIds])
    .execute()
}

/** Returns the latest tips of a timer, latest first. */
export async function listLatestTipEntries(db: Db, timerId: string, limit: number): Promise<TimerEntryRow[]> {
  return db
    .selectFrom('timerEntry')
    .selectAll()
    .where('timerId', '=', timerId)
    .orderBy('at', 'desc')
    .orderBy('entryId')
    .limit(limit)
    .execute()
}
