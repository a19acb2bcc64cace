/** The tips of a control panel with their alerts, and the changes that actions make to them. */
import { sql } from 'kysely'
import { chatDestinations } from '../../../contract/events.ts'
import type { Db, Trx } from '../../connection.ts'
import { isOnScreen, isRecent } from '../alerts/cut-alerts.ts'
import { alertStatusColumns, isWaiting, latestAlertColumns, reportingSince } from './alert-status.ts'
import type { AlertStatusRow } from './alert-status.ts'

/**
 * The latest alert of the row's tip: of its capture or release, or of a replay. The events of a tip are found by two indexes, one for
 * captures and one for all others.
 */
const latestAlert = sql`
  select ${latestAlertColumns}
  from (
    select event_id from outbox where type = 'tip.captured' and (payload ->> 'tipId')::uuid = tip.id
    union all
    select event_id from outbox
    where type <> 'tip.captured' and (payload ->> 'tipId')::uuid = tip.id and type = 'alert.replayed'
  ) e join alert al on al.event_id = e.event_id
  order by al.seq desc limit 1`

export interface PanelTipRow extends AlertStatusRow {
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
}

/** Returns a creator's latest tips, latest first. Reads them, their events and alerts by index. */
export async function listPanelTips(db: Db, creatorUid: string, limit: number): Promise<PanelTipRow[]> {
  const { rows } = await sql<PanelTipRow>`
    select tip.id as tip_id, tip.capture_no, supporter_name, is_anonymous, is_private,
      case when is_private then '' else message end as message, tip.amount_minor, tip.currency, goal.title as goal_title, hold,
      returned_minor >= tip.amount_minor as is_returned, captured_at,
      captured_at > now() - interval '1 hour' as is_fresh, ${alertStatusColumns}
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
