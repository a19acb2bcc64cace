/** Scheduled changes: goals expire, and old rows are deleted. */
import { sql } from 'kysely'
import type { Db, Trx } from '../connection.ts'

/** Expires goals whose end date has passed; returns the ids of their creators. */
export async function expireGoals(db: Db): Promise<string[]> {
  const rows = await db
    .updateTable('goal')
    .set({ status: 'EXPIRED' })
    .where('status', '=', 'ACTIVE')
    .where('endDate', '<=', sql<Date>`now()`)
    .returning('creatorUid')
    .execute()
  return [...new Set(rows.map(({ creatorUid }) => creatorUid))]
}

/** Deletes raw webhooks older than this many days. */
export async function deleteOldWebhooks(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('webhookEvent')
    .where('receivedAt', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .execute()
}

/** How many rows one statement handles. The locks of one statement are held briefly. */
const rowsAtOnce = 2_000

/** A time before all rows. The first run starts there. */
const beginning = sql<Date>`'2000-01-01'::timestamptz`

/**
 * Deletes, of events older than `days`, what only the machinery needed: deliveries that have ended, except messages to chats,
 * which prove to a bank that a tip was delivered; and test alerts with their events. Continues where the last run stopped, so each
 * event is read once.
 */
export async function deleteOldDeliveries(db: Db, days: number): Promise<void> {
  await walk(db, 'deliveries', days, async (trx, from, to) => {
    const { rows } = await sql<{ createdAt: string; events: number }>`
      with old as materialized (
        select event_id, type, created_at from outbox
        where created_at > ${from}::timestamptz and created_at <= ${to}::timestamptz
        order by created_at fetch first ${rowsAtOnce} rows with ties -- events of one transaction have the same time
      ),
      ended as (
        delete from delivery d using old
        where d.event_id = old.event_id and d.destination not like 'chat-%' and d.status not in ('due', 'leased')
      ),
      tests as (delete from alert a using old where a.event_id = old.event_id and old.type = 'alert.tested')
      select max(created_at)::text as created_at, count(*)::int as events from old`.execute(trx)
    const { createdAt, events } = rows[0]!
    await sql`
      delete from outbox o where type = 'alert.tested' and fanned_out_at is not null
        and created_at > ${from}::timestamptz and created_at <= coalesce(${createdAt}, ${to})::timestamptz
        and not exists (select from alert a where a.event_id = o.event_id)
        and not exists (select from notification n where n.event_id = o.event_id)`.execute(trx)
    return events < rowsAtOnce ? undefined : createdAt
  })
}

/**
 * Deletes events older than `days` with all that follows from them: deliveries, alerts and notifications. Tips, their receipts and
 * the ledger stay.
 */
export async function deleteOldEvents(db: Db, days: number): Promise<void> {
  for (;;) {
    const isFull = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ eventId: string }>`
        select event_id from outbox where created_at <= now() - ${days} * interval '1 day' and fanned_out_at is not null
        order by created_at limit ${rowsAtOnce} for update skip locked`.execute(trx)
      const ids = rows.map(({ eventId }) => eventId)
      for (const table of ['notification', 'alert', 'delivery', 'outbox'])
        await sql`delete from ${sql.table(table)} where event_id = any(${ids}::uuid[])`.execute(trx)
      return ids.length === rowsAtOnce
    })
    if (!isFull) return
  }
}

/**
 * Empties orders that were given up more than `days` ago: name, words and the hashes of networks. Continues where the last run
 * stopped.
 */
export async function emptyGivenUpOrders(db: Db, days: number): Promise<void> {
  await walk(db, 'given-up orders', days, async (trx, from, to) => {
    const { rows } = await sql<{ updatedAt: string; orders: number }>`
      with old as materialized (
        select id, updated_at from tip_order
        where status in ('EXPIRED', 'FAILED') and updated_at > ${from}::timestamptz and updated_at <= ${to}::timestamptz
        order by updated_at fetch first ${rowsAtOnce} rows with ties
      ),
      emptied as (
        update tip_order o set supporter_name = 'Anonymous', is_anonymous = true, message = '',
          address_hash = null, wider_address_hashes = '{}'
        from old where o.id = old.id and not exists (select from tip t where t.order_id = o.id)
      )
      select max(updated_at)::text as updated_at, count(*)::int as orders from old`.execute(trx)
    const { updatedAt, orders } = rows[0]!
    return orders < rowsAtOnce ? undefined : updatedAt
  })
}

/** Deletes orders that were given up more than `days` ago and that nothing refers to. */
export async function deleteGivenUpOrders(db: Db, days: number): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from tip_order where id in (
        select o.id from tip_order o
        where o.status in ('EXPIRED', 'FAILED') and o.updated_at <= now() - ${days} * interval '1 day'
          and not exists (select from tip t where t.order_id = o.id)
          and not exists (select from unmatched_payment u where u.order_id = o.id)
        order by o.updated_at limit ${rowsAtOnce}
        for update skip locked
      )`.execute(db)
    if (numAffectedRows < rowsAtOnce) return
  }
}

/**
 * Calls `clean` with spans of time up to `days` ago, in order, until all is done, and stores how far it came. `clean` returns the time
 * of the last row that it handled, or undefined when the span has no more. Times are texts of Postgres, because a Date has only
 * milliseconds.
 */
async function walk(
  db: Db,
  name: string,
  days: number,
  clean: (trx: Trx, from: string, to: string) => Promise<string | undefined>,
): Promise<void> {
  let isDone = false
  while (!isDone)
    isDone = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ from: string; to: string }>`
        insert into retention_progress as p (name, done_to) values (${name}, ${beginning})
        on conflict (name) do update set done_to = p.done_to
        returning done_to::text as "from", greatest(done_to, now() - ${days} * interval '1 day')::text as "to"`.execute(
        trx,
      )
      const { from, to } = rows[0]!
      const last = await clean(trx, from, to)
      await sql`update retention_progress set done_to = ${last ?? to}::timestamptz where name = ${name}`.execute(
        trx,
      )
      return last === undefined
    })
}

/**
 * Deletes documents that were attached to the evidence about a dispute so many days ago and never sent. Reads an index of those alone.
 */
export async function deleteOldDocuments(db: Db, days: number): Promise<void> {
  await sql`
    delete from evidence_document
    where response_id is null and created_at < now() - ${days}::int * interval '1 day'`.execute(db)
}
