import type { WidgetName } from '../../../../../contract/alerts/widget-preview.ts'
import { recentWidget, topWidget } from './board-widgets.tsx'
import { goalWidget } from './goal-widget.tsx'
import { timerWidget } from './timer-widget.tsx'
import { totalWidget } from './total-widget.tsx'
import type { WidgetKind } from './widget-kind.ts'

export const widgetKinds: Readonly<Record<WidgetName, WidgetKind>> = {
  goal: goalWidget,
  timer: timerWidget,
  top: topWidget,
  recent: recentWidget,
  total: totalWidget,
}
