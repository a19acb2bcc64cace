/** Undoes actions of a control panel, as far as what they have changed can still be changed back. */
import * as z from 'zod/mini'
import { AppError } from '../../contract/errors.ts'
import { reviewRules } from '../../contract/panel/panel.ts'
import type { Trx } from '../../db/connection.ts'
import { findPanelAction } from '../../db/queries/panel/panel.ts'
import { listUndoable } from '../../db/queries/panel/panel-undo.ts'
import type { PanelActionRow, PanelStateRow } from '../../db/queries/panel/panel.ts'
import * as tips from '../../db/queries/panel/panel-tips.ts'
import { deleteBlock, findBlockOfTip } from '../../db/queries/payments/tip-rules.ts'
import { restoreShowHold } from './change-show.ts'
import type { Done } from './done.ts'
import { saveReviewRules } from './review-rules.ts'

const skipped = z.object({ seqs: z.array(z.int()) })
const hidden = z.extend(skipped, { hold: z.nullable(z.enum(['held', 'released', 'dismissed'])) })
const reviewed = z.object({ before: reviewRules })

/**
 * Undoes an action of the creator's panel. Throws AppError `not_found` if the panel has no such action, and `panel_changed` if it was undone before,
 * cannot be undone, or if the panel has changed since.
 */
export async function undo(
  trx: Trx,
  state: PanelStateRow,
  actionId: string,
  isOwner: boolean,
): Promise<Done> {
  const action = await findPanelAction(trx, actionId)
  if (action?.creatorUid !== state.creatorUid) throw new AppError('not_found')
  if (action.kind === 'review' && !isOwner) throw new AppError('forbidden')
  if ((await listUndoable(trx, state.creatorUid, isOwner, [actionId])).length === 0)
    throw new AppError('panel_changed')
  return undoKind(trx, state, action)
}

async function undoKind(trx: Trx, state: PanelStateRow, action: PanelActionRow): Promise<Done> {
  const { creatorUid } = state
  const { kind, data } = action
  switch (kind) {
    case 'pause':
    case 'resume':
      return { state: { isPaused: kind === 'resume' } }
    case 'mute':
    case 'unmute':
      return { state: { isMuted: kind === 'unmute' } }
    case 'panic':
      return { state: { isPanic: false } }
    case 'skip':
      await tips.unskip(trx, creatorUid, skipped.parse(data).seqs)
      return {}
    case 'hide':
      return unhide(trx, creatorUid, action)
    case 'deny':
      if (action.showEventId)
        return { eventIds: await restoreShowHold(trx, creatorUid, action.showEventId, 'held') }
      await requireHold(trx, creatorUid, action.tipId!, 'dismissed')
      await tips.setHold(trx, action.tipId!, 'held')
      return { movesBoards: true }
    case 'block': {
      const entry = await findBlockOfTip(trx, creatorUid, action.tipId!)
      if (!entry) throw new AppError('panel_changed')
      await deleteBlock(trx, creatorUid, entry)
      return {}
    }
    case 'review':
      await saveReviewRules(trx, creatorUid, reviewed.parse(data).before)
      return {}
    case 'end-panic':
    case 'replay':
    case 'approve':
    case 'undo':
    case 'invite':
    case 'withdraw':
    case 'join':
    case 'remove':
    case 'amounts':
      throw new AppError('panel_changed')
  }
}

async function unhide(
  trx: Trx,
  creatorUid: string,
  { data, tipId, showEventId }: PanelActionRow,
): Promise<Done> {
  const { seqs, hold } = hidden.parse(data)
  if (showEventId) {
    const eventIds = await restoreShowHold(trx, creatorUid, showEventId, hold)
    await tips.unskip(trx, creatorUid, seqs)
    return { eventIds }
  }
  await requireHold(trx, creatorUid, tipId!, 'dismissed')
  await tips.setHold(trx, tipId!, hold)
  await tips.unskip(trx, creatorUid, seqs)
  return { movesBoards: true }
}

async function requireHold(trx: Trx, creatorUid: string, tipId: string, hold: tips.Hold): Promise<void> {
  const tip = await tips.lockHold(trx, creatorUid, tipId)
  if (tip?.hold !== hold) throw new AppError('panel_changed')
}
