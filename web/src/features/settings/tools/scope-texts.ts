import type { ToolScope } from '../../../../../contract/tools/tool-scopes.ts'
import { m } from '../../../../../i18n/compiled/messages.js'

/** What each scope allows, in the words of the settings. */
export const scopeTexts: Record<ToolScope, () => string> = {
  'goals:read': m.scope_goals_read,
  'tips:read': m.scope_tips_read,
  'board:read': m.scope_board_read,
  'panel:read': m.scope_panel_read,
  'timers:read': m.scope_timers_read,
  'panel:act': m.scope_panel_act,
  'timers:act': m.scope_timers_act,
  'alerts:test': m.scope_alerts_test,
  'events:send': m.scope_events_send,
}
