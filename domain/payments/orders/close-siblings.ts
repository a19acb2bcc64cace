/** Sees to it that one order of a checkout can be paid at a time, whatever the provider and the way to pay. */
import { AppError } from '../../../contract/errors.ts'
import type { GoalProgress } from '../../../contract/goals/goal-progress.ts'
import type { Currency } from '../../../contract/money/money.ts'
import { endOpenOrder, findPaidOrderOf, listOpenOrdersOf } from '../../../db/queries/payments/checkouts.ts'
import { findGoalProgress } from '../../../db/queries/payments/orders.ts'
import type { OrderRow } from '../../../db/schema.ts'
import { OutcomeUnknownError } from '../provider/errors.ts'
import { orderKeyOf } from './order-key.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordOutcome } from './record-outcome.ts'

/** A checkout, and the order of it that may go on. */
export interface OwnCheckout {
  creatorUid: string
  checkoutId: string | null | undefined
  /** Undefined if the order is not stored yet. */
  id?: string
}

/**
 * Closes all open orders of a checkout but the given one, at their providers too. Returns the order that has paid the checkout, or
 * whose payment is on its way; undefined if no order has, and no order can be paid any more. Throws OutcomeUnknownError while that is
 * unknown of an order.
 */
export async function closeSiblings(
  ctx: PaymentContext,
  { creatorUid, checkoutId, id }: OwnCheckout,
): Promise<OrderRow | undefined> {
  if (!checkoutId) return undefined
  const key = { creatorUid, checkoutId }
  for (const order of await listOpenOrdersOf(ctx.db, key, id)) await closeOrder(ctx, order)
  return findPaidOrderOf(ctx.db, key, id)
}

/** The payment that a checkout has already. */
export interface PaidCheckout {
  status: 'captured' | 'clearing'
  waitsForPayee: boolean
  orderId: string
  goalId: string | null
  goalProgress: GoalProgress | null
  amountMinor: number
  currency: Currency
}

/** Thrown when the checkout is paid by another order, so that the supporter is not charged again. */
export class AlreadyPaidError extends AppError {
  readonly paid: PaidCheckout
  constructor(paid: PaidCheckout) {
    super('already_paid')
    this.paid = paid
  }
}

/** Returns the error that tells of the order that has paid a checkout. */
export async function describePaid({ db }: PaymentContext, order: OrderRow): Promise<AlreadyPaidError> {
  const { id: orderId, goalId, waitsForPayee, amountMinor, currency } = order
  const status = order.status === 'COMPLETED' ? 'captured' : 'clearing'
  const goalProgress = await findGoalProgress(db, orderId)
  return new AlreadyPaidError({ status, waitsForPayee, orderId, goalId, goalProgress, amountMinor, currency })
}

/**
 * Closes an open order. A provider that takes the money by itself closes it, and reports if it was paid meanwhile. At a
 * provider that takes it only when we capture, our own row decides: an ended order is never captured.
 */
async function closeOrder(ctx: PaymentContext, order: OrderRow): Promise<void> {
  if (order.providerOrderId === null) return end(ctx, order)
  const provider = ctx.payments[order.provider]
  if (!provider) throw new OutcomeUnknownError(`${order.provider} is not configured`)
  const key = orderKeyOf(order)
  const outcome = await (provider.closeOrder ? provider.closeOrder(key) : provider.findOutcome(key))
  switch (outcome.kind) {
    case 'captured':
    case 'clearing':
    case 'expired':
    case 'refused':
      return recordOutcome(ctx, order, outcome)
    case 'approved':
    case 'not_approved':
    case 'declined':
      if (provider.closeOrder) throw new OutcomeUnknownError('the provider has not closed the order')
      return end(ctx, order, outcome.kind === 'approved')
  }
}

async function end({ db }: PaymentContext, order: OrderRow, unlessCapturing = false): Promise<void> {
  if (await endOpenOrder(db, order, { unlessCapturing })) return
  throw new OutcomeUnknownError('another order of the same tip may be paid at this moment')
}
