/** Converts alerts, which have public data only, to the events of tools. */
import { countedAmount } from '../../contract/payments/tip.ts'
import { formatMoney } from '../../contract/money/money.ts'
import type {
  FeedEvent,
  ToolEvent,
  ToolEventType,
  ToolShow,
  ToolTip,
} from '../../contract/tools/tool-events.ts'
import type { AlertBody } from '../../db/queries/alerts/alerts.ts'
import type { ToolEventRow } from '../../db/queries/tools/tool-events.ts'

/** An event whose alert is known. */
export interface EventToTell {
  eventId: string
  type: ToolEventType
  tipId: string | null
  showEventId: string | null
  body: AlertBody
}

/** Returns an event without its place in the feed. */
export function toToolEvent({ eventId, type, tipId, showEventId, body }: EventToTell): ToolEvent {
  const own = { id: eventId, timestamp: body.at }
  if (type === 'show.received' || type === 'show.replayed')
    return { ...own, type, data: toToolShow(showEventId, body) }
  return { ...own, type, data: toToolTip(tipId, body) }
}

/** Returns an event with its place in the feed. */
export function toFeedEvent({ seq, ...event }: ToolEventRow): FeedEvent {
  return { cursor: seq, ...toToolEvent(event) }
}

function toToolTip(tipId: string | null, body: AlertBody): ToolTip {
  if (body.kind === 'show') throw new Error('the alert of a tip is that of a show event')
  const { name, message, amount, currency, worth, goal, locale } = body
  const counted = countedAmount({
    amountMinor: amount,
    currency,
    worth: worth && { amountMinor: worth.amount, currency: worth.currency },
  })
  return {
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
  }
}

function toToolShow(showEventId: string | null, body: AlertBody): ToolShow {
  if (body.kind !== 'show' || showEventId === null)
    throw new Error('the alert of a show event is that of a tip')
  const { kind, source, title, quantity, unit, tier, count } = body.show
  const shown = { kind, source, title, quantity, unit, ...(tier && { tier }), ...(count && { count }) }
  return { showEventId, ...shown, name: body.name || null, message: body.message }
}
