/** A creator's alerts as events for tools, in the order of their `seq`. */
import type { ToolEventType } from '../../../contract/tools/tool-events.ts'
import type { Db } from '../../connection.ts'
import type { AlertBody } from '../alerts/alerts.ts'
import { sql } from 'kysely'

export interface ToolEventRow {
  seq: number
  eventId: string
  type: ToolEventType
  tipId: string | null
  showEventId: string | null
  body: AlertBody
}

/** Returns up to `limit` alerts after a `seq`, each with its event. Reads an index range. */
export async function listToolEvents(
  db: Db,
  creatorUid: string,
  afterSeq: number,
  limit: number,
): Promise<ToolEventRow[]> {
  const { rows } = await sql<ToolEventRow>`/* prepared: list_tool_events */
    select a.seq, a.event_id, o.type, (o.payload ->> 'tipId')::uuid as tip_id,
      (o.payload ->> 'showEventId')::uuid as show_event_id, a.body
    from (
      select seq, event_id, body from alert
      where creator_uid = ${creatorUid} and seq > ${afterSeq}
      order by seq limit ${limit}
    ) a
    join outbox o using (event_id)
    order by a.seq
  `.execute(db)
  return rows
}

/** Returns the `seq` of a creator's last alert; 0 before the first. */
export async function findLastSeq(db: Db, creatorUid: string): Promise<number> {
  const row = await db
    .selectFrom('creatorCounter')
    .select('alertSeq')
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirst()
  return row?.alertSeq ?? 0
}
