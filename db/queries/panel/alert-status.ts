/** What became of an alert, for the lists of the control panel. */
import { sql } from 'kysely'
import { isByActive, isOnScreen } from '../alerts/cut-alerts.ts'
import { staleAfter } from '../alerts/overlay-presence.ts'

/** What a lateral join `latest` selects of an alert `al`. */
export const latestAlertColumns = sql`al.creator_uid, al.seq, al.begun_at, al.begun_by, al.ended_at, al.cut_at, al.skipped_at, al.shown_at,
  al.is_sent_keyless, al.created_at`

/**
 * Whether a row of `alert` that no overlay has begun waits for one, where `c` and `p` are its creator's counter and panel. During a
 * pause or panic everything that has come since then waits. What a page without the key has received waits only if a page with the key
 * was open already, which may show it, too; anything else waits as soon as a page with the key has ever been open.
 */
export const isWaiting = (alert: string) => sql`case
    when (p.is_paused or p.is_panic) and ${sql.ref(alert)}.created_at >= p.held_since then true
    when ${sql.ref(alert)}.is_sent_keyless is false then c.played_seq > 0
    else ${sql.ref(alert)}.created_at >= reporting.since
  end`

/** A row `reporting` that says when a page that reports what it shows was opened; null while no such page is open. */
export const reportingSince = (creatorUid: string) => sql`(
    select min(opened_at) as since from overlay_presence
    where creator_uid = ${creatorUid} and is_open and seen_at > now() - ${staleAfter}
  ) reporting`

export interface AlertStatusRow {
  /** Whether what the alert is about is less than an hour old, so that an alert may still come if it has none. */
  isFresh: boolean
  /** The latest alert; null if it has none yet, or no longer. */
  seq: number | null
  isBegun: boolean
  /** Whether it is on the screen of the overlay that has begun it, which is still the active one. */
  isOnScreen: boolean
  /** Whether it is no longer there, and was neither shown to its end nor drawn for two seconds, if it had begun. */
  isCut: boolean
  isSkipped: boolean
  /** Whether it waits for an overlay, unless overlays have passed over it. */
  isWaiting: boolean
  /** Whether a page without the creator's key has received it; null if nobody knows. */
  isSentKeyless: boolean | null
  /** The last alert that an overlay of the creator has begun, and the last one dropped. */
  playedSeq: number
  droppedSeq: number
}

/** The columns of `AlertStatusRow` but `is_fresh`. `latest` is the alert, `c` and `p` are its creator's counter and panel. */
export const alertStatusColumns = sql`latest.seq, latest.begun_at is not null as is_begun,
      ${isOnScreen('latest')} and ${isByActive('latest')} as is_on_screen,
      latest.ended_at is null and latest.shown_at is null and not (${isOnScreen('latest')} and ${isByActive('latest')}) as is_cut,
      latest.skipped_at is not null as is_skipped, coalesce(c.played_seq, 0) as played_seq,
      coalesce(p.dropped_seq, 0) as dropped_seq, latest.is_sent_keyless, coalesce(${isWaiting('latest')}, false) as is_waiting`
