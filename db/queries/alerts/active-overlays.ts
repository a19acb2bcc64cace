/** The active overlay of each creator: the overlay that holds the creator's lease. All times are those of Postgres' clock. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'

export interface ActiveCandidate {
  creatorUid: string
  overlayId: string
  /** How visible the overlay is to the stream: 0 is best, 5 is worst. */
  rank: number
}

export interface ActiveClaim {
  creatorUid: string
  /** Whether the candidate holds the lease now. */
  isHeld: boolean
  /** The last alert that any overlay of the creator has begun. */
  playedSeq: number
}

/**
 * Takes or renews the leases of overlays; `candidates` has at most one overlay for each creator. An overlay gets its creator's
 * lease if the lease is free, has expired, already belongs to that overlay, or belongs to an overlay with a worse rank.
 */
export async function claimActiveOverlays(
  db: Db,
  candidates: readonly ActiveCandidate[],
  ttlMs: number,
): Promise<ActiveClaim[]> {
  const creatorUids = candidates.map(({ creatorUid }) => creatorUid)
  const overlayIds = candidates.map(({ overlayId }) => overlayId)
  const ranks = candidates.map(({ rank }) => rank)
  const { rows } = await sql<ActiveClaim>`
    with candidates as (
      select * from unnest(${creatorUids}::uuid[], ${overlayIds}::uuid[], ${ranks}::smallint[])
        as candidates (creator_uid, overlay_id, rank)
    ),
    claimed as (
      insert into active_overlay as held (creator_uid, overlay_id, rank, expires_at)
      select creator_uid, overlay_id, rank, now() + ${ttlMs} * interval '1 millisecond'
      from candidates join account on account.uid = creator_uid
      order by creator_uid
      on conflict (creator_uid) do update
        set overlay_id = excluded.overlay_id, rank = excluded.rank, expires_at = excluded.expires_at
        where held.overlay_id = excluded.overlay_id or held.expires_at < now() or held.rank > excluded.rank
      returning creator_uid
    )
    select creator_uid, claimed.creator_uid is not null as is_held, coalesce(played_seq, 0) as played_seq
    from candidates left join claimed using (creator_uid) left join creator_counter using (creator_uid)
  `.execute(db)
  return rows
}

/** Releases an overlay's lease, so that the next active overlay need not wait for it to expire. */
export async function releaseActiveOverlay(db: Db, creatorUid: string, overlayId: string): Promise<void> {
  await db
    .deleteFrom('activeOverlay')
    .where('creatorUid', '=', creatorUid)
    .where('overlayId', '=', overlayId)
    .execute()
}

export interface BegunAlert {
  isTest: boolean
  /** How many seconds ago the alert's tip was captured. */
  waitedSeconds: number
}

/**
 * Records that the active overlay begins to show an alert. Returns undefined if the overlay is not the active one, the alert does
 * not exist, or an overlay has already begun it.
 */
export async function beginAlert(
  db: Db,
  creatorUid: string,
  { seq, overlayId }: { seq: number; overlayId: string },
): Promise<BegunAlert | undefined> {
  const { rows } = await sql<BegunAlert>`
    with begun as (
      update alert set begun_at = now(), begun_by = ${overlayId}
      where creator_uid = ${creatorUid} and seq = ${seq} and begun_at is null and exists (
        select from active_overlay
        where creator_uid = ${creatorUid} and overlay_id = ${overlayId} and expires_at > now()
      )
      returning seq, is_test, extract(epoch from now() - (body ->> 'at')::timestamptz)::float8 as waited_seconds
    )
    update creator_counter set played_seq = greatest(played_seq, begun.seq)
    from begun where creator_uid = ${creatorUid}
    returning begun.is_test, begun.waited_seconds
  `.execute(db)
  return rows[0]
}

/**
 * Records that an overlay begins a digest of the alerts up to `seq`. A digest has no row in `alert`, so only the creator's
 * `playedSeq` changes.
 */
export async function raisePlayedSeq(db: Db, creatorUid: string, seq: number): Promise<void> {
  await db
    .updateTable('creatorCounter')
    .set({ playedSeq: seq })
    .where('creatorUid', '=', creatorUid)
    .where('playedSeq', '<', seq)
    .where('alertSeq', '>=', seq)
    .execute()
}
