/** Which actions of a control panel can still be undone. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import { isOnScreen, isRecent } from '../alerts/cut-alerts.ts'

/** How many of the latest actions are looked at when no ids are given. */
const latestCount = 10

/**
 * Whether what the action has changed can still be changed back. A skipped alert must still wait: because of a pause or panic, because
 * no overlay is open, or because another one is on screen. Once it was its turn, overlays have passed over it.
 */
const canUndo = sql<boolean>`case a.kind
  when 'pause' then p.is_paused when 'resume' then not p.is_paused
  when 'mute' then p.is_muted when 'unmute' then not p.is_muted
  when 'panic' then p.is_panic
  when 'hide' then coalesce(tip.hold, s.hold) = 'dismissed' when 'deny' then coalesce(tip.hold, s.hold) = 'dismissed'
  when 'block' then exists (select from blocked_supporter b where b.creator_uid = a.creator_uid and b.tip_id = a.tip_id)
  when 'review' then true
  when 'skip' then exists (
    select from jsonb_array_elements_text(a.data -> 'seqs') skipped (seq)
    join alert al on al.creator_uid = a.creator_uid and al.seq = skipped.seq::bigint
    where al.begun_at is null and al.skipped_at is not null and al.seq > greatest(coalesce(c.played_seq, 0), p.dropped_seq)
  ) and (
    ((p.is_paused or p.is_panic) and a.created_at > p.held_since)
    or not exists (select from active_overlay o where o.creator_uid = a.creator_uid and o.expires_at > now())
    or exists (
      select from alert shown where shown.creator_uid = a.creator_uid and ${isRecent('shown', 'c')} and ${isOnScreen('shown')}
    )
  )
  else false end`

/**
 * Returns which of a creator's actions can be undone, the latest first: of those with these ids, or of the latest ten. Finds all rows
 * by index. The rules of the review only the creator may change back.
 */
export async function listUndoable(
  db: Db,
  creatorUid: string,
  isOwner: boolean,
  actionIds?: readonly string[],
): Promise<string[]> {
  const chosen = actionIds
    ? sql`action_id = any(${[...actionIds]}::uuid[]) and creator_uid = ${creatorUid}`
    : sql`creator_uid = ${creatorUid} order by created_at desc, action_id limit ${latestCount}`
  const { rows } = await sql<{ actionId: string }>`
    select a.action_id
    from (select * from panel_action where ${chosen}) a
    join panel_state p on p.creator_uid = a.creator_uid
    left join creator_counter c on c.creator_uid = a.creator_uid
    left join tip on tip.id = a.tip_id
    left join show_event s on s.id = a.show_event_id
    where ${canUndo} and (${isOwner} or a.kind <> 'review')
      and not exists (select from panel_action u where u.undoes = a.action_id)
    order by a.created_at desc, a.action_id
  `.execute(db)
  return rows.map(({ actionId }) => actionId)
}
