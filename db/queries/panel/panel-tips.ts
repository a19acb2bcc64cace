/** The tips of a control panel with their alerts, and the changes that actions make to them. */
import { sql } from 'kysely'
import { chatDestinations } from '../../../contract/events.ts'
import type { Db, Trx } from '../../connection.ts'
import { isByActive, isOnScreen, isRecent } from '../alerts/cut-alerts.ts'
import { staleAfter } from '../alerts/overlay-presence.ts'

/**
 * The latest alert of the row's tip: of its capture or release, or of a replay. The events of a tip are found by two indexes, one for
 * captures and one for all others.
 */
const latestAlert = sql`
  select al.creator_uid, al.seq, al.begun_at, al.begun_by, al.ended_at, al.cut_at, al.skipped_at, al.shown_at, al.is_sent_keyless, al.created_at
  from (
    select event_id from outbox where type = 'tip.captured' and (payload ->> 'tipId')::uuid = tip.id
    union all
    select event_id from outbox
    where type <> 'tip.captured' and (payload ->> 'tipId')::uuid = tip.id and type = 'alert.replayed'
  ) e join alert al on al.event_id = e.event_id
  order by al.seq desc limit 1`

/**
 * Whether a row of `alert` that no overlay has begun waits for one, where `c` and `p` are its creator's counter and panel. During a
 * pause or panic everything that has come since then waits. What a page without the key has received waits only if a page with the key
 * was open already, which may show it, too; anything else waits as soon as a page with the key has ever been open.
 */
const isWaiting = (alert: string) => sql`case
    when (p.is_paused or p.is_panic) and ${sql.ref(alert)}.created_at >= p.held_since then true
    when ${sql.ref(alert)}.is_sent_keyless is false then c.played_seq > 0
    else ${sql.ref(alert)}.created_at >= reporting.since
  end`

/** A row `reporting` that says when a page that reports what it shows was opened; null while no such page is open. */
const reportingSince = (creatorUid: string) => sql`(
    select min(opened_at) as since from overlay_presence
    where creator_uid = ${creatorUid} and is_open and seen_at > now() - ${staleAfter}
  ) reporting`

export interface PanelTipRow {
  tipId: string
  captureNo: number
  supporterName: string
  isAnonymous: boolean
  isPrivate: boolean
  message: string
  amountMinor: number
  currency: string
  goalTitle: string | null
  hold: 'held' | 'released' | 'dismissed' | null
  isReturned: boolean
  capturedAt: Date
  /** Whether it was captured less than an hour ago, so that an alert may still come if it has none. */
  isFresh: boolean
  /** The tip's latest alert; null if it has none yet, or no longer. */
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

/** Returns a creator's latest tips, latest first. Reads them, their events and alerts by index. */
export async function listPanelTips(db: Db, creatorUid: string, limit: number): Promise<PanelTipRow[]> {
  const { rows } = await sql<PanelTipRow>`
    select tip.id as tip_id, tip.capture_no, supporter_name, is_anonymous, is_private,
      case when is_private then '' else message end as message, tip.amount_minor, tip.currency, goal.title as goal_title, hold,
      returned_minor >= tip.amount_minor as is_returned, captured_at,
      captured_at > now() - interval '1 hour' as is_fresh, latest.seq, latest.begun_at is not null as is_begun,
      ${isOnScreen('latest')} and ${isByActive('latest')} as is_on_screen,
      latest.ended_at is null and latest.shown_at is null and not (${isOnScreen('latest')} and ${isByActive('latest')}) as is_cut,
      latest.skipped_at is not null as is_skipped, coalesce(c.played_seq, 0) as played_seq,
      coalesce(p.dropped_seq, 0) as dropped_seq, latest.is_sent_keyless, coalesce(${isWaiting('latest')}, false) as is_waiting
    from (
      select * from tip where creator_uid = ${creatorUid} order by capture_no desc limit ${limit}
    ) tip
    left join goal on goal.goal_id = tip.goal_id
    left join lateral (${latestAlert}) latest on true
    left join creator_counter c on c.creator_uid = tip.creator_uid
    left join panel_state p on p.creator_uid = tip.creator_uid
    cross join ${reportingSince(creatorUid)}
    order by tip.capture_no desc
  `.execute(db)
  return rows
}

/** How many of the latest alerts are looked at to count those that wait. */
const maxWaiting = 1_000

/** Whether an overlay of a creator is open that reports what it shows. */
const isReporting = (creatorUid: string) => sql<boolean>`exists (
  select from active_overlay where creator_uid = ${creatorUid} and expires_at > now()
)`

/** Returns whether an overlay of the creator is open that reports what it shows. */
export async function hasReporting(trx: Trx, creatorUid: string): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`select ${isReporting(creatorUid)} as is_open`.execute(trx)
  return rows[0]!.isOpen
}

interface Playing {
  isShowing: boolean | null
  waiting: number
}

/**
 * Returns whether an alert of the creator is on screen, null if no open overlay reports that, and how many wait. An alert whose end no
 * overlay has reported counts as ended after two minutes.
 */
export async function readPlaying(db: Db, creatorUid: string): Promise<Playing> {
  const { rows } = await sql<Playing>`
    select case when ${isReporting(creatorUid)} then exists (
        select from alert a where a.creator_uid = c.creator_uid and ${isRecent('a', 'c')} and ${isOnScreen('a')}
      ) end as is_showing,
      (
        select count(*)::int from (
          select skipped_at, begun_at, created_at, is_sent_keyless from alert
          where creator_uid = c.creator_uid and seq > greatest(c.played_seq, coalesce(p.dropped_seq, 0))
          order by seq desc limit ${maxWaiting}
        ) a
        where a.skipped_at is null and a.begun_at is null and ${isWaiting('a')}
      ) as waiting
    from (select ${creatorUid}::uuid as creator_uid) own
    left join creator_counter c using (creator_uid) left join panel_state p using (creator_uid)
    cross join ${reportingSince(creatorUid)}
  `.execute(db)
  return rows[0]!
}

/** Returns the last `seq` of a creator. */
export async function findLastSeq(trx: Trx, creatorUid: string): Promise<number> {
  const row = await trx
    .selectFrom('creatorCounter')
    .select('alertSeq')
    .where('creatorUid', '=', creatorUid)
    .executeTakeFirst()
  return row?.alertSeq ?? 0
}

/** Skips the alert that is on screen and returns its `seq`; undefined if there is none. */
export async function skipShown(trx: Trx, creatorUid: string): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    update alert set skipped_at = now() where id = (
      select a.id from creator_counter c join alert a using (creator_uid)
      where c.creator_uid = ${creatorUid} and ${isRecent('a', 'c')} and ${isOnScreen('a')}
      order by a.begun_at desc limit 1
    )
    returning seq
  `.execute(trx)
  return rows[0]?.seq
}

/**
 * Skips all alerts of a tip that are waiting or on screen, that of a goal which the tip has funded included, and returns their
 * numbers.
 */
export async function skipTip(trx: Trx, creatorUid: string, tipId: string): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    update alert set skipped_at = now()
    where creator_uid = ${creatorUid} and ended_at is null and skipped_at is null and event_id in (
      select event_id from outbox where type = 'tip.captured' and (payload ->> 'tipId')::uuid = ${tipId}
      union all
      select event_id from outbox where type <> 'tip.captured' and (payload ->> 'tipId')::uuid = ${tipId}
    )
    returning seq
  `.execute(trx)
  return rows.map(({ seq }) => seq)
}

/** Lets skipped alerts be shown again that no overlay has begun. */
export async function unskip(trx: Trx, creatorUid: string, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  await trx
    .updateTable('alert')
    .set({ skippedAt: null })
    .where('creatorUid', '=', creatorUid)
    .where('seq', 'in', [...seqs])
    .where('begunAt', 'is', null)
    .execute()
}

export type Hold = PanelTipRow['hold']

/** Returns and locks what a creator's tip is held for; undefined if the tip is not this creator's. */
export async function lockHold(
  trx: Trx,
  creatorUid: string,
  tipId: string,
): Promise<{ hold: Hold } | undefined> {
  return trx
    .selectFrom('tip')
    .select('hold')
    .where('id', '=', tipId)
    .where('creatorUid', '=', creatorUid)
    .forUpdate()
    .executeTakeFirst()
}

/** Sets what a tip is held for. */
export async function setHold(trx: Trx, tipId: string, hold: Hold): Promise<void> {
  const isOver = hold === 'released' || hold === 'dismissed'
  await trx
    .updateTable('tip')
    .set({ hold, holdEndedAt: isOver ? sql<Date>`now()` : null })
    .where('id', '=', tipId)
    .execute()
}

/** Ends everything that waits to be posted in a creator's chats, except what is being posted at this moment. */
export async function dropChatMessages(trx: Trx, creatorUid: string): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ status: 'expired', reason: 'panic', leasedUntil: null, completedAt: sql<Date>`now()` })
    .where('creatorUid', '=', creatorUid)
    .where('destination', 'in', Object.values(chatDestinations))
    .where('status', 'in', ['due', 'leased'])
    .where(sql<boolean>`coalesce(leased_until, now()) <= now()`)
    .execute()
}
