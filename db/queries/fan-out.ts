/** The statement that fans events out: it marks them, writes their deliveries, and stores alerts and notifications. */
import { sql } from 'kysely'
import type { Destination } from '../../contract/events.ts'
import type { Alert } from '../../contract/sockets.ts'
import { anonymousName } from '../../contract/tip.ts'
import type { Db } from '../connection.ts'
import { fixedStatement } from '../fixed-statement.ts'
import type { Given } from '../fixed-statement.ts'
import type { AlertBody } from './alerts.ts'

export interface EventPlan {
  eventId: string
  destinations: readonly Destination[]
  /** What `alerts` shows of the event; without it that delivery stays due. */
  alert?: AlertBody | undefined
}

export interface FanOut {
  creatorUid: string
  plans: readonly EventPlan[]
}

export interface FanOutOptions {
  /** After how many milliseconds a delivery expires; destinations that are not named never do. */
  lifetimesMs: Partial<Record<Destination, number>>
  /** Whether to store alerts and notifications; otherwise their deliveries are left due. */
  isStoring: boolean
}

export interface StoredAlerts {
  /** The last sequence number of the creator. */
  lastSeq: number
  /** The new alerts, in order. */
  alerts: Alert[]
}

export interface FannedOut {
  creatorUid: string
  /** False when nothing was done for this creator: an older event is open, or a tip's words have changed. Read the events again. */
  isReady: boolean
  /** The destinations of the new deliveries that are due. */
  due: Destination[]
  stored: StoredAlerts | undefined
  /** Whether the creator's list of notifications has grown. */
  isNotified: boolean
}

/**
 * Fans out the events of some creators, each creator at most once among `fanOuts`, in one statement. An event that is fanned
 * out already gets nothing new, except that an alert or a notification that was left due is stored now. Alerts get their creator's
 * next sequence numbers in the order of their events; they stay due while an older alert of the creator is due.
 *
 * Locks are always taken in this order, each kind sorted by key: events, deliveries left due, creators' counters. Reads open
 * events and deliveries by partial indexes and everything else by key, so its cost does not grow with the number of tips.
 */
export async function fanOut(
  db: Db,
  fanOuts: readonly FanOut[],
  options: FanOutOptions,
): Promise<FannedOut[]> {
  const plans = fanOuts.flatMap((one) => one.plans)
  const pairs = plans.flatMap(({ eventId, destinations }) =>
    destinations.map((destination) => ({ eventId, destination })),
  )
  const rows = await fanOutStatement(db, { fanOuts, plans, pairs, ...options })
  return rows.map(({ lastSeq, alerts, ...row }) => ({
    ...row,
    stored: lastSeq === null ? undefined : { lastSeq, alerts },
  }))
}

interface Input extends FanOutOptions {
  fanOuts: readonly FanOut[]
  plans: readonly EventPlan[]
  pairs: readonly { eventId: string; destination: Destination }[]
}

interface Row extends Omit<FannedOut, 'stored'> {
  lastSeq: number | null
  alerts: Alert[]
}

/**
 * Selects the events to fan out now: all that are open, unless an older open event of their creator would be overtaken, or the
 * alert was written before its tip lost its words (its supporter's account was erased). `position between` is there for the plan
 * (`db/connection.ts`).
 */
function marked(given: Given<Input>) {
  const eventIds = given(({ plans }) => plans.map(({ eventId }) => eventId))
  const bodies = given(({ plans }) => plans.map(({ alert }) => (alert ? JSON.stringify(alert) : null)))
  return sql`given as materialized (
      select * from unnest(${given(({ fanOuts }) => fanOuts.map(({ creatorUid }) => creatorUid))}::uuid[])
        with ordinality as given (creator_uid, position)
      where position between 1 and ${given(({ fanOuts }) => fanOuts.length)}
    ),
    plans as materialized (
      select event_id, body
      from unnest(${eventIds}::uuid[], ${bodies}::jsonb[]) with ordinality as plans (event_id, body, position)
      where position between 1 and ${given(({ plans }) => plans.length)}
    ),
    open as materialized (
      select event_id, creator_uid, type, created_at, (payload ->> 'tipId')::uuid as tip_id
      from plans join outbox using (event_id)
      -- "is true" keeps Postgres from reading the whole index of open events, with all that were open since its last vacuum.
      where (fanned_out_at is null) is true
      order by event_id
      for update of outbox
    ),
    unready as materialized (
      select open.creator_uid from open
      where exists (
        select from outbox older
        where older.creator_uid = open.creator_uid and older.fanned_out_at is null
          and older.event_id <> all(${eventIds}::uuid[])
          -- The event of a funded goal has the same time as its tip's event, and comes after it.
          and (older.created_at < open.created_at or older.created_at = open.created_at and older.type > open.type)
      )
      union all
      select open.creator_uid
      from open join plans using (event_id) join tip on tip.id = open.tip_id
      where plans.body ->> 'name' <> case when tip.is_anonymous then ${anonymousName} else tip.supporter_name end
        or plans.body ->> 'message' <> tip.message
    ),
    marked as (
      update outbox o set fanned_out_at = now()
      from open
      where o.event_id = open.event_id and open.creator_uid not in (select creator_uid from unready)
      returning o.event_id, o.creator_uid, o.type, o.created_at, open.tip_id
    )`
}

/** Selects what those events are delivered to, and the alerts and notifications that an earlier fan-out left due. */
function planned(given: Given<Input>) {
  return sql`pairs as materialized (
      select event_id, destination, lifetime_ms from unnest(
        ${given(({ pairs }) => pairs.map(({ eventId }) => eventId))}::uuid[],
        ${given(({ pairs }) => pairs.map(({ destination }) => destination))}::text[],
        ${given(({ pairs, lifetimesMs }) => pairs.map(({ destination }) => lifetimesMs[destination] ?? null))}::float8[]
      ) with ordinality as pairs (event_id, destination, lifetime_ms, position)
      where position between 1 and ${given(({ pairs }) => pairs.length)}
    ),
    left_due as materialized (
      select d.event_id, d.destination, d.creator_uid, o.type, o.created_at, (o.payload ->> 'tipId')::uuid as tip_id
      from pairs join delivery d using (event_id, destination) join outbox o using (event_id)
      where d.destination in ('alerts', 'notifications') and d.status in ('due', 'leased')
      order by d.event_id, d.destination
      for update of d
    ),
    planned as materialized (
      select event_id, destination, lifetime_ms, creator_uid, type, created_at, tip_id, true as is_new
      from pairs join marked using (event_id)
      union all
      select event_id, destination, null, creator_uid, type, created_at, tip_id, false from left_due
    )`
}

/** Inserts the alerts, with the next sequence numbers of their creators. */
function storedAlerts(given: Given<Input>) {
  return sql`fresh as materialized (
      select p.event_id, p.creator_uid, p.created_at, plans.body,
        row_number() over (partition by p.creator_uid order by p.created_at, p.type desc) as step
      from planned p join plans using (event_id)
      where p.destination = 'alerts' and plans.body is not null and ${given(({ isStoring }) => isStoring)}::boolean
        and (p.is_new or not exists (select from alert where alert.event_id = p.event_id))
    ),
    wanted as (
      select creator_uid, count(*) as alerts, min(created_at) as since from fresh group by creator_uid
    ),
    -- An alert that waits for its next attempt after a failure does not hold up the others.
    locked as materialized (
      select c.creator_uid, wanted.alerts from creator_counter c join wanted using (creator_uid)
      where not exists (
        select from delivery d join outbox older using (event_id)
        where d.creator_uid = wanted.creator_uid and d.destination = 'alerts' and d.status in ('due', 'leased')
          and d.due_at <= now() and older.created_at < wanted.since
      )
      order by c.creator_uid
      for update of c
    ),
    moved as (
      update creator_counter c set alert_seq = c.alert_seq + locked.alerts
      from locked where c.creator_uid = locked.creator_uid
      returning c.creator_uid, c.alert_seq, locked.alerts
    ),
    stored as (
      insert into alert (creator_uid, seq, event_id, is_test, body)
      select moved.creator_uid, moved.alert_seq - moved.alerts + fresh.step, fresh.event_id,
        (fresh.body ->> 'isTest')::boolean, fresh.body
      from fresh join moved using (creator_uid)
      returning creator_uid, id, seq, event_id, body
    )`
}

/** Inserts the deliveries and notifications. */
function written(given: Given<Input>) {
  return sql`outcome as materialized (
      select p.*, ${given(({ isStoring }) => isStoring)}::boolean and p.destination = 'notifications'
        or p.destination = 'alerts' and p.event_id in (select event_id from stored)
        or p.destination = 'alerts' and not p.is_new and exists (select from alert where alert.event_id = p.event_id)
        as is_stored
      from planned p
    ),
    added as (
      insert into delivery (event_id, destination, creator_uid, expires_at, status, completed_at)
      select event_id, destination, creator_uid, now() + lifetime_ms * interval '1 millisecond',
        case when is_stored then 'sent' else 'due' end, case when is_stored then now() end
      from outcome where is_new
    ),
    completed as (
      update delivery d set status = 'sent', leased_until = null, completed_at = now()
      from outcome
      where d.event_id = outcome.event_id and d.destination = outcome.destination
        and outcome.is_stored and not outcome.is_new
    ),
    notified as (
      insert into notification (uid, event_id, kind, tip_id)
      select creator_uid, event_id, case type when 'goal.funded' then 'goalFunded' else 'tip' end, tip_id
      from outcome where destination = 'notifications' and is_stored
      on conflict (event_id, uid) do nothing
      returning uid
    )`
}

const fanOutStatement = fixedStatement<Input, Row>(
  (given) => sql`/* prepared: fan_out */
    with ${marked(given)}, ${planned(given)}, ${storedAlerts(given)}, ${written(given)}
    select g.creator_uid,
      g.creator_uid not in (select creator_uid from unready) as is_ready,
      coalesce((
        select jsonb_agg(distinct destination) from outcome where creator_uid = g.creator_uid and is_new and not is_stored
      ), '[]') as due,
      moved.alert_seq as last_seq,
      coalesce((
        select jsonb_agg(body || jsonb_build_object('id', id, 'seq', seq) order by seq)
        from stored where creator_uid = g.creator_uid
      ), '[]') as alerts,
      exists (select from notified where uid = g.creator_uid) as is_notified
    from given g left join moved on moved.creator_uid = g.creator_uid
    order by g.position
  `,
)
