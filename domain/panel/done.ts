import type { PanelStateChange } from '../../db/queries/panel/panel.ts'

/** What one change does. */
export interface Done {
  /** How it changes the state. */
  state?: PanelStateChange
  /** What is stored with the action, to undo it. */
  data?: object
  /** Events to publish after the commit. */
  eventIds?: readonly string[]
  /** Whether public pages show other names now. */
  movesBoards?: boolean
}
