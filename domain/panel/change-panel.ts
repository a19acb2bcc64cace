/** Does one thing in a creator's control panel: one transaction changes what it is about, the panel's state and the list of actions. */
import { AppError } from '../../contract/errors.ts'
import type { TipEventJob } from '../../contract/events.ts'
import type { PanelChange } from '../../contract/panel/panel.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { skipCut } from '../../db/queries/alerts/cut-alerts.ts'
import { insertEvent } from '../../db/queries/deliveries/events.ts'
import { isTipOf } from '../../db/queries/insights/insights.ts'
import { forgetSentKeyless } from '../../db/queries/alerts/keyless-alerts.ts'
import { findPanelAction, lockPanel, recordPanelAction } from '../../db/queries/panel/panel.ts'
import type { PanelStateRow } from '../../db/queries/panel/panel.ts'
import * as tips from '../../db/queries/panel/panel-tips.ts'
import { findBlockOfTip } from '../../db/queries/payments/tip-rules.ts'
import { blockTipSupporter } from '../moderation/blocked-supporters.ts'
import { endHoldWithin } from '../moderation/end-hold.ts'
import { changeShow } from './change-show.ts'
import type { Done } from './done.ts'
import { readReviewRules, saveReviewRules } from './review-rules.ts'
import { undo } from './undo-change.ts'

interface ChangeContext {
  db: Db
  publish(jobs: readonly TipEventJob[]): void
}

/** A press of a key that does the one of two changes that the panel's state allows. */
export type PanelToggle = { kind: 'toggle-pause' } | { kind: 'toggle-mute' }

export interface ChangeToMake {
  creatorUid: string
  /** Chosen by the caller, so that a repeated request changes nothing. */
  actionId: string
  actorUid: string
  /** Whether the actor is the creator; only the creator changes the rules of the review. */
  isOwner: boolean
  change: PanelChange | PanelToggle
  /** The API token, if a tool of the actor makes the change. */
  token?: { id: string; name: string } | undefined
}

/**
 * Makes a change. Throws AppError `not_found` for a tip or action that is not the creator's, `forbidden` if only the creator may make
 * the change, and `panel_changed` when there is nothing to change any more: another page was first.
 */
export async function changePanel(
  ctx: ChangeContext,
  { creatorUid, actionId, actorUid, isOwner, change: wanted, token }: ChangeToMake,
): Promise<{ movesBoards: boolean }> {
  if (wanted.kind === 'review' && !isOwner) throw new AppError('forbidden')
  const { eventIds = [], movesBoards = false } = await ctx.db.transaction().execute(async (trx) => {
    const state = await lockPanel(trx, creatorUid)
    const earlier = await findPanelAction(trx, actionId)
    if (earlier?.creatorUid === creatorUid) return {}
    if (earlier) throw new AppError('not_found')
    const change = decideToggle(state, wanted)
    const tipId = ('tipId' in change && change.tipId) || null
    if (tipId && !(await isTipOf(trx, creatorUid, tipId))) throw new AppError('not_found')
    const done = await make(trx, state, change, isOwner)
    const action = {
      actionId,
      actorUid,
      kind: change.kind === 'show' ? change.action : change.kind,
      data: done.data ?? {},
      tipId,
      showEventId: change.kind === 'show' ? change.showEventId : null,
      undoes: change.kind === 'undo' ? change.actionId : null,
      tokenId: token?.id ?? null,
      tokenName: token?.name ?? null,
    }
    await recordPanelAction(trx, state, action, done.state)
    return done
  })
  ctx.publish(eventIds.map((eventId) => ({ eventId })))
  return { movesBoards }
}

/** Returns what a toggle changes in this state, which is locked; any other change as it is. */
function decideToggle({ isPaused, isMuted }: PanelStateRow, wanted: PanelChange | PanelToggle): PanelChange {
  if (wanted.kind === 'toggle-pause') return { kind: isPaused ? 'resume' : 'pause' }
  if (wanted.kind === 'toggle-mute') return { kind: isMuted ? 'unmute' : 'mute' }
  return wanted
}

async function make(trx: Trx, state: PanelStateRow, change: PanelChange, isOwner: boolean): Promise<Done> {
  const { creatorUid } = state
  switch (change.kind) {
    case 'pause':
    case 'resume':
      return { state: { isPaused: requireOther(state.isPaused, change.kind === 'pause') } }
    case 'mute':
    case 'unmute':
      return { state: { isMuted: requireOther(state.isMuted, change.kind === 'mute') } }
    case 'panic':
      return { state: { isPanic: requireOther(state.isPanic, true) } }
    case 'end-panic':
      return endPanic(trx, state, change.waiting)
    case 'skip':
      return skip(trx, state, change.tipId)
    case 'hide':
      return hide(trx, creatorUid, change.tipId)
    case 'replay':
      return replay(trx, creatorUid, change.tipId)
    case 'approve':
    case 'deny':
      return review(trx, creatorUid, change)
    case 'block':
      return block(trx, creatorUid, change.tipId)
    case 'show':
      return changeShow(trx, creatorUid, change)
    case 'review': {
      const before = await readReviewRules(trx, creatorUid)
      await saveReviewRules(trx, creatorUid, change.rules)
      return { data: { before, after: change.rules } }
    }
    case 'undo':
      return undo(trx, state, change.actionId, isOwner)
  }
}

/** Returns the new value of a switch. Throws AppError `panel_changed` if the switch has it already. */
function requireOther(before: boolean, after: boolean): boolean {
  if (before === after) throw new AppError('panel_changed')
  return after
}

async function endPanic(trx: Trx, state: PanelStateRow, waiting: 'play' | 'drop'): Promise<Done> {
  const isPanic = requireOther(state.isPanic, false)
  if (waiting === 'play') return { state: { isPanic }, data: { waiting } }
  await tips.dropChatMessages(trx, state.creatorUid)
  await forgetSentKeyless(trx, state.creatorUid)
  return { state: { isPanic, droppedSeq: await tips.findLastSeq(trx, state.creatorUid) }, data: { waiting } }
}

async function skip(trx: Trx, state: PanelStateRow, tipId: string | null): Promise<Done> {
  const { creatorUid, version } = state
  const seqs = tipId
    ? await tips.skipTip(trx, creatorUid, tipId)
    : [await tips.skipShown(trx, creatorUid)].flatMap((seq) => seq ?? [])
  if (seqs.length > 0) return { data: { seqs } }
  if (tipId || (await tips.hasReporting(trx, creatorUid))) throw new AppError('panel_changed')
  return { state: { skipVersion: version + 1 }, data: { seqs } }
}

async function hide(trx: Trx, creatorUid: string, tipId: string): Promise<Done> {
  const tip = await tips.lockHold(trx, creatorUid, tipId)
  if (!tip || tip.hold === 'dismissed') throw new AppError('panel_changed')
  const seqs = await tips.skipTip(trx, creatorUid, tipId)
  await tips.setHold(trx, tipId, 'dismissed')
  return { data: { seqs, hold: tip.hold }, movesBoards: true }
}

async function replay(trx: Trx, creatorUid: string, tipId: string): Promise<Done> {
  const tip = await tips.lockHold(trx, creatorUid, tipId)
  if (!tip || tip.hold === 'held' || tip.hold === 'dismissed') throw new AppError('panel_changed')
  await skipCut(trx, creatorUid, tipId)
  return { eventIds: [await insertEvent(trx, creatorUid, { type: 'alert.replayed', tipId })] }
}

async function review(
  trx: Trx,
  creatorUid: string,
  { kind, tipId }: { kind: 'approve' | 'deny'; tipId: string },
): Promise<Done> {
  const eventIds = await endHoldWithin(trx, creatorUid, tipId, kind === 'approve' ? 'release' : 'dismiss')
  if (!eventIds) throw new AppError('panel_changed')
  return { eventIds, movesBoards: true }
}

async function block(trx: Trx, creatorUid: string, tipId: string): Promise<Done> {
  if (await findBlockOfTip(trx, creatorUid, tipId)) throw new AppError('panel_changed')
  await blockTipSupporter(trx, creatorUid, tipId)
  return {}
}
