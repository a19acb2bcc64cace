import { widgetNames } from '../../../../../contract/alerts/widget-preview.ts'
import { m } from '../../../../../i18n/compiled/messages.js'

/** Returns the widgets as options of a choice, in the viewer's language. */
export function widgetOptions() {
  return widgetNames.map((widget) => [widget, m.widget_name({ widget })] as const)
}
