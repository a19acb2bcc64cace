/** Events on their way out: which are not fanned out yet, and the statement that does it. */
import { sql } from 'kysely'
import { defaultChatbotToggles } from '../../contract/entities.ts'
import type { ChatbotToggles, NotificationPreferences, Platform } from '../../contract/entities.ts'
import type { Destination, OutboxEvent } from '../../contract/events.ts'
import type { Db, Trx } from '../connection.ts'

export interface OpenEvent {
  eventId: string
  type: OutboxEvent['type']
  /** Of a tip: whether it goes toward a goal. */
  isForGoal: boolean
}

/** One creator's events that wait, with the choices that decide where they go. */
export interface OpenEvents {
  creatorUid: string
  events: OpenEvent[]
  preferences: NotificationPreferences
  chat: Partial<Record<Platform, ChatbotToggles>>
}

interface OpenEventRow extends OpenEvent, Partial<NotificationPreferences> {
  creatorUid: string
  chat: OpenEvents['chat'] | null
}

/**
 * When an event is not fanned out: all the events of its creator that are not, oldest first. Taking the others along keeps a
 * creator's events in order, whoever works on which. Undefined when it is fanned out.
 */
export async function listOpenEvents(
  db: Db,
  eventId: string,
  limit: number,
): Promise<OpenEvents | undefined> {
  const { rows } = await sql<OpenEventRow>`/* prepared: list_open_events */
    select o.event_id, o.type, o.creator_uid, t.goaluuid is not null as is_for_goal,
      coalesce(p.receive_all_tips, true) as receive_all_tips,
      coalesce(p.receive_goal_funded, true) as receive_goal_funded,
      (
        select jsonb_object_agg(c.platform, jsonb_build_object(
          'receiveAllTips', coalesce(s.receive_all_tips, ${defaultChatbotToggles.receiveAllTips}::boolean),
          'receiveGoalFunded', coalesce(s.receive_goal_funded, ${defaultChatbotToggles.receiveGoalFunded}::boolean),
          'receiveGeneralTips', coalesce(s.receive_general_tips, ${defaultChatbotToggles.receiveGeneralTips}::boolean)
        ))
        from platform_connection c
        left join chatbot_settings s on s.uid = c.uid and s.platform = c.platform
        where c.uid = o.creator_uid
      ) as chat
    from outbox asked
    join outbox o on o.creator_uid = asked.creator_uid and o.fanned_out_at is null
    left join tip t on t.id = (o.payload ->> 'tipId')::uuid
    left join notification_preference p on p.uid = o.creator_uid
    where asked.event_id = ${eventId} and asked.fanned_out_at is null
    -- A funded goal stands in one transaction with its tip, and follows it.
    order by o.created_at, o.type desc
    limit ${limit}
  `.execute(db)
  return rows[0] && toOpenEvents(rows[0], rows)
}

function toOpenEvents(first: OpenEventRow, rows: OpenEventRow[]): OpenEvents {
  const { creatorUid, receiveAllTips = true, receiveGoalFunded = true, chat } = first
  const events = rows.map(({ eventId, type, isForGoal }) => ({ eventId, type, isForGoal }))
  return { creatorUid, events, preferences: { receiveAllTips, receiveGoalFunded }, chat: chat ?? {} }
}

export interface Plan {
  eventId: string
  destinations: readonly Destination[]
}

/** A delivery that is new; the others of a plan stood already. */
export interface NewDelivery {
  eventId: string
  destination: Destination
}

/** Writes what a creator's events are owed and marks them fanned out, in one statement; gives the deliveries it made. */
export async function fanOut(db: Db, creatorUid: string, plans: readonly Plan[]): Promise<NewDelivery[]> {
  const planned = plans.flatMap(({ eventId, destinations }) =>
    destinations.map((destination) => ({ eventId, destination })),
  )
  const { rows } = await sql<NewDelivery>`/* prepared: fan_out */
    with added as (
      insert into delivery (event_id, destination, creator_uid, due_at)
      select event_id, destination, ${creatorUid}, now() + interval '5 seconds'
      from unnest(${planned.map(({ eventId }) => eventId)}::uuid[], ${planned.map(({ destination }) => destination)}::text[])
        as planned (event_id, destination)
      on conflict (event_id, destination) do nothing
      returning event_id, destination
    ),
    marked as (
      update outbox set fanned_out_at = now()
      where event_id = any(${plans.map(({ eventId }) => eventId)}::uuid[]) and fanned_out_at is null
    )
    select added.event_id, added.destination
    from added join unnest(${plans.map(({ eventId }) => eventId)}::uuid[]) with ordinality as o (event_id, place)
      on o.event_id = added.event_id
    order by o.place
  `.execute(db)
  return rows
}

/** Locks some events that were not fanned out for a second, oldest first, but for those that somebody else has locked. */
export async function takeForgottenEvents(trx: Trx, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('outbox')
    .select('eventId')
    .where('fannedOutAt', 'is', null)
    .where('createdAt', '<', sql<Date>`now() - interval '1 second'`)
    .orderBy('createdAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ eventId }) => eventId)
}
