/** Deliveries and work on payments that gave up, for the operator who decides about them. */
import { sql } from 'kysely'
import type { Destination } from '../../../contract/events.ts'
import type { Db, Trx } from '../../connection.ts'
import type { WorkItem } from '../payments/failed-work.ts'

/** Lists deliveries that gave up, the latest of each destination, by the index of these rows. */
export async function listGivenUpDeliveries(db: Db, destinations: readonly Destination[], limit: number) {
  const { rows } = await sql<{ eventId: string; destination: Destination; at: Date; reason: string }>`
    select d.event_id, d.destination, d.completed_at as at, d.reason
    from unnest(${destinations}::text[]) as wanted (destination)
    cross join lateral (
      select * from delivery x where x.destination = wanted.destination and x.status = 'gave_up'
      order by x.completed_at desc limit ${limit}
    ) d order by d.completed_at desc limit ${limit}`.execute(db)
  return rows
}

/** Makes a delivery that gave up due again, with its whole lifetime and no attempts; false if it has not given up. */
export async function retryGivenUpDelivery(
  trx: Trx,
  eventId: string,
  destination: Destination,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update delivery set status = 'due', reason = null, attempts = 0, due_at = now(), completed_at = null,
      expires_at = now() + (expires_at - created_at)
    where event_id = ${eventId} and destination = ${destination} and status = 'gave_up'`.execute(trx)
  return numAffectedRows === 1n
}

/** Ends a delivery that gave up for good; false if it has not given up. */
export async function dropGivenUpDelivery(
  trx: Trx,
  eventId: string,
  destination: Destination,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update delivery set status = 'expired', reason = 'dropped'
    where event_id = ${eventId} and destination = ${destination} and status = 'gave_up'`.execute(trx)
  return numAffectedRows === 1n
}

/** Makes work that was given up due again; false if it was not given up. */
export async function retryGivenUpWork(trx: Trx, { kind, key }: WorkItem): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('failedWork')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('givenUpAt', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Marks the webhook of a key (`webhookItem`) as processed without processing it. */
export async function dropWebhook(trx: Trx, key: string): Promise<void> {
  const [provider, payeeId, ...eventId] = key.split(' ')
  await sql`
    update webhook_event set processed_at = now()
    where provider = ${provider} and payee_id = ${payeeId} and event_id = ${eventId.join(' ')} and processed_at is null`.execute(
    trx,
  )
}
