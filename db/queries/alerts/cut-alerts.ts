/**
 * Alerts on screen, and those that were cut short: begun, but neither shown to their end nor drawn for two seconds. Each is played again
 * once (docs/alert-box.md).
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Alert } from '../../../contract/alerts/alert.ts'
import type { Db, Trx } from '../../connection.ts'
import { selectAlerts, toAlert } from './alerts.ts'

/** How many alerts before the last one that an overlay has begun are looked at: more than are played in the minutes that count. */
export const maxRecent = 100
/** How long an alert that was cut short can be played again. After that it counts as missed, like any older alert. */
const againWithin = sql`interval '10 minutes'`

/** Whether a row of `alert` is one of the latest that its creator's overlays have begun; `counter` is the row of `creator_counter`. */
export function isRecent(alert: string, counter: string): RawBuilder<boolean> {
  const [seq, playedSeq] = [sql.ref(`${alert}.seq`), sql.ref(`${counter}.played_seq`)]
  return sql<boolean>`${seq} between ${playedSeq} - ${sql.lit(maxRecent)} and ${playedSeq}`
}

/**
 * Whether a row of `alert` is on the screen of the overlay that has begun it. An alert whose end no overlay has reported counts as ended
 * after two minutes.
 */
export function isOnScreen(alert: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alert}.${name}`)
  return sql<boolean>`${column('ended_at')} is null and ${column('cut_at')} is null and ${column('skipped_at')} is null
    and ${column('begun_at')} > now() - interval '2 minutes'`
}

/** Whether the overlay that has begun a row of `alert` is still its creator's active one. */
export function isByActive(alert: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alert}.${name}`)
  return sql<boolean>`exists (
    select from active_overlay lease
    where lease.creator_uid = ${column('creator_uid')} and lease.overlay_id = ${column('begun_by')} and lease.expires_at > now()
  )`
}

interface OverlayAlert {
  seq: number
  overlayId: string
}

/** Stores that an alert has left the screen of the overlay that began it. Returns whether that is new. */
export async function endAlert(db: Db, creatorUid: string, alert: OverlayAlert): Promise<boolean> {
  return finish(db, creatorUid, alert, 'endedAt')
}

/**
 * Stores that an alert was cut short on the screen of the overlay that began it. Returns whether that is new. It can still be skipped,
 * and then is not played again.
 */
export async function cutAlert(db: Db, creatorUid: string, alert: OverlayAlert): Promise<boolean> {
  return finish(db, creatorUid, alert, 'cutAt')
}

async function finish(
  db: Db,
  creatorUid: string,
  { seq, overlayId }: OverlayAlert,
  column: 'endedAt' | 'cutAt',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert')
    .set({ [column]: sql<Date>`now()` })
    .where('creatorUid', '=', creatorUid)
    .where('seq', '=', seq)
    .where('begunBy', '=', overlayId)
    .where('endedAt', 'is', null)
    .where('cutAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the row `alert` was begun, may have been cut short, and was not played again. */
export const mayPlayAgain = sql<boolean>`alert.begun_at > now() - ${againWithin} and alert.ended_at is null and alert.shown_at is null
  and alert.skipped_at is null and alert.again_at is null`

/**
 * Returns the alerts of a creator that a new active overlay plays again, in order, as far as the panel has not dropped them. Reads an index
 * range of the latest alerts.
 */
export async function listCutAlerts(db: Db, creatorUid: string): Promise<Alert[]> {
  const rows = await selectAlerts(db)
    .innerJoin('creatorCounter as counter', 'counter.creatorUid', 'alert.creatorUid')
    .leftJoin('panelState as panel', 'panel.creatorUid', 'alert.creatorUid')
    .where('alert.creatorUid', '=', creatorUid)
    .where(isRecent('alert', 'counter'))
    .where(sql<boolean>`alert.seq > coalesce(panel.dropped_seq, 0)`)
    .where(mayPlayAgain)
    .orderBy('alert.seq')
    .execute()
  return rows.map(toAlert)
}

/**
 * Records that the active overlay plays an alert again that was cut short. Returns false if the overlay is not the active one, or the
 * alert must not be played again. An overlay that has begun an alert plays it again only after it has reported the cut: otherwise it
 * reports the same beginning twice, because it did not know that the first report had arrived.
 */
export async function beginAgain(
  db: Db,
  creatorUid: string,
  { seq, overlayId }: OverlayAlert,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update alert set begun_at = now(), begun_by = ${overlayId}, cut_at = null, again_at = now()
    where creator_uid = ${creatorUid} and seq = ${seq} and ${mayPlayAgain} and (begun_by <> ${overlayId} or cut_at is not null)
      and exists (
        select from active_overlay
        where creator_uid = ${creatorUid} and overlay_id = ${overlayId} and expires_at > now()
      )
  `.execute(db)
  return numAffectedRows === 1n
}

/** Skips the alerts of a tip that were cut short and not played again, because the tip is shown anew. */
export async function skipCut(trx: Trx, creatorUid: string, tipId: string): Promise<void> {
  await sql`
    update alert set skipped_at = now()
    where creator_uid = ${creatorUid} and ${mayPlayAgain} and not (${isOnScreen('alert')} and ${isByActive('alert')})
      and event_id in (
      select event_id from outbox where type = 'tip.captured' and (payload ->> 'tipId')::uuid = ${tipId}
      union all
      select event_id from outbox
      where type <> 'tip.captured' and (payload ->> 'tipId')::uuid = ${tipId} and type = 'alert.replayed'
    )
  `.execute(trx)
}
