import type { WidgetChoice } from './widget-choice.ts'
import { widgetKinds } from './widget-kinds.ts'

/** Returns the path of the chosen widget, without what the page assumes anyway (docs/widgets.md). */
export function widgetPath(uid: string, choice: WidgetChoice): string {
  const parameters = Object.entries(widgetKinds[choice.widget].parametersOf(choice)).filter(
    ([, value]) => value !== '',
  )
  return `/overlay?${new URLSearchParams([['userUID', uid], ['widget', choice.widget], ...parameters]).toString()}`
}
