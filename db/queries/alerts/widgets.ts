/** What all widgets on a creator's stream depend on, whatever they show. */
import { sql } from 'kysely'
import type { WidgetLook } from '../../../contract/sockets.ts'
import type { Db } from '../../connection.ts'

export interface WidgetState {
  /** Whether they show nothing, because of a panic. */
  isBlank: boolean
  /** How they look; null if the creator has published no style. */
  look: WidgetLook | null
}

/** Returns the state of a creator's widgets. It is one statement, which finds both rows by primary key. */
export async function readWidgetState(db: Db, creatorUid: string): Promise<WidgetState> {
  const { rows } = await sql<WidgetState>`
    select coalesce(p.is_panic, false) as is_blank,
      case when s.live is not null then jsonb_build_object('version', s.live_version, 'size', s.live->'look'->'size',
        'font', s.live->'look'->'font', 'colors', s.live->'look'->'colors') end as look
    from (select ${creatorUid}::uuid as uid) creator
    left join panel_state p on p.creator_uid = creator.uid
    left join alert_style s on s.creator_uid = creator.uid
  `.execute(db)
  return rows[0]!
}
