/** All that a destination needs to know of an event, in one read. */
import { sql } from 'kysely'
import type { OutboxEvent } from '../../contract/events.ts'
import type { Locale } from '../../contract/locale.ts'
import type { PayoutCurrency } from '../../contract/money.ts'
import type { FullTip } from '../../contract/tip.ts'
import type { Db } from '../connection.ts'

export interface EventDetails {
  eventId: string
  event: OutboxEvent
  createdAt: Date
  creator: { uid: string; userName: string; displayName: string; email: string; locale: Locale }
  /** The tip of a `tip.captured`, or the one that funded the goal. */
  tip: (FullTip & { id: string; isFromAccount: boolean; wasHeld: boolean; isHeld: boolean }) | null
  /** The goal, with what had come in once that tip was in it. */
  goal: { goaluuid: string; title: string; amountMinor: number; receivedMinor: number } | null
}

/** The story of one event. */
export async function findEventDetails(db: Db, eventId: string): Promise<EventDetails | undefined> {
  const rows = await readEventDetails(db, 'find_story', sql`where o.event_id = ${eventId}`)
  return rows[0] && toEventDetails(rows[0])
}

/** The stories of these events, in the order in which they happened; all of them, or as many as `limit`. */
export async function listEventDetails(
  db: Db,
  eventIds: readonly string[],
  limit = eventIds.length,
): Promise<EventDetails[]> {
  const rows = await readEventDetails(
    db,
    'list_stories',
    sql`where o.event_id = any(${eventIds}::uuid[]) order by o.created_at, o.type desc limit ${limit}`,
  )
  return rows.map(toEventDetails)
}

export interface OwedAlerts {
  creatorUid: string
  /** The head of the creator's sequence of alerts at the moment of reading. */
  head: number
  stories: EventDetails[]
}

/**
 * When an event's alert is owed: all the alerts that its creator is owed, in the order in which the events happened. Undefined
 * when it is not owed (any more).
 */
export async function listOwedAlerts(
  db: Db,
  eventId: string,
  limit: number,
): Promise<OwedAlerts | undefined> {
  const rows = await readEventDetails(
    db,
    'list_owed_alerts',
    sql`
      join delivery asked on asked.event_id = ${eventId} and asked.destination = 'alerts' and asked.status = 'owed'
      join delivery d on d.event_id = o.event_id and d.destination = 'alerts' and d.status = 'owed'
      where d.creator_uid = asked.creator_uid
      -- A funded goal stands in one transaction with its tip, and follows it.
      order by o.created_at, o.type desc
      limit ${limit}
    `,
  )
  return rows[0] && { creatorUid: rows[0].uid, head: rows[0].head, stories: rows.map(toEventDetails) }
}

/** An event's row with all that its story needs, as `storyColumns` and `storyJoins` read it. */
export interface EventDetailsRow extends FullTip {
  eventId: string
  payload: OutboxEvent
  createdAt: Date
  uid: string
  /** The head of the creator's sequence of alerts. */
  head: number
  userName: string
  displayName: string
  email: string
  locale: Locale
  tipId: string | null
  isFromAccount: boolean
  /** Whether its creator was asked before it was shown; a released tip was. */
  wasHeld: boolean
  /** Whether its creator has not decided yet. */
  isHeld: boolean
  currency: PayoutCurrency
  goaluuid: string | null
  title: string
  goalMinor: number
  receivedMinor: number
}

/** What a story takes from an outbox row `o` and its joins. A goal as it stood is the goal as it stands without the tips that came later: few, when all runs well. */
export const eventDetailsColumns = sql`
      o.event_id, o.payload, o.created_at, a.uid, a.user_name, a.display_name, a.email, a.locale, c.alert_seq as head,
      t.id as tip_id, t.supporter_name, t.is_anonymous, t.is_private, t.message, t.amount_minor, t.currency,
      t.supporter_uid is not null as is_from_account, t.hold is not null as was_held,
      coalesce(t.hold = 'held', false) as is_held,
      g.goaluuid, g.title, g.amount_minor as goal_minor,
      g.amount_received_minor - (
        select coalesce(sum(later.amount_minor - later.returned_minor), 0)::bigint from tip later
        where later.creator_uid = t.creator_uid and later.capture_no > t.capture_no and later.goaluuid = t.goaluuid
      ) as received_minor`

export const eventDetailsJoins = sql`
    join account a on a.uid = o.creator_uid
    join creator_counter c on c.creator_uid = o.creator_uid
    left join tip t on t.id = (o.payload ->> 'tipId')::uuid
    left join goal g on g.goaluuid = t.goaluuid`

async function readEventDetails(
  db: Db,
  name: string,
  rest: ReturnType<typeof sql>,
): Promise<EventDetailsRow[]> {
  const { rows } = await sql<EventDetailsRow>`/* prepared: ${sql.raw(name)} */
    select ${eventDetailsColumns}
    from outbox o
    ${eventDetailsJoins}
    ${rest}
  `.execute(db)
  return rows
}

export function toEventDetails(row: EventDetailsRow): EventDetails {
  const { eventId, payload, createdAt, uid, userName, displayName, email, locale } = row
  const { supporterName, isAnonymous, isPrivate, message, amountMinor, currency } = row
  const { tipId, goaluuid, isFromAccount, wasHeld, isHeld } = row
  const words = { supporterName, isAnonymous, isPrivate, message }
  return {
    eventId,
    event: payload,
    createdAt,
    creator: { uid, userName, displayName, email, locale },
    tip:
      tipId === null ? null : { id: tipId, ...words, amountMinor, currency, isFromAccount, wasHeld, isHeld },
    goal:
      goaluuid === null
        ? null
        : { goaluuid, title: row.title, amountMinor: row.goalMinor, receivedMinor: row.receivedMinor },
  }
}
