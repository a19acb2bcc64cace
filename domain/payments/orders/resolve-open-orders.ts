/** Looks up what webhooks and browsers left open. */
import { listQuietOrders, touchOrder, updateOrderStatus } from '../../../db/queries/orders.ts'
import type { OrderRow } from '../../../db/schema.ts'
import type { CaptureOutcome } from '../provider/payment-provider.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordOutcome } from './record-outcome.ts'

/** Nobody was told the id of an order whose opening was never answered: nobody can pay it. */
const openingExpiryMs = 10 * 60_000
/** PayPal forgets an order that nobody approved within hours; three days are far beyond it. */
const createdExpiryMs = 72 * 3_600_000
const quietMs = 2 * 60_000

/**
 * Looks up at the provider every order that is open and was quiet for two minutes, the old ones less and less often, a hundred
 * at a time, and settles it.
 * An order that cannot be looked up now stays for the next run.
 */
export async function resolveOpenOrders(ctx: PaymentContext, now = new Date()): Promise<void> {
  for (const order of await listQuietOrders(ctx.db, now, quietMs, 100)) {
    await resolveOrder(ctx, order, now).catch((error: unknown) =>
      ctx.log.warn({ orderId: order.id, err: error }, 'order not reconciled'),
    )
  }
}

/** Looks one open order up and settles it; how it stood, undefined when nobody was asked. Throws OutcomeUnknownError. */
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
  if (!ctx.payments[order.provider] || !order.providerOrderId) return undefined
  await touchOrder(ctx.db, order.id)
  const outcome = await findOutcome(ctx, order, order.providerOrderId)
  if (outcome.kind === 'not_approved' && ageMs > createdExpiryMs) {
    await updateOrderStatus(ctx.db, order.id, 'EXPIRED')
  } else await recordOutcome(ctx, order, outcome, { isLookUp: true })
  return outcome.kind
}

/** How an order stands; what a fan has agreed to at PayPal is captured on the way. Throws OutcomeUnknownError. */
async function findOutcome(
  { payments: { paypal, stripe } }: PaymentContext,
  { id, provider, providerAccountId, captureAttempt }: OrderRow,
  providerOrderId: string,
): Promise<CaptureOutcome> {
  if (provider === 'stripe') return stripe!.findOutcome(providerOrderId, providerAccountId)
  const outcome = await paypal!.findOutcome(providerOrderId)
  return outcome.kind === 'approved' ? paypal!.captureOrder(providerOrderId, id, captureAttempt) : outcome
}
