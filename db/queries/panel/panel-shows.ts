/** The show events of a control panel with their alerts, and the changes that actions make to them. */
import { sql } from 'kysely'
import type { ShownEvent, ShowTier } from '../../../contract/show/show-event.ts'
import type { Db, Trx } from '../../connection.ts'
import { isByActive, isOnScreen, mayPlayAgain } from '../alerts/cut-alerts.ts'
import { alertStatusColumns, latestAlertColumns, reportingSince } from './alert-status.ts'
import type { AlertStatusRow } from './alert-status.ts'

export interface PanelShowRow extends AlertStatusRow, Omit<ShownEvent, 'tier' | 'count'> {
  tier: ShowTier | null
  eventCount: number
  showEventId: string
  name: string | null
  message: string | null
  tool: string | null
  hold: 'held' | 'released' | 'dismissed' | null
  createdAt: Date
}

/** Selects the outbox events of a show event, by their index. */
const eventsOf = (showEventId: unknown) => sql`
  select event_id from outbox
  where payload ->> 'showEventId' is not null and (payload ->> 'showEventId')::uuid = ${showEventId}`

/** Returns a creator's latest show events, latest first. Reads them, their outbox events and alerts by index. */
export async function listPanelShows(db: Db, creatorUid: string, limit: number): Promise<PanelShowRow[]> {
  const { rows } = await sql<PanelShowRow>`
    select s.id as show_event_id, s.kind, s.source, s.title, s.quantity, s.unit, s.tier, s.event_count, s.name, s.message, s.token_name as tool, s.hold,
      s.created_at, s.created_at > now() - interval '1 hour' as is_fresh, ${alertStatusColumns}
    from (
      select * from show_event where creator_uid = ${creatorUid} order by created_at desc, id limit ${limit}
    ) s
    left join lateral (
      select ${latestAlertColumns} from (${eventsOf(sql.ref('s.id'))}) e join alert al on al.event_id = e.event_id
      order by al.seq desc limit 1
    ) latest on true
    left join creator_counter c on c.creator_uid = s.creator_uid
    left join panel_state p on p.creator_uid = s.creator_uid
    cross join ${reportingSince(creatorUid)}
    order by s.created_at desc, s.id
  `.execute(db)
  return rows
}

/** Skips all alerts of a show event that are waiting or on screen, and returns their numbers. */
export async function skipShow(trx: Trx, creatorUid: string, showEventId: string): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    update alert set skipped_at = now()
    where creator_uid = ${creatorUid} and ended_at is null and skipped_at is null and event_id in (${eventsOf(showEventId)})
    returning seq
  `.execute(trx)
  return rows.map(({ seq }) => seq)
}

/** Skips the alerts of a show event that were cut short and not played again, because the event is shown anew. */
export async function skipCutShow(trx: Trx, creatorUid: string, showEventId: string): Promise<void> {
  await sql`
    update alert set skipped_at = now()
    where creator_uid = ${creatorUid} and ${mayPlayAgain} and not (${isOnScreen('alert')} and ${isByActive('alert')})
      and event_id in (${eventsOf(showEventId)})
  `.execute(trx)
}
