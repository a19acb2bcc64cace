/** What the creator chooses on the card of widgets. */
import type { WidgetName } from '../../../../../contract/alerts/widget-preview.ts'

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
