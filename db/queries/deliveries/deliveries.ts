/**
 * The life cycle of a delivery, the same for every destination: due, leased by one process, then sent, coalesced, expired or
 * given up. All statements read only open deliveries (by partial indexes) or rows by key, so their cost does not grow with the
 * number of tips.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DeliveryStatus, Destination } from '../../../contract/events.ts'
import type { Db, Trx } from '../../connection.ts'

export interface LeasedDelivery {
  id: string
  /** Null for an email about an account. */
  eventId: string | null
  /** Which attempt this is, from 1. */
  attempts: number
}

const isOpen = sql`status in ('due', 'leased')`
const isLeased = sql`status = 'leased'`

/** A condition on rows that may be leased: they are due, or their lease has expired. `alias` is the table's alias with its dot. */
export function isDue(alias: '' | 'd.' = ''): RawBuilder<unknown> {
  const column = (name: string) => sql.raw(`${alias}${name}`)
  return sql`${column('status')} in ('due', 'leased') and coalesce(${column('leased_until')}, ${column('due_at')}) <= now()
    and (${column('expires_at')} is null or ${column('expires_at')} > now())`
}

/**
 * Returns an SQL condition that selects those of the rows with these ids that meet `condition`. Without "is true", Postgres may read
 * all open rows to find the ids. docs/decisions/0035-plans-for-open-work.md.
 */
function withIds(ids: readonly string[], condition: RawBuilder<unknown>) {
  return sql<boolean>`id = any(${ids}::uuid[]) and (${condition}) is true`
}

const leasedColumns = sql`id, event_id, attempts`

function lease(leaseMs: number): RawBuilder<unknown> {
  return sql`status = 'leased', attempts = attempts + 1, leased_until = now() + ${leaseMs} * interval '1 millisecond'`
}

/**
 * Leases up to `limit` deliveries that are due or whose lease has expired because its process died, longest due first. Two
 * processes never lease the same delivery at once.
 */
export async function leaseDueDeliveries(
  db: Db,
  destination: Destination,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<LeasedDelivery[]> {
  const { rows } = await sql<LeasedDelivery>`
    update delivery set ${lease(leaseMs)}
    where id in (
      select id from delivery
      where destination = ${destination} and ${isDue()}
      order by coalesce(leased_until, due_at)
      limit ${limit}
      for update skip locked
    )
    returning ${leasedColumns}
  `.execute(db)
  return rows
}

/** Leases the given deliveries that are still due, in the given order. */
export async function leaseDeliveries(
  db: Db | Trx,
  ids: readonly string[],
  leaseMs: number,
): Promise<LeasedDelivery[]> {
  const { rows } = await sql<LeasedDelivery>`
    update delivery set ${lease(leaseMs)}
    where ${withIds(ids, isDue())}
    returning ${leasedColumns}
  `.execute(db)
  const leased = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((one) => leased.get(one) ?? [])
}

/**
 * Leases deliveries to one creator's chat as `leaseDeliveries` does, unless another process is sending to that chat: then returns
 * none.
 */
export async function leaseOneChat(
  db: Db,
  destination: Destination,
  creatorUid: string,
  ids: readonly string[],
  leaseMs: number,
): Promise<LeasedDelivery[]> {
  return db.transaction().execute(async (trx) => {
    const lock = sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${destination} ${creatorUid}`}, 0)) as is_locked`
    if (!(await lock.execute(trx)).rows[0]!.isLocked) return []
    const { rows } = await sql`
      select 1 from delivery where destination = ${destination} and creator_uid = ${creatorUid}
        and status = 'leased' and leased_until > now() limit 1
    `.execute(trx)
    return rows.length > 0 ? [] : leaseDeliveries(trx, ids, leaseMs)
  })
}

/** Extends the leases of deliveries by `leaseMs` milliseconds from now. */
export async function extendLeases(db: Db, ids: readonly string[], leaseMs: number): Promise<void> {
  await sql`
    update delivery set leased_until = now() + ${leaseMs} * interval '1 millisecond'
    where ${withIds(ids, isLeased)}
  `.execute(db)
}

/**
 * Makes all leased deliveries of a destination due at once, before their leases expire. Only allowed for a destination that a single
 * process sends to.
 */
export async function recoverLeases(db: Db, destination: Destination): Promise<void> {
  await sql`
    update delivery set status = 'due', leased_until = null where destination = ${destination} and status = 'leased'
  `.execute(db)
}

/**
 * Makes leased deliveries due again after `delayMs` milliseconds. The lease does not count as an attempt, because nothing was sent.
 */
export async function releaseDeliveries(db: Db | Trx, ids: readonly string[], delayMs = 0): Promise<void> {
  await sql`
    update delivery set status = 'due', leased_until = null, attempts = attempts - 1,
      due_at = now() + ${delayMs} * interval '1 millisecond'
    where ${withIds(ids, isLeased)}
  `.execute(db)
}

/**
 * Makes leased deliveries due again after a failed attempt. The wait starts at a second and doubles with each attempt, up to a
 * twentieth of the delivery's lifetime, or a minute if the delivery never expires. A random part of up to a quarter is taken off,
 * so that retries spread out. With `delayMs` the wait is that many milliseconds instead.
 */
export async function retryDeliveries(db: Db, ids: readonly string[], delayMs?: number): Promise<void> {
  await sql`
    update delivery set status = 'due', leased_until = null, due_at = now() + coalesce(
      ${delayMs ?? null}::float8 * interval '1 millisecond',
      (0.75 + random() / 4) * least(
        interval '1 second' * power(2, least(attempts, 20) - 1),
        coalesce((expires_at - created_at) / 20, interval '1 minute')
      )
    )
    where ${withIds(ids, isLeased)}
  `.execute(db)
}

export type DeliveryEnd =
  /**
   * The final status of deliveries. If one message covers several deliveries, the first is `sent` and the others are `coalesced`
   * into the first.
   */
  | { status: 'sent' }
  | { status: 'coalesced'; into: string }
  | { status: 'gave_up' | 'expired'; reason: string }

/**
 * Ends open deliveries. A delivery that was sent counts as sent even if it expired meanwhile. The row of an email about an account is
 * deleted, so that its address and text do not stay.
 */
export async function completeDeliveries(
  db: Db | Trx,
  ids: readonly string[],
  end: DeliveryEnd,
): Promise<void> {
  if (ids.length === 0) return
  const into = end.status === 'coalesced' ? end.into : end.status === 'sent' ? ids[0]! : null
  const endable: DeliveryStatus[] = 'reason' in end ? ['due', 'leased'] : ['due', 'leased', 'expired']
  const status =
    end.status === 'sent' ? sql`case when id = ${into} then 'sent' else 'coalesced' end` : end.status
  await sql`
    with mail as (delete from delivery where id = any(${ids}::uuid[]) and mail is not null)
    update delivery set status = ${status}, coalesced_into = nullif(${into}::uuid, id),
      reason = ${'reason' in end ? end.reason : null}, leased_until = null, completed_at = now()
    where id = any(${ids}::uuid[]) and mail is null and status = any(${endable}::text[])`.execute(db)
}

/** Marks the deliveries of events to a destination as sent that were sent together and yet each for itself. */
export async function completeEach(
  db: Db | Trx,
  destination: Destination,
  eventIds: readonly string[],
): Promise<void> {
  await sql`
    update delivery set status = 'sent', reason = null, leased_until = null, completed_at = now()
    where event_id = any(${eventIds}::uuid[]) and destination = ${destination} and (${isOpen}) is true
  `.execute(db)
}

/** Notes on the deliveries of a message that was sent that the platform holds it for review, so that nobody sees it yet. */
export async function markHeld(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ reason: 'held' })
    .where('id', '=', (eb) => eb.fn.any(sql<string[]>`${ids}::uuid[]`))
    .where('status', 'in', ['sent', 'coalesced'])
    .execute()
}

/**
 * Ends all deliveries that have expired and that nobody is sending, whatever their destination; with `withinMs`, only those that
 * have expired within this time. Those of emails about accounts are deleted; returns how many these were.
 *
 * Until the next vacuum, the index still has the entries of deliveries that have ended. A plain scan in the index's order marks
 * those that it meets as dead, so later scans skip them; a bitmap scan would read their rows again each time.
 * https://www.postgresql.org/docs/current/index-locking.html
 */
export async function expireDeliveries(db: Db, withinMs?: number): Promise<number> {
  const isRecent =
    withinMs === undefined ? sql`true` : sql`expires_at > now() - ${withinMs} * interval '1 millisecond'`
  for (let mails = 0; ;) {
    const { rows } = await sql<{ all: number; mails: number }>`
      with over as materialized (
        select id, mail is not null as is_mail from delivery
        where ${isOpen} and expires_at <= now() and ${isRecent} and coalesce(leased_until, now()) <= now()
        order by expires_at limit ${expiredAtOnce}
        for update skip locked
      ),
      mails as (delete from delivery d using over where d.id = over.id and is_mail),
      others as (
        update delivery d set status = 'expired', reason = 'tooLate', leased_until = null, completed_at = now()
        from over where d.id = over.id and not is_mail
      )
      select count(*)::int as "all", count(*) filter (where is_mail)::int as mails from over`.execute(db)
    mails += rows[0]!.mails
    if (rows[0]!.all < expiredAtOnce) return mails
  }
}

const expiredAtOnce = 500
