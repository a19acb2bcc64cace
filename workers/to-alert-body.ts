/** Converts an event that was read from Postgres to its alert. */
import type { OutboxEvent } from '../contract/events.ts'
import { payoutCurrency } from '../contract/money/money.ts'
import type { AlertBody } from '../db/queries/alerts/alerts.ts'
import type { EventDetails } from '../db/queries/deliveries/event-details.ts'
import { sampleTipOf } from '../domain/alerts/sample-tips.ts'
import { toAlert, toSampleAlert, toTestAlert } from '../domain/alerts/to-alert.ts'
import { toShowAlert } from '../domain/alerts/to-show-alert.ts'
import type { TipToShow } from '../domain/alerts/to-alert.ts'

/** Whether an event's alert can be made: it is a test, or what it is about is still there. */
export function hasAlertBody({ event, tip, show }: EventDetails): boolean {
  return tip !== null || show !== null || event.type === 'alert.tested'
}

/** Returns the alert of an event, with public data only. Throws if the event has neither a tip nor a show event. */
export function toAlertBody({
  event,
  creator: { locale, words },
  tip,
  goal,
  show,
  createdAt,
}: EventDetails): AlertBody {
  if (show) return toShowAlert({ show, words, locale, at: createdAt })
  if (event.type === 'alert.tested') return toTestedAlert(event, { words, locale, at: createdAt })
  if (!tip) throw new Error(`the tip of a ${event.type} is missing`)
  const kind = event.type === 'goal.funded' ? 'goalFunded' : 'tip'
  const isFirst = kind === 'tip' && event.type !== 'goal.milestone' && tip.isFirst
  const milestone = event.type === 'goal.milestone' ? event.milestone : undefined
  return toAlert({ kind, tip, goal, isFirst, milestone, words, locale, at: createdAt })
}

function toTestedAlert(
  event: Extract<OutboxEvent, { type: 'alert.tested' }>,
  shared: Pick<TipToShow, 'words' | 'locale' | 'at'>,
): AlertBody {
  if (!event.sample) return toTestAlert({ ...event, ...shared })
  const currency = payoutCurrency.parse(event.currency)
  return toSampleAlert({ ...sampleTipOf(event.sample, currency, shared.locale), ...shared })
}
