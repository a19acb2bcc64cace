/** The control panel as creators' tools read and run it. */
import { AppError } from '../../contract/errors.ts'
import type { PanelChange } from '../../contract/panel/panel.ts'
import type { ToolPanel, ToolPanelAction } from '../../contract/tools/tool-act-calls.ts'
import type { Db } from '../../db/connection.ts'
import { findPanelState } from '../../db/queries/panel/panel.ts'
import { readPlaying } from '../../db/queries/panel/panel-tips.ts'
import type { PanelToggle } from '../panel/change-panel.ts'
import { readLatestToolTip } from './read-tool-state.ts'

/** Reads the state of a creator's panel: two rows, and up to a thousand alerts that wait. */
export async function readToolPanel(db: Db, uid: string): Promise<ToolPanel> {
  const [state, playing] = await Promise.all([findPanelState(db, uid), readPlaying(db, uid)])
  const { version = 0, isPaused = false, isMuted = false, isPanic = false } = state ?? {}
  const status = isPanic ? 'panic' : isPaused ? 'paused' : 'playing'
  return { version, status, isPaused, isMuted, isPanic, ...playing, isShowing: playing.isShowing ?? false }
}

/** Returns what a tool's action changes in the panel. Throws AppError `not_found` if there is no tip to show again. */
export async function toPanelChange(
  db: Db,
  uid: string,
  body: ToolPanelAction,
): Promise<PanelChange | PanelToggle> {
  switch (body.action) {
    case 'end-panic':
      return { kind: body.action, waiting: body.waiting }
    case 'skip':
      return { kind: body.action, tipId: body.tipId ?? null }
    case 'replay':
      return { kind: body.action, tipId: body.tipId ?? (await findLatestTipId(db, uid)) }
    case 'pause':
    case 'resume':
    case 'toggle-pause':
    case 'toggle-mute':
    case 'mute':
    case 'unmute':
    case 'panic':
      return { kind: body.action }
  }
}

async function findLatestTipId(db: Db, uid: string): Promise<string> {
  const { tipId } = await readLatestToolTip(db, uid)
  if (tipId === null) throw new AppError('not_found')
  return tipId
}
