/**
 * The life cycle of a delivery, the same for every destination: due, leased by one process, then sent, coalesced, expired or
 * given up. All statements read only open deliveries (by partial indexes) or rows by key, so their cost does not grow with the
 * number of tips.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DeliveryStatus, Destination } from '../../contract/events.ts'
import type { Db, Trx } from '../connection.ts'

export interface LeasedDelivery {
  /** The id of the event, of the account mail, or of the delivery to an endpoint. */
  id: string
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

interface Rows {
  table: RawBuilder<unknown>
  id: RawBuilder<unknown>
  isOwn: RawBuilder<unknown>
}

/**
 * Returns the table of a destination's deliveries. Account mail has a table of its own, because it belongs to no event, and so have the
 * endpoints of webhooks, of which an event has several; all have the same columns for the life cycle.
 */
function rowsOf(destination: Destination): Rows {
  if (destination === 'account-mail')
    return { table: sql.table('account_mail'), id: sql.ref('id'), isOwn: sql`true` }
  return destination === 'endpoints'
    ? { table: sql.table('webhook_delivery'), id: sql.ref('id'), isOwn: sql`true` }
    : { table: sql.table('delivery'), id: sql.ref('event_id'), isOwn: sql`destination = ${destination}` }
}

/**
 * Returns an SQL condition that selects those of the rows with these ids that meet `condition`. Without "is true", Postgres may read
 * all open rows to find the ids. docs/decisions/0035-plans-for-open-work.md.
 */
function withIds({ id, isOwn }: Rows, ids: readonly string[], condition: RawBuilder<unknown>) {
  return sql<boolean>`${isOwn} and ${id} = any(${ids}::uuid[]) and (${condition}) is true`
}

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
  const { table, id, isOwn } = rowsOf(destination)
  const { rows } = await sql<LeasedDelivery>`
    update ${table} set ${lease(leaseMs)}
    where ${isOwn} and ${id} in (
      select ${id} from ${table}
      where ${isOwn} and ${isDue()}
      order by coalesce(leased_until, due_at)
      limit ${limit}
      for update skip locked
    )
    returning ${id} as id, attempts
  `.execute(db)
  return rows
}

/** Leases the given deliveries that are still due, in the given order. */
export async function leaseDeliveries(
  db: Db | Trx,
  destination: Destination,
  ids: readonly string[],
  leaseMs: number,
): Promise<LeasedDelivery[]> {
  const own = rowsOf(destination)
  const { rows } = await sql<LeasedDelivery>`
    update ${own.table} set ${lease(leaseMs)}
    where ${withIds(own, ids, isDue())}
    returning ${own.id} as id, attempts
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
    return rows.length > 0 ? [] : leaseDeliveries(trx, destination, ids, leaseMs)
  })
}

/** Extends the leases of deliveries by `leaseMs` milliseconds from now. */
export async function extendLeases(
  db: Db,
  destination: Destination,
  ids: readonly string[],
  leaseMs: number,
): Promise<void> {
  const own = rowsOf(destination)
  await sql`
    update ${own.table} set leased_until = now() + ${leaseMs} * interval '1 millisecond'
    where ${withIds(own, ids, isLeased)}
  `.execute(db)
}

/**
 * Makes all leased deliveries of a destination due at once, before their leases expire. Only allowed for a destination to which a
 * single process sends.
 */
export async function recoverLeases(db: Db, destination: Destination): Promise<void> {
  const { table, isOwn } = rowsOf(destination)
  await sql`
    update ${table} set status = 'due', leased_until = null where ${isOwn} and status = 'leased'
  `.execute(db)
}

/**
 * Makes leased deliveries due again after `delayMs` milliseconds. The lease does not count as an attempt, because nothing was sent.
 */
export async function releaseDeliveries(
  db: Db | Trx,
  destination: Destination,
  ids: readonly string[],
  delayMs = 0,
): Promise<void> {
  const own = rowsOf(destination)
  await sql`
    update ${own.table} set status = 'due', leased_until = null, attempts = attempts - 1,
      due_at = now() + ${delayMs} * interval '1 millisecond'
    where ${withIds(own, ids, isLeased)}
  `.execute(db)
}

/**
 * Makes leased deliveries due again after a failed attempt. The wait starts at a second and doubles with each attempt, up to a
 * twentieth of the delivery's lifetime, or a minute if the delivery never expires. A random part of up to a quarter is taken off,
 * so that retries spread out. With `delayMs` the wait is that many milliseconds instead.
 */
export async function retryDeliveries(
  db: Db,
  destination: Destination,
  ids: readonly string[],
  delayMs?: number,
): Promise<void> {
  const own = rowsOf(destination)
  await sql`
    update ${own.table} set status = 'due', leased_until = null, due_at = now() + coalesce(
      ${delayMs ?? null}::float8 * interval '1 millisecond',
      (0.75 + random() / 4) * least(
        interval '1 second' * power(2, least(attempts, 20) - 1),
        coalesce((expires_at - created_at) / 20, interval '1 minute')
      )
    )
    where ${withIds(own, ids, isLeased)}
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
 * Ends open deliveries. A delivery that was sent counts as sent even if it expired meanwhile. The row of an account mail is
 * deleted, so that its address and text do not stay.
 */
export async function completeDeliveries(
  db: Db | Trx,
  destination: Destination,
  ids: readonly string[],
  end: DeliveryEnd,
): Promise<void> {
  if (ids.length === 0) return
  if (destination === 'account-mail') {
    await db.deleteFrom('accountMail').where('id', 'in', ids).execute()
    return
  }
  if (destination === 'endpoints') return completeWebhooks(db, ids, end)
  const into = end.status === 'coalesced' ? end.into : end.status === 'sent' ? ids[0]! : null
  const endable: DeliveryStatus[] = 'reason' in end ? ['due', 'leased'] : ['due', 'leased', 'expired']
  await db
    .updateTable('delivery')
    .set({
      status:
        end.status === 'sent'
          ? sql`case when event_id = ${into} then 'sent' else 'coalesced' end`
          : end.status,
      coalescedInto: sql`nullif(${into}::uuid, event_id)`,
      reason: 'reason' in end ? end.reason : null,
      leasedUntil: null,
      completedAt: sql<Date>`now()`,
    })
    .where('eventId', '=', (eb) => eb.fn.any(sql<string[]>`${ids}::uuid[]`))
    .where('destination', '=', destination)
    .where('status', 'in', endable)
    .execute()
}

/** Marks deliveries as sent that were sent together and yet each for itself. */
export async function completeEach(
  db: Db | Trx,
  destination: Destination,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update delivery set status = 'sent', reason = null, leased_until = null, completed_at = now()
    where ${withIds(rowsOf(destination), ids, isOpen)}
  `.execute(db)
}

async function completeWebhooks(db: Db | Trx, ids: readonly string[], end: DeliveryEnd): Promise<void> {
  await db
    .updateTable('webhookDelivery')
    .set({
      status: end.status === 'gave_up' ? 'gave_up' : 'sent',
      reason: end.status === 'gave_up' ? end.reason : null,
      leasedUntil: null,
      completedAt: sql<Date>`now()`,
    })
    .where(withIds(rowsOf('endpoints'), ids, isOpen))
    .execute()
}

/** Notes on the deliveries of a message that was sent that the platform holds it for review, so that nobody sees it yet. */
export async function markHeld(db: Db, destination: Destination, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ reason: 'held' })
    .where('eventId', '=', (eb) => eb.fn.any(sql<string[]>`${ids}::uuid[]`))
    .where('destination', '=', destination)
    .where('status', 'in', ['sent', 'coalesced'])
    .execute()
}

/**
 * Ends all deliveries that have expired and that nobody is sending, whatever their destination; with `withinMs`, only those that
 * have expired within this time. Returns how many of them were account mails.
 *
 * Until the next vacuum, the index still has the entries of deliveries that have ended. A plain scan in the index's order marks
 * those that it meets as dead, so later scans skip them; a bitmap scan would read their rows again each time.
 * https://www.postgresql.org/docs/current/index-locking.html
 */
export async function expireDeliveries(db: Db, withinMs?: number): Promise<number> {
  const isRecent =
    withinMs === undefined ? sql`true` : sql`expires_at > now() - ${withinMs} * interval '1 millisecond'`
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update delivery set status = 'expired', reason = 'tooLate', leased_until = null, completed_at = now()
      where (event_id, destination) in (
        select event_id, destination from delivery
        where ${isOpen} and expires_at <= now() and ${isRecent} and coalesce(leased_until, now()) <= now()
        order by expires_at limit ${expiredAtOnce}
        for update skip locked
      )`.execute(db)
    if (numAffectedRows < expiredAtOnce) break
  }
  const { numAffectedRows } = await sql`
    delete from account_mail where expires_at <= now() and coalesce(leased_until, now()) <= now()
  `.execute(db)
  return Number(numAffectedRows)
}

const expiredAtOnce = 500
