/** Show events, and what creators want of each kind. Every query finds rows by key or by an index of the time. */
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { NewShowSetting, ShowSetting } from '../../../contract/show/show-calls.ts'
import { chosenShowKinds, showKind } from '../../../contract/show/show-event.ts'
import type { ShowKind, ShowTier } from '../../../contract/show/show-event.ts'
import type { Db, Trx } from '../../connection.ts'
import type { Schema } from '../../schema.ts'
import type { EventToCount } from '../goals/goal-counts.ts'

type NewShowEvent = Omit<Insertable<Schema['showEvent']>, 'createdAt'>
type Hold = 'held' | 'released' | 'dismissed' | null

/** Stores an event. Returns false if its source has sent it before. */
export async function insertShowEvent(trx: Trx, event: NewShowEvent): Promise<boolean> {
  const row = await trx
    .insertInto('showEvent')
    .values(event)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns whether Twitch has announced a subscription of somebody within the last `within` milliseconds: one that was shared, or the
 * subscription itself. Events that were hidden or denied do not count.
 */
export async function hasSubscription(
  trx: Trx,
  of: {
    creatorUid: string
    name: string
    tier: ShowTier | null
    isShared: boolean
    within: number
    /** The source's id of an event that is left out. */
    but: string
  },
): Promise<boolean> {
  const row = await trx
    .selectFrom('showEvent')
    .select('id')
    .where('creatorUid', '=', of.creatorUid)
    .where('kind', '=', 'subscription')
    .where('name', '=', of.name)
    .where('createdAt', '>', sql<Date>`now() - ${of.within / 1000} * interval '1 second'`)
    .where('source', '=', 'twitch')
    .where('sourceId', '<>', of.but)
    .where('tier', 'is not distinct from', of.tier)
    .where('quantity', of.isShared ? 'is not' : 'is', null)
    .where(sql<boolean>`hold is distinct from 'dismissed'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What names an event at its source. */
type SentId = Pick<NewShowEvent, 'creatorUid' | 'source' | 'sourceId'> & { tokenId: string | null }

/** Returns the event that a source has sent under its id before, or undefined. */
export async function findSentShowEvent(
  trx: Trx,
  { creatorUid, source, tokenId, sourceId }: SentId,
): Promise<{ id: string; hold: Hold } | undefined> {
  return trx
    .selectFrom('showEvent')
    .select(['id', 'hold'])
    .where('creatorUid', '=', creatorUid)
    .where('source', '=', source)
    .where('tokenId', 'is not distinct from', tokenId)
    .where('sourceId', '=', sourceId)
    .executeTakeFirst()
}

/** Returns and locks an event with what it is held for; undefined if the event is not this creator's. */
export async function lockShowHold(
  trx: Trx,
  creatorUid: string,
  showEventId: string,
): Promise<(EventToCount & { hold: Hold; isCounted: boolean }) | undefined> {
  return trx
    .selectFrom('showEvent')
    .select(['id', 'kind', 'tier', 'quantity', 'eventCount', 'hold', 'isCounted'])
    .where('id', '=', showEventId)
    .where('creatorUid', '=', creatorUid)
    .forUpdate()
    .executeTakeFirst()
}

/** Sets what an event is held for. */
export async function setShowHold(trx: Trx, showEventId: string, hold: Hold): Promise<void> {
  await trx.updateTable('showEvent').set({ hold }).where('id', '=', showEventId).execute()
}

/** What applies to a kind until its creator has chosen. */
const standardSetting = (kind: ShowKind): ShowSetting => {
  const isChosen = chosenShowKinds.some((chosen) => chosen === kind)
  return { kind, isOn: !isChosen, minQuantity: 1, isMuted: false, titles: [] }
}

/** Returns what a creator wants of each kind. */
export async function listShowSettings(db: Db, creatorUid: string): Promise<ShowSetting[]> {
  const rows = await db
    .selectFrom('showSetting')
    .select(['kind', 'isOn', 'minQuantity', 'isMuted', 'titles'])
    .where('creatorUid', '=', creatorUid)
    .execute()
  const own = new Map(rows.map((row) => [row.kind, row]))
  return showKind.options.map((kind) => own.get(kind) ?? standardSetting(kind))
}

/** Returns what a creator wants of a kind. */
export async function findShowSetting(db: Db, creatorUid: string, kind: ShowKind): Promise<ShowSetting> {
  return (await listShowSettings(db, creatorUid)).find((one) => one.kind === kind)!
}

/** Stores what a creator wants of a kind. */
export async function saveShowSetting(db: Db, creatorUid: string, setting: NewShowSetting): Promise<void> {
  const { kind, ...rest } = setting
  await db
    .insertInto('showSetting')
    .values({ creatorUid, kind, ...rest })
    .onConflict((oc) => oc.columns(['creatorUid', 'kind']).doUpdateSet(rest))
    .execute()
}

const rowsAtOnce = 1_000

/** Deletes events that came more than `days` ago, with their alerts. */
export async function deleteOldShowEvents(db: Db, days: number): Promise<void> {
  for (;;) {
    const isFull = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: string }>`
        select id from show_event where created_at <= now() - ${days} * interval '1 day'
        order by created_at limit ${rowsAtOnce} for update skip locked`.execute(trx)
      const ids = rows.map(({ id }) => id)
      await deleteShowEvents(trx, ids)
      return ids.length === rowsAtOnce
    })
    if (!isFull) return
  }
}

async function deleteShowEvents(trx: Trx, ids: readonly string[]): Promise<void> {
  const events = sql`(
    select event_id from outbox
    where payload ->> 'showEventId' is not null and (payload ->> 'showEventId')::uuid = any(${ids}::uuid[])
  )`
  for (const table of ['alert', 'delivery', 'outbox'])
    await sql`delete from ${sql.table(table)} where event_id in ${events}`.execute(trx)
  await sql`delete from show_event where id = any(${ids}::uuid[])`.execute(trx)
}
