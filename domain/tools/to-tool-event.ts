/** Converts alerts, which have public data only, to the events of tools. */
import { countedAmount } from '../../contract/payments/tip.ts'
import { formatMoney } from '../../contract/money/money.ts'
import type { FeedEvent, ToolEvent, ToolEventType } from '../../contract/tools/tool-events.ts'
import type { AlertBody } from '../../db/queries/alerts/alerts.ts'
import type { ToolEventRow } from '../../db/queries/tools/tool-events.ts'

/** An event whose alert is known. */
export interface EventToTell {
  eventId: string
  type: ToolEventType
  tipId: string | null
  body: AlertBody
}

/** Returns an event without its place in the feed. */
export function toToolEvent({ eventId, type, tipId, body }: EventToTell): ToolEvent {
  const { name, message, amount, currency, worth, goal, at, locale } = body
  const counted = countedAmount({
    amountMinor: amount,
    currency,
    worth: worth && { amountMinor: worth.amount, currency: worth.currency },
  })
  return {
    id: eventId,
    type,
    timestamp: at,
    data: {
      tipId,
      name,
      message,
      amount,
      currency,
      amountText: formatMoney(amount, currency, locale),
      worth: counted.amountMinor,
      worthCurrency: counted.currency,
      goalTitle: goal?.title ?? null,
      goalAmount: goal?.amount ?? null,
      goalAmountReceived: goal?.amountReceived ?? null,
    },
  }
}

/** Returns an event with its place in the feed. */
export function toFeedEvent({ seq, ...event }: ToolEventRow): FeedEvent {
  return { cursor: seq, ...toToolEvent(event) }
}
