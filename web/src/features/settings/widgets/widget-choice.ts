/** What the creator chooses on the card of widgets, and the addresses that it leads to (docs/widgets.md). */
import type { WidgetName } from '../../../../../contract/widget-preview.ts'

export const periods = ['week', 'month', 'all'] as const
export const totals = ['stream', 'today', 'month', 'goal'] as const

/** The choices for all widgets, so that each keeps its own while another one is looked at. */
export interface WidgetChoice {
  widget: WidgetName
  /** The goal of the bar: a goal's id, `first` or `all`. */
  goal: string
  /** The timer's id; '' is the first that runs. */
  timer: string
  period: (typeof periods)[number]
  count: number
  total: (typeof totals)[number]
  /** The id of the goal whose total is shown; '' is the first open one. */
  totalGoal: string
}

/** What the widgets show without parameters in their address. */
export const firstChoice: WidgetChoice = {
  widget: 'goal',
  goal: 'first',
  timer: '',
  period: 'all',
  count: 5,
  total: 'stream',
  totalGoal: '',
}

/** Returns the path of the chosen widget, without what the page assumes anyway. */
export function widgetPath(uid: string, choice: WidgetChoice): string {
  const parameters = Object.entries(parametersOf(choice)).filter(([, value]) => value !== '')
  return `/overlay?${new URLSearchParams([['userUID', uid], ['widget', choice.widget], ...parameters]).toString()}`
}

function parametersOf(choice: WidgetChoice): Record<string, string> {
  const { widget, goal, timer, period, total, totalGoal } = choice
  const count = choice.count === firstChoice.count ? '' : String(choice.count)
  switch (widget) {
    case 'goal':
      if (goal === 'all') return { goals: 'all' }
      return { goal: goal === 'first' ? '' : goal }
    case 'timer':
      return { timer }
    case 'top':
      return { period: period === firstChoice.period ? '' : period, count }
    case 'recent':
      return { count }
    case 'total':
      return { of: total === firstChoice.total ? '' : total, goal: total === 'goal' ? totalGoal : '' }
  }
}

/** Returns whether the chosen widget shows a goal. */
export function showsGoal({ widget, total }: WidgetChoice): boolean {
  return widget === 'goal' || (widget === 'total' && total === 'goal')
}
