/** Show events as timers need them. */
import { sql } from 'kysely'
import type { ShowKind, ShowTier } from '../../../contract/show/show-event.ts'
import type { Db } from '../../connection.ts'

/** An outbox event with its show event. */
export interface TimerShow {
  eventId: string
  event: unknown
  happenedAt: Date
  showEventId: string
  creatorUid: string
  /** When the show event came; an outbox event about it may be later. */
  receivedAt: Date
  kind: ShowKind
  tier: ShowTier | null
  quantity: number | null
  eventCount: number
}

/** Returns outbox events with their show events, by key. Leaves out a pair if either is deleted, and what counts for nothing. */
export async function listTimerShows(db: Db, eventIds: readonly string[]): Promise<TimerShow[]> {
  const { rows } = await sql<TimerShow>`
    select o.event_id, o.payload as event, o.created_at as happened_at, s.id as show_event_id, s.creator_uid,
      s.created_at as received_at, s.kind, s.tier, s.quantity,
      s.event_count
    from outbox o join show_event s on s.id = (o.payload ->> 'showEventId')::uuid
    where o.event_id = any(${eventIds}::uuid[]) and s.is_counted`.execute(db)
  return rows
}

/** Returns the names of show events by their ids: none of those that are hidden. */
export async function listShowNames(
  db: Db,
  showEventIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (showEventIds.length === 0) return []
  const rows = await db
    .selectFrom('showEvent')
    .select(['id', 'name'])
    .where('id', 'in', [...showEventIds])
    .where(sql<boolean>`hold is distinct from 'dismissed'`)
    .execute()
  return rows.flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]))
}
