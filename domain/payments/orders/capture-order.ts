/** Captures or looks up an order at the request of the supporter's browser. */
import { AppError } from '../../../contract/errors.ts'
import type { GoalProgress } from '../../../contract/goals/goal-progress.ts'
import { findPaidOrderOf, isRepeat } from '../../../db/queries/payments/checkouts.ts'
import { findCheckout, findGoalProgress, findOrder } from '../../../db/queries/payments/orders.ts'
import type { OrderRow, OrderStatus, Provider } from '../../../db/schema.ts'
import { networksOf } from '../../security/network-key.ts'
import { lookUpOnce } from './look-up-once.ts'
import { describePaid } from './close-siblings.ts'
import { captureApproved } from './capture-approved.ts'
import type { ApprovedOutcome } from './capture-approved.ts'
import { startSupporterTimeout } from './supporter-timeout.ts'
import { orUnavailable } from './payment-context.ts'
import type { PaymentContext } from './payment-context.ts'

/** An order that a visitor's browser asks about. */
export interface LookUp {
  providerOrderId: string
  /** The network address of the visitor. */
  address: string
}

interface CapturedOrder {
  status: 'captured' | 'clearing'
  /** Whether the payment clears when the creator accepts it at the provider. */
  waitsForPayee: boolean
  orderId: string
  goalProgress: GoalProgress | null
  /** Whether the tip had been paid already by another order of the checkout, so that this payment is sent back. */
  isRepeat: boolean
}

/**
 * Captures an order that the supporter approved, records the tip, and returns our id of the order. Repeats change nothing. Throws
 * AppError `not_found`, `rate_limited`, `instrument_declined`, `payment_not_approved`, `payment_closed`, `payment_refused` or `payee_unavailable`, and
 * AlreadyPaidError if another order of its checkout was paid; `payment_provider` or `unavailable` when the outcome is still unknown
 * after five seconds. In the last two cases the browser may try again, and in any case the webhook or `resolveOpenOrders` will
 * record the tip.
 */
export async function captureOrder(
  ctx: PaymentContext,
  provider: Provider,
  { providerOrderId, ...visit }: LookUp,
): Promise<CapturedOrder> {
  const within = startSupporterTimeout()
  const order = await within('unavailable', getOrder(ctx, provider, providerOrderId))
  const { id: orderId } = order
  const clearing = { status: 'clearing', orderId, goalProgress: null, isRepeat: false } as const
  if (order.status === 'CLEARING') return { ...clearing, waitsForPayee: order.waitsForPayee }
  if (order.status !== 'COMPLETED') {
    const outcome = await within('payment_provider', captureAndRecord(ctx, order, visit))
    if (!outcome) throw new AppError('rate_limited', { retryAfter: 60 })
    await within('unavailable', requireUnpaid(ctx, order, outcome))
    const paid = toCaptured(outcome)
    if (paid.kind === 'clearing') return { ...clearing, waitsForPayee: paid.waitsForPayee ?? false }
  }
  return {
    status: 'captured',
    waitsForPayee: false,
    orderId,
    ...(await within('unavailable', readTip(ctx, orderId))),
  }
}

/** Reads what a supporter who has paid is told of the tip. */
async function readTip({ db }: PaymentContext, orderId: string) {
  const [goalProgress, isSecond] = await Promise.all([findGoalProgress(db, orderId), isRepeat(db, orderId)])
  return { goalProgress, isRepeat: isSecond }
}

/**
 * Looks up an order whose supporter returned from the provider's page, records the tip if it is paid, and returns the data of our
 * confirmation page. If the visitor has looked up too many orders, skips the look-up; a webhook or `resolveOpenOrders` will record
 * the tip. Throws AppError `not_found`, or `payment_provider`, and AlreadyPaidError as `captureOrder` does.
 */
export async function confirmOrder(
  ctx: PaymentContext,
  provider: Provider,
  { providerOrderId, ...visit }: LookUp,
) {
  const within = startSupporterTimeout()
  const order = await within('unavailable', getOrder(ctx, provider, providerOrderId))
  const outcome =
    order.status === 'COMPLETED'
      ? undefined
      : await within('payment_provider', captureAndRecord(ctx, order, visit))
  if (outcome) await within('unavailable', requireUnpaid(ctx, order, outcome))
  const checkout = await within('unavailable', findCheckout(ctx.db, order.id))
  const tip = await within('unavailable', readTip(ctx, order.id))
  const status = outcome?.kind === 'declined' ? 'failed' : checkoutStatuses[checkout.status]
  return { ...checkout, status, ...tip, orderId: order.id }
}

async function getOrder(ctx: PaymentContext, provider: Provider, providerOrderId: string): Promise<OrderRow> {
  const order = await findOrder(ctx.db, provider, providerOrderId)
  if (!ctx.payments[provider] || !order) throw new AppError('not_found')
  return order
}

/** Captures an order, or looks it up. Returns undefined when the visitor has made too many such requests. */
function captureAndRecord(
  ctx: PaymentContext,
  order: OrderRow,
  { address }: Omit<LookUp, 'providerOrderId'>,
): Promise<ApprovedOutcome | undefined> {
  return lookUpOnce(ctx.payments, order.id, async () => {
    const mayAsk = (await ctx.orderLimits?.mayLookUp(order.id, networksOf(address))) ?? true
    return mayAsk ? orUnavailable(ctx, { orderId: order.id }, () => captureApproved(ctx, order)) : undefined
  })
}

/** Throws AlreadyPaidError if an order is unpaid because another order of its checkout was paid. */
async function requireUnpaid(
  ctx: PaymentContext,
  { id, creatorUid, checkoutId }: OrderRow,
  { kind }: ApprovedOutcome,
): Promise<void> {
  if (checkoutId === null || kind === 'captured' || kind === 'clearing') return
  const paid = await findPaidOrderOf(ctx.db, { creatorUid, checkoutId }, id)
  if (paid) throw await describePaid(ctx, paid)
}

function toCaptured(outcome: ApprovedOutcome): Extract<ApprovedOutcome, { kind: 'captured' | 'clearing' }> {
  switch (outcome.kind) {
    case 'captured':
    case 'clearing':
      return outcome
    case 'declined':
      throw new AppError('instrument_declined')
    case 'approved':
    case 'not_approved':
      throw new AppError('payment_not_approved')
    case 'already_paid':
    case 'closed':
    case 'expired':
      throw new AppError('payment_closed')
    case 'refused':
      throw new AppError(outcome.isPayeeGone ? 'payee_unavailable' : 'payment_refused')
  }
}

const checkoutStatuses = {
  OPENING: 'open',
  CREATED: 'open',
  CLEARING: 'clearing',
  MISMATCH: 'clearing', // the money was taken but does not match the order, so the operator has to look at it
  COMPLETED: 'captured',
  FAILED: 'failed',
  EXPIRED: 'failed',
} as const satisfies Record<OrderStatus, string>
