import type { LayerKind } from '../../../../../contract/alerts/scene.ts'
import { m } from '../../../../../i18n/compiled/messages.js'

/** Returns the name of a layer in the viewer's language. */
export function layerName(kind: LayerKind): string {
  return kind === 'alert' ? m.style_shown_alert() : m.widget_name({ widget: kind })
}
