import { sql } from 'kysely'
import type { ChatDestination } from '../../contract/events.ts'
import type { Db } from '../connection.ts'
import { isDue } from './deliveries.ts'

export type PendingKind = 'goalFunded' | 'goalTip' | 'generalTip'

/** An event that is due to be announced in a creator's chat. */
export interface PendingMessage {
  eventId: string
  creatorUid: string
  kind: PendingKind
  goaluuid: string | null
  currency: string
  /** The message's position among all pending messages, oldest event first. */
  place: number
}

const maxPerCreator = 500
const maxInAll = 5_000

/**
 * Lists messages that are due on a platform, up to 500 per creator and 5,000 in all: funded goals first, then tips toward goals,
 * then general tips; the oldest first within each kind. Reads due deliveries by a partial index and their events and tips by key.
 */
export async function listPendingMessages(db: Db, destination: ChatDestination): Promise<PendingMessage[]> {
  const { rows } = await sql<PendingMessage>`/* prepared: list_pending_messages */
    select event_id, creator_uid, kind, goaluuid, currency, place from (
      select d.event_id, d.creator_uid, kinds.kind, kinds.weight, t.goaluuid, t.currency,
        -- The event of a funded goal has the same time as its tip's event, and must follow it.
        row_number() over (order by o.created_at, o.type desc, d.event_id) as place,
        row_number() over (partition by d.creator_uid order by kinds.weight, o.created_at, d.event_id) as own_place
      from delivery d
      join outbox o on o.event_id = d.event_id
      join tip t on t.id = (o.payload ->> 'tipId')::uuid
      cross join lateral (
        select case when o.type = 'goal.funded' then 'goalFunded' when t.goaluuid is not null then 'goalTip' else 'generalTip' end as kind,
          case when o.type = 'goal.funded' then 1 when t.goaluuid is not null then 2 else 3 end as weight
      ) kinds
      where d.destination = ${destination} and ${isDue('d.')}
    ) pending
    where own_place <= ${maxPerCreator}
    order by weight, place
    limit ${maxInAll}
  `.execute(db)
  return rows
}
