/** Donothon timers and their entries. */
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { TimerEntryData } from '../../contract/timer.ts'
import type { Db, Trx } from '../connection.ts'
import type { Schema } from '../schema.ts'

export type TimerRow = Selectable<Schema['timer']>
export type TimerEntryRow = Selectable<Schema['timerEntry']>

/** A timer's result, to store in its row. `state` is JSON. */
export interface TimerResult {
  state: string
  endsAt: Date | null
  restMs: number | null
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

/** Returns and locks the creator's timers that are not archived and were there when a tip was captured, in the order of their ids. */
export async function lockTimersForTips(trx: Trx, creatorUid: string, capturedAt: Date): Promise<TimerRow[]> {
  return trx
    .selectFrom('timer')
    .selectAll()
    .where('creatorUid', '=', creatorUid)
    .where('archivedAt', 'is', null)
    .where('createdAt', '<=', capturedAt)
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

/** Stores a timer's new result. */
export async function updateTimer(trx: Trx, timerId: string, result: TimerResult): Promise<void> {
  await trx
    .updateTable('timer')
    .set(({ eb }) => ({ ...result, version: eb('version', '+', 1) }))
    .where('timerId', '=', timerId)
    .execute()
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

/** Inserts an entry. Returns false if the timer has it already, or if its id is taken. */
export async function insertTimerEntry(trx: Trx, { data, ...entry }: NewTimerEntry): Promise<boolean> {
  const row = await trx
    .insertInto('timerEntry')
    .values({ ...entry, kind: data.kind, data: JSON.stringify(data) })
    .onConflict((oc) => oc.doNothing())
    .returning('entryId')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the timer to which an entry belongs, by the entry's id. */
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

/** A tip as a timer needs it. */
export interface TimerTip {
  tipId: string
  creatorUid: string
  capturedAt: Date
  worthMinor: number
  amountMinor: number
  goalId: string | null
}

/** Returns an event with its tip; undefined if either is erased. */
export async function findTimerTip(
  db: Db,
  eventId: string,
): Promise<(TimerTip & { event: unknown; happenedAt: Date }) | undefined> {
  const { rows } = await sql<TimerTip & { event: unknown; happenedAt: Date }>`
    select o.payload as event, o.created_at as happened_at, t.id as tip_id, t.creator_uid, t.captured_at, coalesce(t.worth_minor, t.amount_minor) as worth_minor,
      t.amount_minor, t.goaluuid as goal_id
    from outbox o join tip t on t.id = (o.payload ->> 'tipId')::uuid
    where o.event_id = ${eventId}`.execute(db)
  return rows[0]
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
