/** The words for what is done in the control panel. */
import type {
  PanelActionKind,
  PanelChange,
  PanelState,
  PanelTipStatus,
} from '../../../../contract/panel/panel.ts'
import { m } from '../../../../i18n/compiled/messages.js'

/** Returns what the panel says after a change that led to this state. */
export function doneText(change: PanelChange, { isShowing }: Pick<PanelState, 'isShowing'>): string {
  if (change.kind === 'skip' && change.tipId === null && isShowing === null) return m.panel_done_skip_unseen()
  if (change.kind === 'end-panic' && change.waiting === 'drop') return m.panel_done_end_drop()
  return doneTexts[change.kind === 'show' ? change.action : change.kind]()
}

const doneTexts: Record<Exclude<PanelChange['kind'], 'show'>, () => string> = {
  pause: m.panel_done_pause,
  resume: m.panel_done_resume,
  mute: m.panel_done_mute,
  unmute: m.panel_done_unmute,
  panic: m.panel_done_panic,
  'end-panic': m.panel_done_end_play,
  skip: m.panel_done_skip,
  hide: m.panel_done_hide,
  replay: m.panel_done_replay,
  approve: m.panel_done_approve,
  deny: m.panel_done_deny,
  block: m.panel_done_block,
  review: m.panel_done_review,
  undo: m.panel_done_undo,
}

/** What each kind of action is called in the list of actions. */
export const kindTexts: Record<PanelActionKind, () => string> = {
  pause: m.panel_kind_pause,
  resume: m.panel_kind_resume,
  mute: m.panel_kind_mute,
  unmute: m.panel_kind_unmute,
  panic: m.panel_kind_panic,
  'end-panic': m.panel_kind_end_panic,
  skip: m.panel_kind_skip,
  hide: m.panel_kind_hide,
  replay: m.panel_kind_replay,
  approve: m.panel_kind_approve,
  deny: m.panel_kind_deny,
  block: m.panel_kind_block,
  review: m.panel_kind_review,
  undo: m.panel_kind_undo,
  invite: m.panel_kind_invite,
  withdraw: m.panel_kind_withdraw,
  join: m.panel_kind_join,
  remove: m.panel_kind_remove,
  amounts: m.panel_kind_amounts,
}

/** What became of a tip. */
export const statusTexts: Record<PanelTipStatus, () => string> = {
  held: m.panel_status_held,
  waiting: m.panel_status_waiting,
  'on-screen': m.panel_status_on_screen,
  cut: m.panel_status_cut,
  shown: m.panel_status_shown,
  skipped: m.panel_status_skipped,
  hidden: m.panel_status_hidden,
  denied: m.panel_status_denied,
  missed: m.panel_status_missed,
  sent: m.panel_status_sent,
  returned: m.panel_status_returned,
}
