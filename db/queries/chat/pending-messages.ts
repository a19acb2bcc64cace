import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ChatDestination } from '../../../contract/events.ts'
import type { Db } from '../../connection.ts'
import { isDue } from '../deliveries/deliveries.ts'

export type PendingKind = 'goalFunded' | 'goalTip' | 'generalTip' | 'test'

/** An event that is due to be announced in a creator's chat. */
export interface PendingMessage {
  /** The id of its delivery. */
  id: string
  eventId: string
  creatorUid: string
  kind: PendingKind
  goalId: string | null
  /** Null for a test line. */
  currency: string | null
  /** What the tip is worth in minor units of the creator's currency; null for a test line. */
  worthMinor: number | null
  /** The message's position among all messages that were read, oldest event first. */
  place: number
}

const maxPerCreator = 500

/** A condition that a creator's chats are not held by a panic. `uid` is an SQL expression of the creator's id. */
const isCalm = (uid: RawBuilder<unknown>) => sql`not exists (
  select from panel_state p where p.creator_uid = ${uid} and p.is_panic
)`

/**
 * Reads the event and the tip of each row of `first`, which has the `id` and `event_id` of a delivery. They are read by their keys: `first` is materialized
 * before anything is ordered, because the planner would otherwise read the outbox in the order of its times.
 */
const messages = sql`
  read as materialized (
    select first.id, o.event_id, o.creator_uid, o.created_at, o.type, t.goal_id, t.currency,
      coalesce(t.worth_minor, t.amount_minor)::float8 as worth_minor,
      case when o.type = 'goal.funded' then 'goalFunded' when t.goal_id is not null then 'goalTip'
        when t.id is not null then 'generalTip' else 'test' end as kind,
      case when o.type = 'goal.funded' then 1 when t.goal_id is not null then 2 when t.id is not null then 3 else 4 end as weight
    from first
    join outbox o on o.event_id = first.event_id
    left join tip t on t.id = (o.payload ->> 'tipId')::uuid
    where t.id is not null or o.type = 'chat.tested'
  )
  select id, event_id, creator_uid, kind, goal_id, currency, worth_minor,
    -- The event of a funded goal has the same time as its tip's event, and must follow it.
    row_number() over (order by created_at, type desc, event_id) as place
  from read`

/**
 * Lists the creators whose chats have a message due, each with its first one: the announcement of a funded goal, or the oldest. While a
 * creator's stream is in panic, nothing is due in the chats.
 * Lists up to `limit` creators whose id comes after `after`, in the order of their ids. Reads one entry of the index for each
 * creator, however many messages are due (https://wiki.postgresql.org/wiki/Loose_indexscan).
 */
export async function listPendingChats(
  db: Db,
  destination: ChatDestination,
  { after, limit }: { after: string; limit: number },
): Promise<PendingMessage[]> {
  return readByIndex(
    db,
    sql<PendingMessage>`/* prepared: list_pending_chats */
    with recursive open_chat (creator_uid, position) as (
      (
        select creator_uid, 1 from delivery
        where destination = ${destination} and status in ('due', 'leased') and creator_uid > ${after}::uuid
        order by creator_uid limit 1
      )
      union all
      select next.creator_uid, position + 1 from open_chat cross join lateral (
        select creator_uid from delivery
        where destination = ${destination} and status in ('due', 'leased') and creator_uid > open_chat.creator_uid
        order by creator_uid limit 1
      ) next
      where position < ${limit}
    ), first as materialized (
      select first_due.id, first_due.event_id from open_chat cross join lateral (
        select id, event_id from delivery d
        where d.destination = ${destination} and d.creator_uid = open_chat.creator_uid and ${isDue('d.')}
          and ${isCalm(sql`open_chat.creator_uid`)}
        order by is_urgent desc, created_at, event_id limit 1
      ) first_due
    ), ${messages} order by creator_uid
  `,
  )
}

/**
 * Lists up to 500 messages that are due in a creator's chat: funded goals first, then tips toward goals, then general tips, then
 * test lines; the oldest first within each kind. If more are due, the ones that became due first are listed, and all funded goals.
 */
export async function listPendingMessages(
  db: Db,
  destination: ChatDestination,
  creatorUid: string,
): Promise<PendingMessage[]> {
  return readByIndex(
    db,
    sql<PendingMessage>`/* prepared: list_pending_messages */
    with first as materialized (
      select id, event_id from delivery d
      where d.destination = ${destination} and d.creator_uid = ${creatorUid} and ${isDue('d.')}
        and ${isCalm(sql`${creatorUid}::uuid`)}
      order by is_urgent desc, created_at, event_id
      limit ${maxPerCreator}
    ), ${messages} order by weight, place
  `,
  )
}

/**
 * Runs a query without sorting what it could read in an index's order. How much is due changes faster than the planner's statistics, and
 * the planner would sort 200,000 rows that it takes for one. https://www.postgresql.org/docs/current/runtime-config-query.html
 */
async function readByIndex<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_sort = off`.execute(trx)
    return (await query.execute(trx)).rows
  })
}
