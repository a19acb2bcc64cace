/** What the chats are still to be told, and how it ends: in a line of its own, in one with others, too late, or not at all. */
import { sql } from 'kysely'
import type { ChatDestination } from '../../contract/events.ts'
import type { Db } from '../connection.ts'

export type PendingKind = 'goalFunded' | 'goalTip' | 'generalTip'

/** One event that a creator's chat has not been told of. */
export interface PendingMessage {
  eventId: string
  creatorUid: string
  kind: PendingKind
  goaluuid: string | null
  currency: string
  /** Where it stands among all in the order of what happened. */
  place: number
}

const mostOfOneCreator = 500
const mostOfAll = 5_000

/**
 * All that is owed to a kind of chat and young enough to be told; of each creator what weighs most first, and the oldest of
 * that first.
 */
export async function listPendingMessages(
  db: Db,
  destination: ChatDestination,
  lifetimeMs: number,
): Promise<PendingMessage[]> {
  const { rows } = await sql<PendingMessage>`/* prepared: list_owed_lines */
    select event_id, creator_uid, kind, goaluuid, currency, place from (
      select d.event_id, d.creator_uid, kinds.kind, kinds.weight, t.goaluuid, t.currency,
        -- A funded goal stands in one transaction with its tip, and follows it.
        row_number() over (order by o.created_at, o.type desc, d.event_id) as place,
        row_number() over (partition by d.creator_uid order by kinds.weight, o.created_at, d.event_id) as own_place
      from delivery d
      join outbox o on o.event_id = d.event_id
      join tip t on t.id = (o.payload ->> 'tipId')::uuid
      cross join lateral (
        select case when o.type = 'goal.funded' then 'goalFunded' when t.goaluuid is not null then 'goalTip' else 'generalTip' end as kind,
          case when o.type = 'goal.funded' then 1 when t.goaluuid is not null then 2 else 3 end as weight
      ) kinds
      where d.destination = ${destination} and d.status = 'owed'
        and d.created_at > now() - ${lifetimeMs} * interval '1 millisecond'
    ) owed
    where own_place <= ${mostOfOneCreator}
    order by weight, place
    limit ${mostOfAll}
  `.execute(db)
  return rows
}

export interface BegunLine {
  /** Those of the events that are still owed, in the order asked. */
  eventIds: string[]
  /** Whether all of them were begun before, and nobody knows what became of it. */
  isRepeat: boolean
}

/** Begins a line: counts the attempt. */
export async function beginLine(
  db: Db,
  eventIds: readonly string[],
  destination: ChatDestination,
): Promise<BegunLine> {
  const begun = await db
    .updateTable('delivery')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('eventId', '=', (eb) => eb.fn.any(sql<string[]>`${eventIds}::uuid[]`))
    .where('destination', '=', destination)
    .where('status', '=', 'owed')
    .returning(['eventId', 'attempts'])
    .execute()
  const owed = new Set(begun.map(({ eventId }) => eventId))
  return {
    eventIds: eventIds.filter((eventId) => owed.has(eventId)),
    isRepeat: begun.every(({ attempts }) => attempts > 1),
  }
}

/** The line that was begun certainly does not stand: as if it had not been. */
export async function abandonLine(
  db: Db,
  eventIds: readonly string[],
  destination: ChatDestination,
): Promise<void> {
  await db
    .updateTable('delivery')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('eventId', '=', (eb) => eb.fn.any(sql<string[]>`${eventIds}::uuid[]`))
    .where('destination', '=', destination)
    .where('status', '=', 'owed')
    .execute()
}

/**
 * The line stands in the chat: its first event is sent, the others are coalesced into that one. What was put down as too late
 * while the line was on its way was told all the same.
 */
export async function settleLine(
  db: Db,
  [first, ...others]: readonly string[],
  destination: ChatDestination,
): Promise<void> {
  if (first === undefined) return
  await db
    .updateTable('delivery')
    .set({
      status: sql`case when event_id = ${first} then 'sent' else 'coalesced' end`,
      coalescedInto: sql`case when event_id = ${first} then null else ${first}::uuid end`,
      reason: null,
      settledAt: sql<Date>`now()`,
    })
    .where('destination', '=', destination)
    .where('eventId', '=', (eb) => eb.fn.any(sql<string[]>`${[first, ...others]}::uuid[]`))
    .where('status', 'in', ['owed', 'expired'])
    .execute()
}
