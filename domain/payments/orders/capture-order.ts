/** Captures or looks up an order when the supporter's browser asks. */
import { AppError } from '../../../contract/errors.ts'
import { findCheckout, findOrder } from '../../../db/queries/orders.ts'
import type { OrderRow, OrderStatus, Provider } from '../../../db/schema.ts'
import type { CaptureOutcome } from '../provider/reports.ts'
import { askOnce } from './ask-once.ts'
import { orderKeyOf } from './order-key.ts'
import { orUnavailable } from './payment-context.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordOutcome } from './record-outcome.ts'

/**
 * Captures an order that the supporter approved, records the tip, and returns our id of the order. Repeats change nothing.
 * Throws AppError `not_found`, `rate_limited`, `instrument_declined`, `payment_refused`, or `payment_provider` when the outcome is unknown: then
 * the browser may try again, and the webhook or `resolveOpenOrders` brings the tip in any case.
 */
export async function captureOrder(
  ctx: PaymentContext,
  provider: Provider,
  providerOrderId: string,
): Promise<{ status: 'captured' | 'clearing'; orderId: string }> {
  const order = await getOrder(ctx, provider, providerOrderId)
  const { id: orderId } = order
  if (order.status === 'COMPLETED') return { status: 'captured', orderId }
  if (order.status === 'CLEARING') return { status: 'clearing', orderId }
  if (!(await mayAsk(ctx, order))) throw new AppError('rate_limited', { retryAfter: 60 })
  const outcome = await captureAndRecord(ctx, order)
  return { status: toCaptured(outcome), orderId }
}

/**
 * Looks up an order whose supporter returned from the provider's page, records the tip if it is paid, and returns what that
 * page shows. Over the limit of look-ups it is not looked up: webhooks and
 * `resolveOpenOrders` bring the tip in. Throws AppError `not_found`, or `payment_provider` as `captureOrder` does.
 */
export async function confirmOrder(ctx: PaymentContext, provider: Provider, providerOrderId: string) {
  const order = await getOrder(ctx, provider, providerOrderId)
  if (order.status !== 'COMPLETED' && (await mayAsk(ctx, order))) await captureAndRecord(ctx, order)
  const checkout = await findCheckout(ctx.db, order.id)
  return { ...checkout, status: checkoutStatuses[checkout.status], orderId: order.id }
}

async function getOrder(ctx: PaymentContext, provider: Provider, providerOrderId: string): Promise<OrderRow> {
  const order = await findOrder(ctx.db, provider, providerOrderId)
  if (!ctx.payments[provider] || !order) throw new AppError('not_found')
  return order
}

const mayAsk = async ({ orderLimits }: PaymentContext, { id }: OrderRow) =>
  (await orderLimits?.mayLookUp(id)) ?? true

function captureAndRecord(ctx: PaymentContext, order: OrderRow): Promise<CaptureOutcome> {
  return askOnce(ctx.payments, order.id, () => askAndRecord(ctx, order))
}

async function askAndRecord(ctx: PaymentContext, order: OrderRow): Promise<CaptureOutcome> {
  const outcome = await orUnavailable(ctx, { orderId: order.id }, () =>
    ctx.payments[order.provider]!.captureOrder(orderKeyOf(order)),
  )
  await recordOutcome(ctx, order, outcome)
  return outcome
}

function toCaptured(outcome: CaptureOutcome): 'captured' | 'clearing' {
  switch (outcome.kind) {
    case 'captured':
    case 'clearing':
      return outcome.kind
    case 'declined':
      throw new AppError('instrument_declined')
    case 'approved':
    case 'not_approved':
    case 'expired':
    case 'refused':
      throw new AppError('payment_refused')
  }
}

const checkoutStatuses = {
  OPENING: 'open',
  CREATED: 'open',
  CLEARING: 'clearing',
  MISMATCH: 'clearing', // the money is there, and a person looks at it
  COMPLETED: 'captured',
  FAILED: 'failed',
  EXPIRED: 'failed',
} as const satisfies Record<OrderStatus, string>
