/** Which alerts a page without the creator's key or session has received. Such a page may have shown them, but cannot prove it. */
import { sql } from 'kysely'
import type { Db, Trx } from '../../connection.ts'
import type { CreatorSeq } from './alerts.ts'

/**
 * Records that pages without key or session have received these alerts. Leaves out those that an overlay has begun, and those that the
 * creator has dropped. Returns the creators whose alerts have changed.
 */
export async function markSentKeyless(db: Db, alerts: readonly CreatorSeq[]): Promise<string[]> {
  const creatorUids = alerts.map(({ creatorUid }) => creatorUid)
  const seqs = alerts.map(({ seq }) => seq)
  const { rows } = await sql<{ creatorUid: string }>`
    with sent as (
      select al.id from unnest(${creatorUids}::uuid[], ${seqs}::bigint[]) as sent (creator_uid, seq)
      join alert al on al.creator_uid = sent.creator_uid and al.seq = sent.seq
      left join panel_state p on p.creator_uid = sent.creator_uid
      where al.begun_at is null and al.is_sent_keyless is not true and al.seq > coalesce(p.dropped_seq, 0)
      order by al.creator_uid, al.seq
      for no key update of al
    ),
    marked as (
      update alert set is_sent_keyless = true from sent where alert.id = sent.id returning alert.creator_uid
    )
    select distinct creator_uid from marked
  `.execute(db)
  return rows.map(({ creatorUid }) => creatorUid)
}

/**
 * Forgets which of a creator's alerts pages without key or session have received since the hold began: they wait in the pages and
 * are dropped now.
 */
export async function forgetSentKeyless(trx: Trx, creatorUid: string): Promise<void> {
  await sql`
    update alert set is_sent_keyless = false from panel_state p
    where p.creator_uid = ${creatorUid} and alert.creator_uid = p.creator_uid
      and alert.seq > p.dropped_seq and alert.created_at >= p.held_since and alert.is_sent_keyless
  `.execute(trx)
}
