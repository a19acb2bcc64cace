/** Looks up orders that neither a webhook nor a browser completed. */
import { listQuietOrders, touchOrder, updateOrderStatus } from '../../../db/queries/orders.ts'
import type { OrderRow } from '../../../db/schema.ts'
import type { CaptureOutcome } from '../provider/reports.ts'
import { orderKeyOf } from './order-key.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordOutcome } from './record-outcome.ts'

/** While an order is OPENING, no supporter knows the provider's id of it, so nobody can pay it. */
const openingExpiryMs = 10 * 60_000
/** Providers drop an order that no supporter approved within hours; three days are far beyond that. */
const createdExpiryMs = 72 * 3_600_000
const quietMs = 2 * 60_000

/**
 * Looks up open orders without an update for two minutes, at most a hundred per run and older ones less often, and records
 * their outcomes. An order that cannot be looked up now is left for the next run.
 */
export async function resolveOpenOrders(ctx: PaymentContext, now = new Date()): Promise<void> {
  for (const order of await listQuietOrders(ctx.db, now, quietMs, 100)) {
    await resolveOrder(ctx, order, now).catch((error: unknown) =>
      ctx.log.warn({ orderId: order.id, err: error }, 'open order not resolved'),
    )
  }
}

/**
 * Looks up one open order, captures it if the supporter approved it, and records the outcome. Returns how the order stood;
 * undefined when its provider could not be asked. Throws OutcomeUnknownError.
 */
export async function resolveOrder(
  ctx: PaymentContext,
  order: OrderRow,
  now: Date,
): Promise<CaptureOutcome['kind'] | undefined> {
  const ageMs = now.getTime() - order.createdAt.getTime()
  if (order.status === 'OPENING') {
    if (ageMs > openingExpiryMs) await updateOrderStatus(ctx.db, order.id, 'EXPIRED')
    return undefined
  }
  const provider = ctx.payments[order.provider]
  if (!provider || order.providerOrderId === null) return undefined
  await touchOrder(ctx.db, order.id)
  const key = orderKeyOf(order)
  const found = await provider.findOutcome(key)
  const outcome = found.kind === 'approved' ? await provider.captureOrder(key) : found
  if (outcome.kind === 'not_approved' && ageMs > createdExpiryMs) {
    await updateOrderStatus(ctx.db, order.id, 'EXPIRED')
  } else await recordOutcome(ctx, order, outcome, { isLookUp: true })
  return outcome.kind
}
