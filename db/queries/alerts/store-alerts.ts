/** The statement that stores alerts. It runs before the fan-out writes other deliveries, so that alerts do not wait for them. */
import { sql } from 'kysely'
import { anonymousName } from '../../../contract/payments/tip.ts'
import type { Alert } from '../../../contract/alerts/alert.ts'
import type { Db } from '../../connection.ts'
import { fixedStatement } from '../../fixed-statement.ts'
import type { Given } from '../../fixed-statement.ts'
import type { AlertBody } from './alerts.ts'
import { hasOlderOpenEvent } from '../deliveries/outbox.ts'

/** An event that is about to be fanned out, with its alert if it has one. */
export interface AlertPlan {
  eventId: string
  alert?: AlertBody | undefined
}

export interface StoredAlerts {
  /** The last sequence number of the creator. */
  lastSeq: number
  /** The new alerts, in order. */
  alerts: Alert[]
}

/** What was stored, by creator. */
export interface AlertsStored {
  stored: ReadonlyMap<string, StoredAlerts>
  /**
   * Creators who got no alert, because an older event has no alert yet, or because the name or message of a tip was erased. The caller
   * reads the events of these creators and tries again.
   */
  unready: ReadonlySet<string>
}

/**
 * Stores the alerts of events that are not fanned out yet, and alerts whose delivery is still due after an earlier fan-out. Alerts
 * get their creator's next sequence numbers in the order of their events. Nothing is stored for an event whose alert is already
 * stored, nor for a creator who has an older alert due.
 *
 * Locks are always taken in this order, each kind sorted by key: events, creators' counters. Reads open events and deliveries by
 * partial indexes and everything else by key, so its cost does not grow with the number of tips.
 */
export async function storeAlerts(db: Db, plans: readonly AlertPlan[]): Promise<AlertsStored> {
  const rows = await storeStatement(db, { plans })
  const bodies = new Map(plans.map(({ eventId, alert }) => [eventId, alert]))
  const stored = new Map<string, StoredAlerts>()
  for (const { creatorUid, alertId, eventId, seq } of rows) {
    if (alertId === null) continue
    const own = stored.get(creatorUid) ?? { lastSeq: 0, alerts: [] }
    own.alerts.push({ ...bodies.get(eventId)!, id: alertId, seq })
    stored.set(creatorUid, { lastSeq: seq, alerts: own.alerts })
  }
  return {
    stored,
    unready: new Set(rows.flatMap(({ creatorUid, alertId }) => (alertId === null ? creatorUid : []))),
  }
}

interface Input {
  plans: readonly AlertPlan[]
}

type Row = { creatorUid: string } & (
  | { alertId: string; eventId: string; seq: number }
  | { alertId: null; eventId: null; seq: null }
)

/**
 * Selects the events whose alerts may be stored. `position between` improves the plan (see `keepPrepared` in `db/connection.ts`).
 */
function wanted(given: Given<Input>) {
  const eventIds = given(({ plans }) => plans.map(({ eventId }) => eventId))
  const bodies = given(({ plans }) => plans.map(({ alert }) => (alert ? JSON.stringify(alert) : null)))
  return sql`plans as materialized (
      select event_id, body
      from unnest(${eventIds}::uuid[], ${bodies}::jsonb[]) with ordinality as plans (event_id, body, position)
      where position between 1 and ${given(({ plans }) => plans.length)}
    ),
    wanted as materialized (
      select o.event_id, o.creator_uid, o.type, o.created_at, (o.payload ->> 'tipId')::uuid as tip_id, plans.body,
        -- For the reason of "is true" see docs/decisions/0035-plans-for-open-work.md.
        (o.fanned_out_at is null) is true as is_open
      from plans join outbox o using (event_id)
      where plans.body is not null and o.alerted_at is null
        and ((o.fanned_out_at is null) is true or exists (
          select from delivery d
          where d.event_id = o.event_id and d.destination = 'alerts' and (d.status in ('due', 'leased')) is true
        ))
      order by o.event_id
      for update of o
    ),
    unready as materialized (
      select creator_uid from wanted
      where is_open and ${hasOlderOpenEvent('wanted', eventIds, sql`older.alerted_at is null`)}
      union
      -- The words of an alert are censored, so they are not those of the tip. They may be shown unless they were erased there.
      select wanted.creator_uid from wanted join tip on tip.id = wanted.tip_id
      where tip.is_anonymous and wanted.body ->> 'name' <> ${anonymousName}
        or tip.message = '' and wanted.body ->> 'message' is not null
    )`
}

const storeStatement = fixedStatement<Input, Row>(
  (given) => sql`/* prepared: store_alerts */
    with ${wanted(given)},
    counted as (
      select creator_uid, count(*) as alerts, min(created_at) as since from wanted
      where creator_uid not in (select creator_uid from unready)
      group by creator_uid
    ),
    -- An older alert that is due holds up the later ones, but not while it waits for a retry after a failure.
    locked as materialized (
      select c.creator_uid, counted.alerts from creator_counter c join counted using (creator_uid)
      where not exists (
        select from delivery d join outbox older using (event_id)
        where d.creator_uid = counted.creator_uid and d.destination = 'alerts' and d.status in ('due', 'leased')
          and d.due_at <= now() and older.created_at < counted.since
        offset 0 -- see \`hasOlderOpenEvent\`
      )
      order by c.creator_uid
      for update of c
    ),
    moved as (
      update creator_counter c set alert_seq = c.alert_seq + locked.alerts
      from locked where c.creator_uid = locked.creator_uid
      returning c.creator_uid, c.alert_seq - locked.alerts as seq
    ),
    stored as (
      insert into alert (creator_uid, seq, event_id, is_test, body)
      select moved.creator_uid,
        moved.seq + row_number() over (partition by moved.creator_uid order by wanted.created_at, wanted.type desc),
        wanted.event_id, (wanted.body ->> 'isTest')::boolean, wanted.body
      from wanted join moved using (creator_uid)
      returning creator_uid, id as alert_id, event_id, seq
    ),
    alerted as (
      update outbox o set alerted_at = now() from stored where o.event_id = stored.event_id
    )
    select creator_uid, alert_id, event_id, seq from stored
    union all
    select creator_uid, null, null, null from unready
    order by creator_uid, seq
  `,
)
