/** Alerts. The sequence numbers of a creator's alerts have no gap, and overlays show alerts in their order. */
import { sql } from 'kysely'
import { speechPath } from '../../../contract/alerts/sound-address.ts'
import type { Alert, ShowAlert, TipAlert } from '../../../contract/alerts/alert.ts'
import type { Db } from '../../connection.ts'

/** The contents of an alert as its row stores them. The id and the sequence number are columns of their own. */
export type AlertBody = TipAlertBody | ShowAlertBody
export type TipAlertBody = Omit<TipAlert, 'id' | 'seq'>
export type ShowAlertBody = Omit<ShowAlert, 'id' | 'seq'>

/** Inserts a creator's row of `creator_counter` unless it exists. It numbers the creator's tips and alerts. */
export async function ensureCounter(db: Db, creatorUid: string): Promise<void> {
  await db
    .insertInto('creatorCounter')
    .values({ creatorUid })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/**
 * Returns a creator's alerts after a sequence number, in order, with the speech that is ready. Reads an index range of `limit` rows, and
 * the speech of each by key.
 */
export async function listAlertsAfter(
  db: Db,
  creatorUid: string,
  seq: number,
  limit: number,
): Promise<Alert[]> {
  const rows = await selectAlerts(db)
    .where('alert.creatorUid', '=', creatorUid)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(toAlert)
}

/** Selects alerts with the speech that is ready; `toAlert` converts the rows. */
export function selectAlerts(db: Db) {
  return db
    .selectFrom('alert')
    .leftJoin('speech', (join) =>
      join.onRef('speech.eventId', '=', 'alert.eventId').on('speech.expiresAt', '>', sql<Date>`now()`),
    )
    .select(['alert.id', 'alert.seq', 'alert.body', 'speech.token'])
}

/** Returns the alert of a row of `selectAlerts`. */
export function toAlert(row: { id: string; seq: number; body: unknown; token: string | null }): Alert {
  const { id, seq, body, token } = row
  return { ...(body as AlertBody), id, seq, ...(token && { speech: speechPath(token) }) }
}

export interface CreatorSeq {
  creatorUid: string
  seq: number
}

/** Returns the creators who have alerts after their given `seq`, each with the `seq` of the creator's last alert. */
export async function listNewerSeqs(db: Db, known: readonly CreatorSeq[]): Promise<CreatorSeq[]> {
  const creatorUids = known.map(({ creatorUid }) => creatorUid)
  const seqs = known.map(({ seq }) => seq)
  const { rows } = await sql<CreatorSeq>`
    select c.creator_uid, c.alert_seq as seq
    from unnest(${creatorUids}::uuid[], ${seqs}::bigint[]) as known (creator_uid, seq)
    join creator_counter c on c.creator_uid = known.creator_uid and c.alert_seq > known.seq
  `.execute(db)
  return rows
}

export interface ShownAlert {
  seq: number
  overlayId: string
  shownMs: number
  /** Whether the overlay is a source of OBS. */
  isInObs: boolean
}

/**
 * Stores when an overlay showed an alert and for how many milliseconds so far, and raises the creator's `shownSeq` to the alert.
 * Does nothing unless this overlay began the alert at least `shownMs` milliseconds ago; half a second less is accepted, because the
 * message that it began may be slow.
 */
export async function markShown(
  db: Db,
  creatorUid: string,
  { seq, overlayId, shownMs, isInObs }: ShownAlert,
): Promise<void> {
  await db
    .with('shown', (qc) =>
      qc
        .updateTable('alert')
        .set({
          shownAt: sql<Date>`coalesce(shown_at, now())`,
          shownMs: sql<number>`greatest(shown_ms, ${shownMs}::integer)`,
        })
        .where('creatorUid', '=', creatorUid)
        .where('seq', '=', seq)
        .where('begunBy', '=', overlayId)
        .where('begunAt', '<=', sql<Date>`now() - (${shownMs - 500} * interval '1 millisecond')`)
        .returning('seq'),
    )
    .with('showing', (qc) =>
      qc
        .updateTable('overlayPresence')
        .from('shown')
        .set({ lastShownAt: sql<Date>`now()` })
        .where('creatorUid', '=', creatorUid)
        .where('overlayId', '=', overlayId),
    )
    .updateTable('creatorCounter')
    .from('shown')
    .set((eb) => ({
      shownSeq: eb.fn<number>('greatest', ['shownSeq', 'shown.seq']),
      ...(isInObs && { obsShownAt: sql<Date>`now()` }),
    }))
    .where('creatorUid', '=', creatorUid)
    .execute()
}
