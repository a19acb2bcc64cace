/** Looks up open orders at their provider when neither a webhook nor a browser has reported their outcome. */
import { listQuietOrders, touchOrder, updateOrderStatus } from '../../../db/queries/payments/orders.ts'
import type { OrderRow } from '../../../db/schema.ts'
import { captureApproved } from './capture-approved.ts'
import type { ApprovedOutcome } from './capture-approved.ts'
import { orderKeyOf } from './order-key.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordOutcome } from './record-outcome.ts'

/**
 * In milliseconds: how long an order may be OPENING. No supporter has received the provider's id of such an order, so nobody can
 * pay it.
 */
const openingExpiryMs = 10 * 60_000
/**
 * In milliseconds: how long an order may be CREATED. Providers drop an order within hours if no supporter approves it, and three
 * days are far longer than that.
 */
const createdExpiryMs = 72 * 3_600_000

/**
 * Looks up open orders whose last update is at least two minutes old, at most a hundred per run and older ones less often, and
 * records their outcomes. An order that cannot be looked up now is left for the next run.
 */
export async function resolveOpenOrders(ctx: PaymentContext, now = new Date()): Promise<void> {
  for (const order of await listQuietOrders(ctx.db, now, 100)) {
    await resolveOrder(ctx, order, now).catch((error: unknown) =>
      ctx.log.warn({ orderId: order.id, err: error }, 'open order not resolved'),
    )
  }
}

/**
 * Looks up one open order and records the outcome. If the supporter approved the order and no capture of it was declined, captures
 * it first. Returns the order's state; undefined if it was not looked up, because it is still OPENING or its provider is not
 * configured. Throws OutcomeUnknownError.
 */
export async function resolveOrder(
  ctx: PaymentContext,
  order: OrderRow,
  now: Date,
): Promise<ApprovedOutcome['kind'] | undefined> {
  const ageMs = now.getTime() - order.createdAt.getTime()
  if (order.status === 'OPENING') {
    if (ageMs > openingExpiryMs) await updateOrderStatus(ctx.db, order.id, 'EXPIRED')
    return undefined
  }
  const provider = ctx.payments[order.provider]
  if (!provider || order.providerOrderId === null) return undefined
  await touchOrder(ctx.db, order.id)
  const found = await provider.findOutcome(orderKeyOf(order))
  const outcome = found.kind === 'approved' ? await captureApproved(ctx, order) : found
  if (outcome === found) await recordOutcome(ctx, order, found)
  const isUnpaid = outcome.kind === 'not_approved' || outcome.kind === 'declined'
  if (!isUnpaid || ageMs <= createdExpiryMs) return outcome.kind
  const closed = (await provider.closeOrder?.(orderKeyOf(order))) ?? { kind: 'expired' }
  await recordOutcome(ctx, order, closed)
  return closed.kind
}
