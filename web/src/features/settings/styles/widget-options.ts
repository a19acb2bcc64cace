import { widgetNames } from '../../../../../contract/widget-preview.ts'
import type { WidgetName } from '../../../../../contract/widget-preview.ts'
import { m } from '../../../../../i18n/compiled/messages.js'

const texts: Record<WidgetName, () => string> = {
  goal: m.widget_goal,
  timer: m.widget_timer,
  top: m.widget_top,
  recent: m.widget_recent,
  total: m.widget_total,
}

/** Returns the widgets as options of a choice, in the viewer's language. */
export function widgetOptions() {
  return widgetNames.map((widget) => [widget, texts[widget]()] as const)
}
