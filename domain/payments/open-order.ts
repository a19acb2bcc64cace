/** Opens a payment at PayPal for a tip. Who gets how much of which currency is read from the database, never believed. */
import { AppError } from '../../contract/errors.ts'
import { serviceFee } from '../../contract/money.ts'
import type { PayoutCurrency } from '../../contract/money.ts'
import { anonymousName, isAnonymousName } from '../../contract/tip.ts'
import { findOpenGoal, findPayee } from '../../db/queries/payees.ts'
import { insertOrder, markOrderCreated, updateOrderStatus } from '../../db/queries/orders.ts'
import type { OrderToOpen } from '../gateways/payment-provider.ts'
import { OrderRefusedError } from '../gateways/payment-provider.ts'
import type { PaymentContext, PaypalPayments } from './context.ts'

export interface TipRequest {
  creatorUid: string
  goaluuid: string | undefined
  amountMinor: number
  /** As typed; empty is the supporter's display name. */
  name: string
  message: string
  isPrivate: boolean
  /** The signed-in fan, if any. */
  supporter: { uid: string; displayName: string } | undefined
}

/**
 * Stores the order, opens it at PayPal, stores PayPal's id and returns it. Throws AppError `self_tip`,
 * `payment_method_missing`, `goal_closed`, `payment_refused` or `payment_provider`; nothing is charged in any of them.
 */
export async function openPaypalOrder(ctx: PaymentContext, request: TipRequest): Promise<string> {
  const { paypal } = ctx.payments
  if (request.supporter?.uid === request.creatorUid) throw new AppError('self_tip')
  const payee = await findPayee(ctx.db, request.creatorUid, 'paypal')
  if (!paypal || !payee?.currency) throw new AppError('payment_method_missing')
  await requireOpenGoal(ctx, request)

  const order = {
    ...namesOf(request),
    provider: 'paypal' as const,
    providerAccountId: payee.providerAccountId,
    mode: paypal.mode,
    creatorUid: payee.uid,
    goaluuid: request.goaluuid ?? null,
    isPrivate: request.isPrivate,
    message: request.message,
    amountMinor: request.amountMinor,
    feeMinor: serviceFee(request.amountMinor),
    feeMode: paypal.isPartner ? ('split' as const) : ('owed' as const),
    currency: payee.currency,
  }
  const id = await insertOrder(ctx.db, order)
  const providerOrderId = await openAtPaypal(ctx, paypal, {
    id,
    payeeId: order.providerAccountId,
    amountMinor: order.amountMinor,
    currency: order.currency satisfies PayoutCurrency,
    splitFeeMinor: paypal.isPartner ? order.feeMinor : 0,
    description: `Tip to ${payee.displayName}`.slice(0, 127),
  })
  await markOrderCreated(ctx.db, id, providerOrderId)
  return providerOrderId
}

async function requireOpenGoal(ctx: PaymentContext, { creatorUid, goaluuid }: TipRequest): Promise<void> {
  if (goaluuid === undefined) return
  if (!(await findOpenGoal(ctx.db, creatorUid, goaluuid))) throw new AppError('goal_closed')
}

function namesOf({ name, supporter }: TipRequest) {
  const supporterName = name || supporter?.displayName || anonymousName
  const isAnonymous = isAnonymousName(supporterName)
  return {
    supporterUid: supporter?.uid ?? null,
    supporterName: isAnonymous ? anonymousName : supporterName,
    isAnonymous,
  }
}

/** A refusal ends the order; a lost answer leaves it OPENING, and nobody can approve an id that nobody was told. */
async function openAtPaypal(
  ctx: PaymentContext,
  paypal: PaypalPayments,
  order: OrderToOpen,
): Promise<string> {
  try {
    return await paypal.createOrder(order)
  } catch (error) {
    if (!(error instanceof OrderRefusedError)) {
      ctx.log.warn({ orderId: order.id, reason: (error as Error).message }, 'order not opened')
      throw new AppError('payment_provider')
    }
    ctx.log.warn({ orderId: order.id, issue: error.issue }, 'order refused')
    await updateOrderStatus(ctx.db, order.id, 'FAILED')
    throw new AppError('payment_refused')
  }
}
