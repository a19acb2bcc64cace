/** A creator's owed alerts, stored together: one read and one write, however many they are. */
import { sql } from 'kysely'
import type { Alert } from '../../contract/sockets.ts'
import type { Db } from '../connection.ts'
import type { NewAlert } from './alerts.ts'

export interface AlertBatch {
  creatorUid: string
  /** The head of the sequence when the batch was read. */
  head: number
  alerts: readonly Omit<NewAlert, 'creatorUid'>[]
}

export interface StoredAlerts {
  head: number
  /** Those that are new, in their order. */
  alerts: Alert[]
}

/**
 * Gives the alerts of a batch the next places, in their order, and settles their deliveries, in one statement. Returns the
 * new head and what is new; undefined when somebody else has moved the sequence since the batch was read: then nothing has changed, and
 * reading again shows what is left. An event that has its alert already gets no second one.
 */
export async function storeAlerts(
  db: Db,
  { creatorUid, head, alerts }: AlertBatch,
): Promise<StoredAlerts | undefined> {
  const eventIds = alerts.map(({ eventId }) => eventId)
  const bodies = alerts.map(({ body }) => JSON.stringify(body))
  const { rows } = await sql<StoredAlerts>`/* prepared: store_alerts */
    with fresh as (
      select given.event_id, given.body, row_number() over (order by given.place) as step
      from unnest(${eventIds}::uuid[], ${bodies}::jsonb[]) with ordinality as given (event_id, body, place)
      where not exists (select from alert where alert.event_id = given.event_id)
    ),
    moved as (
      update creator_counter set alert_seq = alert_seq + (select count(*) from fresh)
      where creator_uid = ${creatorUid} and alert_seq = ${head}
      returning creator_uid, alert_seq
    ),
    stored as (
      insert into alert (creator_uid, seq, event_id, is_test, body)
      select moved.creator_uid, ${head}::bigint + fresh.step, fresh.event_id, (fresh.body ->> 'isTest')::boolean, fresh.body
      from fresh, moved
      returning id, seq, body
    ),
    settled as (
      update delivery d set status = 'sent', settled_at = now()
      from moved
      where d.event_id = any(${eventIds}::uuid[]) and d.destination = 'alerts' and d.status = 'owed'
    )
    select alert_seq as head,
      coalesce((select jsonb_agg(body || jsonb_build_object('id', id, 'seq', seq) order by seq) from stored), '[]') as alerts
    from moved
  `.execute(db)
  return rows[0]
}
