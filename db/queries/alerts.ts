/** Alerts: one gapless sequence a creator, in the order in which overlays play them. */
import { sql } from 'kysely'
import type { Alert } from '../../contract/sockets.ts'
import type { Db, Trx } from '../connection.ts'

/** What an alert says, as its row keeps it; the row's own columns add who and where. */
export type AlertBody = Omit<Alert, 'id' | 'seq'>

export interface NewAlert {
  creatorUid: string
  eventId: string
  body: AlertBody
}

/** Gives an event's alert the creator's next place; undefined when the event has its alert already. */
export async function insertAlert(
  trx: Trx,
  alert: NewAlert,
): Promise<{ id: string; seq: number } | undefined> {
  await lockCounter(trx, alert.creatorUid)
  // A statement of its own: only a snapshot taken under the lock sees what the last holder committed.
  return trx
    .with('next', (qc) =>
      qc
        .updateTable('creatorCounter')
        .set((eb) => ({ alertSeq: eb('alertSeq', '+', 1) }))
        .where('creatorUid', '=', alert.creatorUid)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('alert').select('alert.id').where('eventId', '=', alert.eventId))),
        )
        .returning(['creatorUid', 'alertSeq']),
    )
    .insertInto('alert')
    .columns(['creatorUid', 'seq', 'eventId', 'isTest', 'body'])
    .expression((eb) =>
      eb
        .selectFrom('next')
        .select(['next.creatorUid', 'next.alertSeq'])
        .select([
          sql<string>`${alert.eventId}::uuid`.as('eventId'),
          sql<boolean>`${alert.body.isTest}::boolean`.as('isTest'),
          sql<string>`${JSON.stringify(alert.body)}::jsonb`.as('body'),
        ]),
    )
    .returning(['id', 'seq'])
    .executeTakeFirst()
}

async function lockCounter(trx: Trx, creatorUid: string): Promise<void> {
  const lock = () =>
    trx.selectFrom('creatorCounter').select('creatorUid').where('creatorUid', '=', creatorUid).forUpdate()
  if (await lock().executeTakeFirst()) return
  await trx
    .insertInto('creatorCounter')
    .values({ creatorUid })
    .onConflict((oc) => oc.doNothing())
    .execute()
  await lock().executeTakeFirst()
}

/** A creator's alerts behind a place in the sequence, in order. */
export async function listAlertsAfter(
  db: Db,
  creatorUid: string,
  seq: number,
  limit: number,
): Promise<Alert[]> {
  const rows = await db
    .selectFrom('alert')
    .select(['id', 'seq', 'body'])
    .where('creatorUid', '=', creatorUid)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(({ id, seq, body }) => ({ ...(body as AlertBody), id, seq }))
}

/** The `seq` of each creator's last alert, 0 without alerts. Accounts that are not creators are left out. */
export async function findLastSeqs(db: Db, uids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('account')
    .leftJoin('creatorCounter', 'creatorCounter.creatorUid', 'account.uid')
    .select((eb) => ['uid', eb.fn.coalesce('alertSeq', sql<number>`0`).as('lastSeq')])
    .where('uid', '=', (eb) => eb.fn.any(eb.val(uids)))
    .where('accountType', '=', 1)
    .where('deletionDueAt', 'is', null)
    .execute()
  return new Map(rows.map(({ uid, lastSeq }) => [uid, lastSeq]))
}

export interface CreatorSeq {
  creatorUid: string
  seq: number
}

/** The creators who have alerts after the given `seq`, each with the `seq` of the last. */
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

/** Marks an alert shown, once, and moves the creator's place up to it; a place without an alert changes nothing. */
export async function markShown(db: Db, creatorUid: string, seq: number): Promise<void> {
  await db
    .with('shown', (qc) =>
      qc
        .updateTable('alert')
        .set({ shownAt: sql<Date>`now()` })
        .where('creatorUid', '=', creatorUid)
        .where('seq', '=', seq)
        .where('shownAt', 'is', null)
        .returning('seq'),
    )
    .updateTable('creatorCounter')
    .from('shown')
    .set((eb) => ({ shownSeq: eb.fn<number>('greatest', ['shownSeq', 'shown.seq']) }))
    .where('creatorUid', '=', creatorUid)
    .execute()
}
