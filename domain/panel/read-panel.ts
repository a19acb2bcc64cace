/** Reads a creator's control panel for somebody who may use it: its state, and the latest tips with what became of each. */
import { currency as currencySchema } from '../../contract/money/money.ts'
import { panelShowCount, panelTipCount } from '../../contract/panel/panel.ts'
import type { PanelShow, PanelState, PanelTip, PanelTipStatus } from '../../contract/panel/panel.ts'
import { anonymousName } from '../../contract/payments/tip.ts'
import type { Db } from '../../db/connection.ts'
import type { PanelAccess } from '../../db/queries/panel/moderators.ts'
import { findPanelState } from '../../db/queries/panel/panel.ts'
import { listUndoable } from '../../db/queries/panel/panel-undo.ts'
import { listPanelTips, readPlaying } from '../../db/queries/panel/panel-tips.ts'
import type { PanelTipRow } from '../../db/queries/panel/panel-tips.ts'
import type { AlertStatusRow } from '../../db/queries/panel/alert-status.ts'
import { listPanelShows } from '../../db/queries/panel/panel-shows.ts'
import type { PanelShowRow } from '../../db/queries/panel/panel-shows.ts'
import { readReviewRules } from './review-rules.ts'

/** Returns the state of a panel as somebody with this access sees it. */
export async function readPanelState(db: Db, access: PanelAccess): Promise<PanelState> {
  const { creatorUid, creatorName, isOwner } = access
  const [state, playing, undoable, review] = await Promise.all([
    findPanelState(db, creatorUid),
    readPlaying(db, creatorUid),
    listUndoable(db, creatorUid, isOwner),
    isOwner ? readReviewRules(db, creatorUid) : null,
  ])
  return {
    creatorUid,
    creatorName,
    version: state?.version ?? 0,
    isPaused: state?.isPaused ?? false,
    isMuted: state?.isMuted ?? false,
    isPanic: state?.isPanic ?? false,
    ...playing,
    undoable,
    isOwner,
    review,
    moderatorsSeeAmounts: isOwner ? (state?.moderatorsSeeAmounts ?? false) : null,
  }
}

/** Returns the latest tips, latest first, with their amounts. */
export async function readPanelTips(db: Db, creatorUid: string): Promise<PanelTip[]> {
  return (await listPanelTips(db, creatorUid, panelTipCount)).map(toPanelTip)
}

/** Returns the latest show events, latest first. Everybody who may use the panel sees all of them. */
export async function readPanelShows(db: Db, creatorUid: string): Promise<PanelShow[]> {
  return (await listPanelShows(db, creatorUid, panelShowCount)).map(toPanelShow)
}

/** Returns tips as somebody with this access sees them. */
export function forAccess(tips: PanelTip[], { seesAmounts }: Pick<PanelAccess, 'seesAmounts'>): PanelTip[] {
  return seesAmounts ? tips : tips.map((tip) => ({ ...tip, amount: null }))
}

function toPanelTip(row: PanelTipRow): PanelTip {
  return {
    tipId: row.tipId,
    no: row.captureNo,
    name: row.isAnonymous ? anonymousName : row.supporterName,
    message: row.isPrivate || row.message === '' ? null : row.message,
    hasPrivateMessage: row.isPrivate,
    amount: row.amountMinor,
    currency: currencySchema.parse(row.currency),
    goalTitle: row.goalTitle,
    status: row.isReturned ? 'returned' : statusOf(row),
    at: row.capturedAt.toISOString(),
  }
}

function toPanelShow({
  showEventId,
  kind,
  source,
  title,
  name,
  message,
  quantity,
  unit,
  tier,
  eventCount,
  tool,
  ...row
}: PanelShowRow): PanelShow {
  const optional = { ...(tier && { tier }), ...(eventCount > 1 && { count: eventCount }) }
  const shown = { kind, source, title, name, message, quantity, unit, ...optional, tool }
  return { showEventId, ...shown, status: statusOf(row), at: row.createdAt.toISOString() }
}

/** Returns what became of a tip or show event. The latest alert counts if it has several. */
function statusOf(row: AlertStatusRow & Pick<PanelTipRow, 'hold'>): PanelTipStatus {
  const { hold, seq } = row
  if (hold === 'held') return 'held'
  if (hold === 'dismissed') return seq === null ? 'denied' : 'hidden'
  if (row.isSkipped) return 'skipped'
  if (seq === null) return row.isFresh ? 'waiting' : 'sent'
  if (row.isBegun) return row.isOnScreen ? 'on-screen' : row.isCut ? 'cut' : 'shown'
  return unbegunStatus(seq, row)
}

/** Returns what became of an alert that no overlay has begun. What a page without the key has received is sent, and never missed. */
function unbegunStatus(
  seq: number,
  { droppedSeq, playedSeq, isWaiting, isSentKeyless }: AlertStatusRow,
): PanelTipStatus {
  if (seq > Math.max(droppedSeq, playedSeq) && isWaiting) return 'waiting'
  if (isSentKeyless) return 'sent'
  if (seq <= droppedSeq) return 'skipped'
  return seq <= playedSeq && isSentKeyless === false ? 'missed' : 'sent'
}
