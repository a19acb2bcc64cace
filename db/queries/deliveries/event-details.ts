/** Reads an event with its creator, tip, goal and show event in one query. Senders need nothing else about an event. */
import { sql } from 'kysely'
import type { OutboxEvent } from '../../../contract/events.ts'
import type { Locale } from '../../../contract/locale.ts'
import type { Currency } from '../../../contract/money/money.ts'
import type { FullTip } from '../../../contract/payments/tip.ts'
import type { ShownEvent, ShowTier } from '../../../contract/show/show-event.ts'
import type { Db } from '../../connection.ts'
import { receivedUpTo, spanOfTip } from '../goals/goal-periods.ts'
import { worthOf } from '../tip-worth.ts'
import { wordSettingsOf } from '../moderation/word-settings.ts'
import type { WordSettings } from '../moderation/word-settings.ts'

export interface EventDetails {
  eventId: string
  event: OutboxEvent
  createdAt: Date
  creator: {
    uid: string
    userName: string
    displayName: string
    email: string
    locale: Locale
    words: WordSettings
  }
  /** The captured tip, or for a funded goal the tip that funded it. */
  tip:
    | (FullTip & {
        id: string
        isFromAccount: boolean
        wasHeld: boolean
        isHeld: boolean
        /** Whether it is the supporter's first tip to the creator. */
        isFirst: boolean
      })
    | null
  /** The show event. */
  show: ShowDetails | null
  /** The goal, with the sum in minor units that it had received up to and including that tip. */
  goal: { goalId: string; title: string; amountMinor: number; receivedMinor: number } | null
}

/** A show event with what its creator wants of its kind. */
export type ShowDetails = Omit<ShownEvent, 'tier' | 'count'> & {
  tier: ShowTier | null
  eventCount: number
  moreNames: string[]
  id: string
  name: string | null
  message: string | null
  /** Whether it was hidden or denied, so that it has no alert. */
  isHidden: boolean
  /** Whether its alert plays no sound. */
  isMuted: boolean
  /** Whether goals count it. */
  isInGoals: boolean
}

/** Returns the details of one event; undefined when it was erased. */
export async function findEventDetails(db: Db, eventId: string): Promise<EventDetails | undefined> {
  const rows = await readEventDetails(db, 'find_event_details', sql`where o.event_id = ${eventId}`)
  return rows[0] && toEventDetails(rows[0])
}

/** Returns the details of these events, or of the first `limit` of them, in the order in which they happened. */
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

/** The row of an event with its creator, tip and goal. */
export interface EventDetailsRow extends FullTip {
  eventId: string
  payload: OutboxEvent
  createdAt: Date
  uid: string
  userName: string
  displayName: string
  email: string
  locale: Locale
  words: WordSettings
  tipId: string | null
  isFromAccount: boolean
  /** Whether the tip was ever held for its creator's review. */
  wasHeld: boolean
  /** Whether the tip is still held. */
  isHeld: boolean
  isFirst: boolean
  currency: Currency
  goalId: string | null
  title: string
  goalMinor: number
  receivedMinor: number
  show: ShowDetails | null
}

/** The columns of an outbox row `o` and its joins. */
export const eventDetailsColumns = sql`
      o.event_id, o.payload, o.created_at, a.uid, a.user_name, a.display_name, a.email, a.locale, ${wordSettingsOf(sql.ref('a.uid'))} as words,
      t.id as tip_id, t.supporter_name, t.is_anonymous, t.is_private, t.message, t.amount_minor, t.currency,
      ${worthOf(sql.ref('t'))} as worth,
      t.supporter_uid is not null as is_from_account, t.hold is not null as was_held,
      coalesce(t.hold = 'held', false) as is_held, t.is_first,
      g.goal_id, g.title, s.amount_minor as goal_minor, ${receivedUpTo} as received_minor,
      case when e.id is not null then jsonb_build_object('id', e.id, 'kind', e.kind, 'source', e.source, 'title', e.title,
        'name', e.name, 'message', e.message, 'quantity', e.quantity, 'unit', e.unit, 'tier', e.tier, 'eventCount', e.event_count,
        'moreNames', e.more_names, 'isHidden', coalesce(e.hold = 'dismissed', false), 'isMuted', coalesce((
          select is_muted from show_setting k where k.creator_uid = e.creator_uid and k.kind = e.kind
        ), false), 'isInGoals', exists (select from goal_event ge where ge.show_event_id = e.id)) end as show`

export const eventDetailsJoins = sql`
    join account a on a.uid = o.creator_uid
    left join tip t on t.id = (o.payload ->> 'tipId')::uuid
    left join goal g on g.goal_id = t.goal_id
    left join ${spanOfTip}
    left join show_event e on e.id = (o.payload ->> 'showEventId')::uuid`

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
  const { eventId, payload, createdAt, uid, userName, displayName, email, locale, words } = row
  const { supporterName, isAnonymous, isPrivate, message, amountMinor, currency, worth } = row
  const { tipId, goalId, isFromAccount, wasHeld, isHeld, isFirst, show } = row
  const texts = { supporterName, isAnonymous, isPrivate, message }
  return {
    eventId,
    event: payload,
    createdAt,
    creator: { uid, userName, displayName, email, locale, words },
    show,
    tip:
      tipId === null
        ? null
        : { id: tipId, ...texts, amountMinor, currency, worth, isFromAccount, wasHeld, isHeld, isFirst },
    goal:
      goalId === null
        ? null
        : { goalId, title: row.title, amountMinor: row.goalMinor, receivedMinor: row.receivedMinor },
  }
}
