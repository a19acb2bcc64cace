import { changePanel } from '../domain/panel/change-panel.ts'
import type { ChangeToMake } from '../domain/panel/change-panel.ts'
import { announce } from './announce.ts'
import type { AppContext } from './context.ts'

/**
 * Does one thing in a control panel and publishes it to overlays, widgets and open panels. Throws as `changePanel` does.
 */
export async function makePanelChange(ctx: AppContext, change: ChangeToMake): Promise<void> {
  const { creatorUid } = change
  const { movesBoards } = await changePanel(ctx, change)
  announce(ctx, { kind: 'panel', creatorUid })
  if (movesBoards) announce(ctx, { kind: 'live', creatorUid })
}
