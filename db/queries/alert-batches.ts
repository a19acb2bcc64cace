/** A creator's owed alerts, stored together: the sequence is held for three statements, however many they are. */
import { sql } from 'kysely'
import type { Trx } from '../connection.ts'
import type { NewAlert } from './alerts.ts'

/** Holds the sequence of the creator whom an event's alert is owed to; undefined when it is not owed (any more). */
export async function lockOwedAlerts(trx: Trx, eventId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('delivery')
    .innerJoin('creatorCounter', 'creatorCounter.creatorUid', 'delivery.creatorUid')
    .select('creatorCounter.creatorUid')
    .where('delivery.eventId', '=', eventId)
    .where('delivery.destination', '=', 'alerts')
    .where('delivery.status', '=', 'owed')
    .forUpdate('creatorCounter')
    .executeTakeFirst()
  return row?.creatorUid
}

/**
 * Gives alerts of one creator the next places, in their order, and settles their deliveries; an event that has its alert
 * already gets no second one. Returns the last place that was given.
 */
export async function storeAlerts(
  trx: Trx,
  creatorUid: string,
  alerts: readonly Omit<NewAlert, 'creatorUid'>[],
): Promise<number | undefined> {
  const eventIds = alerts.map(({ eventId }) => eventId)
  const bodies = alerts.map(({ body }) => JSON.stringify(body))
  const { rows } = await sql<{ head: number | null }>`
    with fresh as (
      select given.event_id, given.body, row_number() over (order by given.place) as step
      from unnest(${eventIds}::uuid[], ${bodies}::jsonb[]) with ordinality as given (event_id, body, place)
      where not exists (select from alert where alert.event_id = given.event_id)
    ),
    moved as (
      update creator_counter set alert_seq = alert_seq + (select count(*) from fresh)
      where creator_uid = ${creatorUid}
      returning alert_seq - (select count(*) from fresh) as before
    ),
    stored as (
      insert into alert (creator_uid, seq, event_id, is_test, body)
      select ${creatorUid}, moved.before + fresh.step, fresh.event_id, (fresh.body ->> 'isTest')::boolean, fresh.body
      from fresh, moved
      returning seq
    ),
    settled as (
      update delivery set status = 'sent', settled_at = now()
      where event_id = any(${eventIds}::uuid[]) and destination = 'alerts' and status = 'owed'
    )
    select max(seq) as head from stored
  `.execute(trx)
  return rows[0]?.head ?? undefined
}
