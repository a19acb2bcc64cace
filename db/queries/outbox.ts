/** Events on their way out: which are not fanned out yet, and the statement that does it. */
import { sql } from 'kysely'
import { defaultChatbotToggles } from '../../contract/entities.ts'
import type { ChatbotToggles, ChatPlatform, NotificationPreferences } from '../../contract/entities.ts'
import type { Destination } from '../../contract/events.ts'
import type { Db, Trx } from '../connection.ts'
import type { StoredAlerts } from './alert-batches.ts'
import type { AlertBody } from './alerts.ts'
import { eventDetailsColumns, eventDetailsJoins, toEventDetails } from './event-details.ts'
import type { EventDetails, EventDetailsRow } from './event-details.ts'

/** One creator's events that wait, with the choices that decide where they go. */
export interface OpenEvents {
  creatorUid: string
  /** The head of the creator's sequence of alerts at the moment of reading. */
  head: number
  events: EventDetails[]
  preferences: NotificationPreferences
  chat: Partial<Record<ChatPlatform, ChatbotToggles>>
  /** Whether a browser of the creator's wants push messages. */
  hasPush: boolean
}

interface OpenEventRow extends EventDetailsRow, NotificationPreferences {
  chat: OpenEvents['chat'] | null
  hasPush: boolean
}

/**
 * The creators of those events that are not fanned out, each with all of their events that are not, oldest first and at most
 * `limit`. Taking the others along keeps a creator's events in order, whoever works on which.
 */
export async function listOpenEvents(
  db: Db,
  eventIds: readonly string[],
  limit: number,
): Promise<OpenEvents[]> {
  const { rows } = await sql<OpenEventRow>`/* prepared: list_open_events */
    with asked as materialized (
      select e.creator_uid, coalesce(p.receive_all_tips, true) as receive_all_tips,
        coalesce(p.receive_goal_funded, true) as receive_goal_funded,
        (
          select jsonb_object_agg(c.platform, jsonb_build_object(
            'receiveAllTips', coalesce(s.receive_all_tips, ${defaultChatbotToggles.receiveAllTips}::boolean),
            'receiveGoalFunded', coalesce(s.receive_goal_funded, ${defaultChatbotToggles.receiveGoalFunded}::boolean),
            'receiveGeneralTips', coalesce(s.receive_general_tips, ${defaultChatbotToggles.receiveGeneralTips}::boolean)
          ))
          from platform_connection c
          left join chatbot_settings s on s.uid = c.uid and s.platform = c.platform
          where c.uid = e.creator_uid and c.access_lost_at is null
        ) as chat,
        exists (select from push_subscription s where s.uid = e.creator_uid) as has_push
      from (
        select distinct creator_uid from outbox
        where event_id = any(${eventIds}::uuid[]) and fanned_out_at is null
      ) e
      left join notification_preference p on p.uid = e.creator_uid
    )
    select ${eventDetailsColumns}, asked.receive_all_tips, asked.receive_goal_funded, asked.chat, asked.has_push
    from asked
    cross join lateral (
      select * from outbox
      where creator_uid = asked.creator_uid and fanned_out_at is null
      -- A funded goal stands in one transaction with its tip, and follows it.
      order by created_at, type desc
      limit ${limit}
    ) o
    ${eventDetailsJoins}
    order by o.creator_uid, o.created_at, o.type desc
  `.execute(db)
  const uids = [...new Set(rows.map(({ uid }) => uid))]
  return uids.map((uid) => toOpenEvents(rows.filter((row) => row.uid === uid)))
}

function toOpenEvents(rows: OpenEventRow[]): OpenEvents {
  const { uid, head, receiveAllTips, receiveGoalFunded, chat, hasPush } = rows[0]!
  const preferences = { receiveAllTips, receiveGoalFunded }
  return { creatorUid: uid, head, events: rows.map(toEventDetails), preferences, chat: chat ?? {}, hasPush }
}

export interface Plan {
  eventId: string
  destinations: readonly Destination[]
  /** What `alerts` shows of the event; without it that delivery stays owed. */
  alert?: AlertBody
}

export interface FanOut {
  creatorUid: string
  /** The head of the creator's sequence of alerts when the events were read. */
  head: number
  /** In the order of their events. */
  plans: readonly Plan[]
}

export interface NewDelivery {
  eventId: string
  destination: Destination
}

export interface FannedOut {
  creatorUid: string
  /** What somebody still has to see to, in the order of the events. */
  owed: NewDelivery[]
  /** The alerts that were given their places here. */
  stored: StoredAlerts | undefined
  /** The creator's list of notifications has grown. */
  isNoticed: boolean
}

/**
 * Fans out the events of some creators, each at most once among `fans`, in one statement: marks them, writes what they are
 * owed, and settles at once what only concerns this database, alerts and notifications. Alerts of a creator stay owed when
 * somebody else has moved the sequence since `head` was read, or when older ones are owed still: none overtakes another. Of an
 * event that is fanned out already nothing is written.
 *
 * Locks are always taken in this sequence, each kind by its key: events, creators' counters.
 */
export async function fanOut(db: Db, fans: readonly FanOut[]): Promise<FannedOut[]> {
  const { rows } = await sql<{
    creatorUid: string
    owed: NewDelivery[]
    head: number | null
    alerts: StoredAlerts['alerts']
    isNoticed: boolean
  }>`
    /* prepared: fan_out */
    with ${marked(fans)}, ${storedAlerts(fans)}, ${settled(fans)}
    select g.creator_uid,
      coalesce((
        select jsonb_agg(jsonb_build_object('eventId', event_id, 'destination', destination) order by place)
        from planned where creator_uid = g.creator_uid and not is_settled
      ), '[]') as owed,
      moved.alert_seq as head,
      coalesce((
        select jsonb_agg(body || jsonb_build_object('id', id, 'seq', seq) order by seq)
        from stored where creator_uid = g.creator_uid
      ), '[]') as alerts,
      exists (select from noticed where uid = g.creator_uid) as is_noticed
    from given g left join moved on moved.creator_uid = g.creator_uid
    order by g.place
  `.execute(db)
  return rows.map(({ creatorUid, owed, head, alerts, isNoticed }) => ({
    creatorUid,
    owed,
    stored: head === null ? undefined : { head, alerts },
    isNoticed,
  }))
}

/** The events that nobody else has fanned out meanwhile. */
function marked(fans: readonly FanOut[]) {
  const eventIds = fans.flatMap(({ plans }) => plans.map(({ eventId }) => eventId))
  return sql`given as materialized (
      select * from unnest(
        ${fans.map(({ creatorUid }) => creatorUid)}::uuid[], ${fans.map(({ head }) => head)}::bigint[]
      ) with ordinality as given (creator_uid, head, place)
    ),
    open as (
      select event_id from outbox where event_id = any(${eventIds}::uuid[]) and fanned_out_at is null
      order by event_id
      for update
    ),
    marked as (
      update outbox o set fanned_out_at = now()
      from open where o.event_id = open.event_id
      returning o.event_id, o.creator_uid, o.type, (o.payload ->> 'tipId')::uuid as tip_id
    )`
}

/** Their alerts, in the next places of each creator's sequence, or none of that creator's. */
function storedAlerts(fans: readonly FanOut[]) {
  const plans = fans.flatMap((fan) => fan.plans)
  const alerts = plans.map(({ alert, destinations }) => (destinations.includes('alerts') ? alert : undefined))
  return sql`fresh as (
      select a.event_id, a.body, marked.creator_uid,
        row_number() over (partition by marked.creator_uid order by a.place) as step
      from unnest(
        ${plans.map(({ eventId }) => eventId)}::uuid[],
        ${alerts.map((alert) => (alert ? JSON.stringify(alert) : null))}::jsonb[]
      ) with ordinality as a (event_id, body, place)
      join marked on marked.event_id = a.event_id
      where a.body is not null
    ),
    wanted as (
      select creator_uid, count(*) as places from fresh group by creator_uid
    ),
    locked as (
      select c.creator_uid from creator_counter c join wanted on wanted.creator_uid = c.creator_uid
      order by c.creator_uid
      for update of c
    ),
    moved as (
      update creator_counter c set alert_seq = c.alert_seq + wanted.places
      from wanted join given g on g.creator_uid = wanted.creator_uid
      where c.creator_uid = wanted.creator_uid and c.alert_seq = g.head and (select count(*) from locked) > 0
        and not exists (
          select from delivery d
          where d.creator_uid = c.creator_uid and d.destination = 'alerts' and d.status = 'owed'
        )
      returning c.creator_uid, c.alert_seq, g.head
    ),
    stored as (
      insert into alert (creator_uid, seq, event_id, is_test, body)
      select moved.creator_uid, moved.head + fresh.step, fresh.event_id, (fresh.body ->> 'isTest')::boolean, fresh.body
      from fresh join moved on moved.creator_uid = fresh.creator_uid
      returning creator_uid, id, seq, event_id, body
    )`
}

/** What they are owed, and the notifications among it. */
function settled(fans: readonly FanOut[]) {
  const owed = fans.flatMap(({ plans }) =>
    plans.flatMap(({ eventId, destinations }) =>
      destinations.map((destination) => ({ eventId, destination })),
    ),
  )
  return sql`planned as (
      select p.event_id, p.destination, p.place, marked.creator_uid, marked.type, marked.tip_id,
        p.destination = 'notifications' or (p.destination = 'alerts' and stored.event_id is not null) as is_settled
      from unnest(
        ${owed.map(({ eventId }) => eventId)}::uuid[],
        ${owed.map(({ destination }) => destination)}::text[]
      ) with ordinality as p (event_id, destination, place)
      join marked on marked.event_id = p.event_id
      left join stored on stored.event_id = p.event_id
    ),
    added as (
      insert into delivery (event_id, destination, creator_uid, due_at, status, settled_at)
      select event_id, destination, creator_uid, now() + interval '5 seconds',
        case when is_settled then 'sent' else 'owed' end, case when is_settled then now() end
      from planned
    ),
    noticed as (
      insert into notification (uid, event_id, kind, tip_id)
      select creator_uid, event_id, case type when 'goal.funded' then 'goalFunded' else 'tip' end, tip_id
      from planned where destination = 'notifications'
      returning uid
    )`
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
