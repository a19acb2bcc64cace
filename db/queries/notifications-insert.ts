/** Writing what an account is told; reading it is in `notifications.ts`. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'

/**
 * Stores the notifications that are owed for these events and settles their deliveries, in one statement. One event makes one
 * for its creator, however often it is stored. Returns whose lists have grown.
 */
export async function storeNotifications(db: Db, eventIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`/* prepared: store_notifications */
    with owed as (
      select o.event_id, o.creator_uid, o.type, (o.payload ->> 'tipId')::uuid as tip_id
      from delivery d join outbox o on o.event_id = d.event_id
      where d.event_id = any(${eventIds}::uuid[]) and d.destination = 'notifications' and d.status = 'owed'
    ),
    stored as (
      insert into notification (uid, event_id, kind, tip_id)
      select creator_uid, event_id, case type when 'goal.funded' then 'goalFunded' else 'tip' end, tip_id from owed
      on conflict (event_id, uid) do nothing
    ),
    settled as (
      update delivery d set status = 'sent', settled_at = now()
      from owed
      where d.event_id = owed.event_id and d.destination = 'notifications' and d.status = 'owed'
    )
    select distinct creator_uid as uid from owed
  `.execute(db)
  return rows.map(({ uid }) => uid)
}
