/** The statement that fans events out: it marks the events, inserts their deliveries, and stores notifications. */
import { sql } from 'kysely'
import type { Destination } from '../../../contract/events.ts'
import type { Db } from '../../connection.ts'
import { fixedStatement } from '../../fixed-statement.ts'
import type { Given } from '../../fixed-statement.ts'
import { hasOlderOpenEvent } from './outbox.ts'

export interface EventPlan {
  eventId: string
  destinations: readonly Destination[]
}

export interface FanOut {
  creatorUid: string
  plans: readonly EventPlan[]
}

export interface FanOutOptions {
  /** The milliseconds until a delivery expires, by destination. Deliveries to other destinations never expire. */
  lifetimesMs: Partial<Record<Destination, number>>
  /** Whether to store notifications in the same statement. If not, their deliveries stay due. */
  isNotifying: boolean
}

export interface FannedOut {
  creatorUid: string
  /**
   * False when the statement did nothing for this creator, because an older event is not fanned out yet. The caller then reads the
   * creator's events and tries again.
   */
  isReady: boolean
  /** The destinations of the new deliveries that are due. */
  due: Destination[]
  /** Whether the creator has a new notification. */
  isNotified: boolean
}

/**
 * Fans out the events of some creators in one statement; `fanOuts` has each creator at most once. The delivery to `alerts` is
 * complete if `storeAlerts` has stored the alert, and stays due otherwise. An event that was fanned out earlier gets no new
 * deliveries. If its deliveries to `alerts` and `notifications` are still due, they are completed as soon as the alert or the
 * notification is stored.
 *
 * Locks are always taken in this order, each kind sorted by key: events, due deliveries of earlier fan-outs. Reads open events and
 * deliveries by partial indexes and everything else by key, so its cost does not grow with the number of tips.
 */
export async function fanOut(
  db: Db,
  fanOuts: readonly FanOut[],
  options: FanOutOptions,
): Promise<FannedOut[]> {
  if (fanOuts.length === 0) return []
  const plans = fanOuts.flatMap((one) => one.plans)
  const pairs = plans.flatMap(({ eventId, destinations }) =>
    destinations.map((destination) => ({ eventId, destination })),
  )
  return fanOutStatement(db, { fanOuts, plans, pairs, ...options })
}

interface Input extends FanOutOptions {
  fanOuts: readonly FanOut[]
  plans: readonly EventPlan[]
  pairs: readonly { eventId: string; destination: Destination }[]
}

/**
 * Selects the events to fan out now: the open ones of the given events, without those of creators who have an older open event that
 * is not given. `position between` improves the plan (see `keepPrepared` in `db/connection.ts`).
 */
function marked(given: Given<Input>) {
  const eventIds = given(({ plans }) => plans.map(({ eventId }) => eventId))
  return sql`given as materialized (
      select * from unnest(${given(({ fanOuts }) => fanOuts.map(({ creatorUid }) => creatorUid))}::uuid[])
        with ordinality as given (creator_uid, position)
      where position between 1 and ${given(({ fanOuts }) => fanOuts.length)}
    ),
    plans as materialized (
      select event_id from unnest(${eventIds}::uuid[]) with ordinality as plans (event_id, position)
      where position between 1 and ${given(({ plans }) => plans.length)}
    ),
    open as materialized (
      select event_id, creator_uid, type, created_at
      from plans join outbox using (event_id)
      -- For the reason of "is true" see docs/decisions/0035-plans-for-open-work.md.
      where (fanned_out_at is null) is true
      order by event_id
      for update of outbox
    ),
    unready as materialized (
      select open.creator_uid from open
      where ${hasOlderOpenEvent('open', eventIds)}
    ),
    marked as (
      update outbox o set fanned_out_at = now()
      from open
      where o.event_id = open.event_id and open.creator_uid not in (select creator_uid from unready)
      returning o.event_id, o.creator_uid, o.type, (o.payload ->> 'tipId')::uuid as tip_id, o.alerted_at
    )`
}

/** Selects the deliveries of these events, and the deliveries that are still due from an earlier fan-out. */
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
      select d.event_id, d.destination, d.creator_uid, o.type, (o.payload ->> 'tipId')::uuid as tip_id, o.alerted_at
      from pairs join delivery d using (event_id, destination) join outbox o using (event_id)
      -- For the reason of "is true" see docs/decisions/0035-plans-for-open-work.md.
      where d.destination in ('alerts', 'notifications') and (d.status in ('due', 'leased')) is true
      order by d.event_id, d.destination
      for update of d
    ),
    planned as materialized (
      select event_id, destination, lifetime_ms, creator_uid, type, tip_id, alerted_at, true as is_new
      from pairs join marked using (event_id)
      union all
      select event_id, destination, null, creator_uid, type, tip_id, alerted_at, false from left_due
    )`
}

/** Inserts the deliveries and notifications. */
function written(given: Given<Input>) {
  return sql`outcome as materialized (
      select *, case destination
          when 'alerts' then alerted_at is not null
          when 'notifications' then ${given(({ isNotifying }) => isNotifying)}::boolean
          else false
        end as is_stored
      from planned
    ),
    added as (
      insert into delivery (event_id, destination, creator_uid, is_urgent, expires_at, status, completed_at)
      select event_id, destination, creator_uid, type = 'goal.funded', now() + lifetime_ms * interval '1 millisecond',
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

const fanOutStatement = fixedStatement<Input, FannedOut>(
  (given) => sql`/* prepared: fan_out */
    with ${marked(given)}, ${planned(given)}, ${written(given)}
    select g.creator_uid,
      g.creator_uid not in (select creator_uid from unready) as is_ready,
      coalesce((
        select jsonb_agg(distinct destination) from outcome where creator_uid = g.creator_uid and is_new and not is_stored
      ), '[]') as due,
      exists (select from notified where uid = g.creator_uid) as is_notified
    from given g
    order by g.position
  `,
)
