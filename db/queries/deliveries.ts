/** Deliveries: what one event is owed at one destination, from planned to settled. */
import { sql } from 'kysely'
import { chatDestinations } from '../../contract/events.ts'
import type { DeliveryStatus, Destination } from '../../contract/events.ts'
import type { Db, Trx } from '../connection.ts'

export interface OpenDelivery {
  creatorUid: string
  /** Which attempt this is, from 1. */
  attempts: number
}

/** Begins an attempt; undefined when nothing is owed (any more). The sweep keeps away from it for half a minute. */
export async function openDelivery(
  db: Db,
  eventId: string,
  destination: Destination,
): Promise<OpenDelivery | undefined> {
  return db
    .updateTable('delivery')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), dueAt: sql<Date>`now() + interval '30 seconds'` }))
    .where('eventId', '=', eventId)
    .where('destination', '=', destination)
    .where('status', '=', 'owed')
    .returning(['creatorUid', 'attempts'])
    .executeTakeFirst()
}

/** Ends deliveries that are owed; what is settled stays as it is. */
export async function settleDeliveries(
  db: Db | Trx,
  eventIds: readonly string[],
  destination: Destination,
  status: Exclude<DeliveryStatus, 'owed' | 'coalesced'>,
  reason: string | null = null,
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ status, reason, settledAt: sql<Date>`now()` })
    .where('eventId', '=', (eb) => eb.fn.any(sql<string[]>`${eventIds}::uuid[]`))
    .where('destination', '=', destination)
    .where('status', '=', 'owed')
    .execute()
}

/** Keeps the sweep away from a delivery for that long: it waits on its queue. */
export async function delayDelivery(
  db: Db,
  eventId: string,
  destination: Destination,
  milliseconds: number,
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ dueAt: sql<Date>`now() + ${milliseconds} * interval '1 millisecond'` })
    .where('eventId', '=', eventId)
    .where('destination', '=', destination)
    .where('status', '=', 'owed')
    .execute()
}

/** Locks some deliveries that are due, oldest first, but for those that somebody else has locked. Chats look by themselves. */
export async function takeDueDeliveries(
  trx: Trx,
  limit: number,
): Promise<{ eventId: string; destination: Destination }[]> {
  return trx
    .selectFrom('delivery')
    .select(['eventId', 'destination'])
    .where('status', '=', 'owed')
    .where('dueAt', '<', sql<Date>`now()`)
    .where('destination', 'not in', Object.values(chatDestinations))
    .orderBy('dueAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Looks at these deliveries again in ten seconds. */
export async function postponeDeliveries(
  trx: Trx,
  deliveries: readonly { eventId: string; destination: Destination }[],
): Promise<void> {
  const eventIds = deliveries.map(({ eventId }) => eventId)
  const destinations = deliveries.map(({ destination }) => destination)
  await sql`
    update delivery d set due_at = now() + interval '10 seconds'
    from unnest(${eventIds}::uuid[], ${destinations}::text[]) as p (event_id, destination)
    where d.event_id = p.event_id and d.destination = p.destination
  `.execute(trx)
}

/** Ends the deliveries to some destinations that have been owed for longer than it makes sense to carry them. */
export async function expireDeliveries(
  db: Db,
  destinations: readonly Destination[],
  maxAgeMs: number,
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ status: 'expired', reason: 'tooLate', settledAt: sql<Date>`now()` })
    .where('status', '=', 'owed')
    .where('destination', 'in', destinations)
    .where('createdAt', '<', sql<Date>`now() - ${maxAgeMs} * interval '1 millisecond'`)
    .execute()
}
