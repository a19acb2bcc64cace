/** What the editor of styles and a widget in its frame send each other by `postMessage`, and what the widget shows there. */
import * as z from 'zod/mini'
import { alertLook } from './alert-style.ts'
import { goal, leaderboard } from '../entities.ts'
import { locales } from '../locale.ts'
import { payoutCurrency } from '../money/money.ts'
import { timerStatuses } from '../timer/timer.ts'

/** The widgets, as their addresses name them. */
export const widgetNames = ['goal', 'timer', 'top', 'recent', 'total'] as const
export type WidgetName = (typeof widgetNames)[number]

/** Returns the path of a widget's page as a preview. It opens no connection. */
export function widgetPreviewPath(widget: WidgetName): string {
  return `/overlay?editor&widget=${widget}`
}

/** What `/live` sends to the widgets of a creator, with an example in place of each part that the creator has none of. */
export const widgetSamples = z.object({
  locale: z.enum(locales),
  currency: payoutCurrency,
  goals: z.array(goal),
  leaderboard,
  totals: z.object({ currency: payoutCurrency, stream: z.int(), today: z.int(), month: z.int() }),
  /** `LiveTimer` without the latest entries, because nothing floats up in a preview. */
  timer: z.object({
    timerId: z.uuid(),
    name: z.string(),
    version: z.int(),
    status: z.enum(timerStatuses),
    endsAtMs: z.nullable(z.int()),
    restMs: z.nullable(z.int()),
    isHappyHour: z.boolean(),
  }),
})
export type WidgetSamples = z.output<typeof widgetSamples>

/** To the page: how its widget looks, and what there is to show. */
export const showWidget = z.strictObject({
  type: z.literal('widget'),
  look: z.pick(alertLook, { size: true, font: true, colors: true }),
  samples: widgetSamples,
})
export type ShowWidget = z.output<typeof showWidget>
