/** What a layer shows, as the choice of the card of widgets, and back. */
import { layerParameters } from '../../../../../contract/alerts/scene.ts'
import type { LayerParameters } from '../../../../../contract/alerts/scene.ts'
import type { WidgetName } from '../../../../../contract/alerts/widget-preview.ts'
import { firstChoice } from '../widgets/widget-choice.ts'
import type { WidgetChoice } from '../widgets/widget-choice.ts'
import { widgetKinds } from '../widgets/widget-kinds.ts'

/** Returns the choice that leads to a layer's parameters. */
export function toChoice(
  widget: WidgetName,
  { goals, goal, timer, period, count, of }: LayerParameters,
): WidgetChoice {
  return {
    widget,
    goal: goals ?? goal ?? firstChoice.goal,
    timer: timer ?? firstChoice.timer,
    period: period ?? firstChoice.period,
    count: count === undefined ? firstChoice.count : Number(count),
    total: of ?? firstChoice.total,
    totalGoal: goal ?? firstChoice.totalGoal,
  }
}

/** Returns the parameters of a choice, without those that the widget assumes anyway. */
export function toParameters(choice: WidgetChoice): LayerParameters {
  const given = Object.entries(widgetKinds[choice.widget].parametersOf(choice)).filter(
    ([, value]) => value !== '',
  )
  return layerParameters.parse(Object.fromEntries(given))
}
