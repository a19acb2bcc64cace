/** The overlays of each creator that are open, and the state that they report. All times are those of Postgres' clock. */
import { sql } from 'kysely'
import type { OverlayReport } from '../../../contract/sockets.ts'
import type { Db } from '../../connection.ts'

/** Servers report open overlays more often than this; an older report means that the server was killed. */
export const staleAfter = sql`interval '90 seconds'`
const maxListed = 20

export interface PresenceReport extends OverlayReport {
  creatorUid: string
  isOpen: boolean
}

/**
 * Stores the reports of the overlays that are connected to this server, and that an overlay was closed, unless another server has
 * reported it since. `reports` has each overlay at most once.
 */
export async function saveOverlayPresence(
  db: Db,
  serverId: string,
  reports: readonly PresenceReport[],
): Promise<void> {
  const rows = JSON.stringify(
    reports.map(({ creatorUid, overlayId, isOpen, state, audio, obsVersion, build }) => ({
      creator_uid: creatorUid,
      overlay_id: overlayId,
      is_open: isOpen,
      state,
      audio,
      obs_version: obsVersion,
      build,
    })),
  )
  await sql`
    insert into overlay_presence as known
      (creator_uid, overlay_id, server_id, is_open, state, audio, obs_version, build)
    select r.creator_uid, r.overlay_id, ${serverId}::uuid, r.is_open, r.state, r.audio, r.obs_version, r.build
    from jsonb_to_recordset(${rows}::jsonb) as r
      (creator_uid uuid, overlay_id uuid, is_open boolean, state text, audio text, obs_version text, build text)
    join account on account.uid = r.creator_uid and account.erased_at is null
    order by r.creator_uid, r.overlay_id
    on conflict (creator_uid, overlay_id) do update
      set server_id = excluded.server_id, is_open = excluded.is_open, seen_at = now(), state = excluded.state,
        audio = excluded.audio, obs_version = excluded.obs_version, build = excluded.build
      where excluded.is_open or known.server_id = excluded.server_id
  `.execute(db)
}

/** Deletes closed overlays of these creators, but keeps the one that each creator had open last. */
export async function deleteClosedOverlays(db: Db, creatorUids: readonly string[]): Promise<void> {
  await sql`
    delete from overlay_presence
    where (creator_uid, overlay_id) in (
      select creator_uid, overlay_id from overlay_presence old
      where creator_uid = any(${creatorUids}::uuid[]) and not (is_open and seen_at > now() - ${staleAfter})
        and exists (
          select from overlay_presence newer
          where newer.creator_uid = old.creator_uid
            and (newer.seen_at, newer.overlay_id) > (old.seen_at, old.overlay_id)
        )
      for update skip locked
    )
  `.execute(db)
}

export interface KnownOverlay extends Required<Pick<OverlayReport, 'state' | 'audio'>> {
  overlayId: string
  isOpen: boolean
  /** Whether this overlay is the active one. */
  isActive: boolean
  obsVersion: string | null
  build: string | null
  openedAt: Date
  seenAt: Date
  lastShownAt: Date | null
}

/** Returns a creator's open overlays; if none is open, the one that was open last. */
export async function listOverlays(db: Db, creatorUid: string): Promise<KnownOverlay[]> {
  const { rows } = await sql<KnownOverlay>`
    select overlay_id, is_open and seen_at > now() - ${staleAfter} as is_open,
      exists (
        select from active_overlay a
        where a.creator_uid = p.creator_uid and a.overlay_id = p.overlay_id and a.expires_at > now()
      ) as is_active,
      state, audio, obs_version, build, opened_at, seen_at, last_shown_at
    from overlay_presence p
    where creator_uid = ${creatorUid}
    order by is_open desc, is_active desc, seen_at desc limit ${maxListed}
  `.execute(db)
  const open = rows.filter(({ isOpen }) => isOpen)
  return open.length > 0 ? open : rows.slice(0, 1)
}

/** Returns when the creator's active overlay last showed an alert, and when a source of OBS did. */
export async function findLastShown(
  db: Db,
  creatorUid: string,
): Promise<{ shownAt: Date | null; obsShownAt: Date | null } | undefined> {
  return db
    .selectFrom('creatorCounter')
    .leftJoin('alert', (join) =>
      join.onRef('alert.creatorUid', '=', 'creatorCounter.creatorUid').onRef('alert.seq', '=', 'shownSeq'),
    )
    .select(['shownAt', 'obsShownAt'])
    .where('creatorCounter.creatorUid', '=', creatorUid)
    .executeTakeFirst()
}
