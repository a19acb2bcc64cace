/** Opens a payment for a tip. Who gets how much of which currency is read from the database, never believed. */
import { AppError } from '../../../contract/errors.ts'
import { serviceFee } from '../../../contract/money.ts'
import type { SolvedProof } from '../../../contract/proof.ts'
import { termsVersion } from '../../../contract/terms.ts'
import { anonymousName, isAnonymousName } from '../../../contract/tip.ts'
import type { Db } from '../../../db/connection.ts'
import { findOpenGoal, findPayee } from '../../../db/queries/payees.ts'
import { insertOrder, markOrderCreated, updateOrderStatus } from '../../../db/queries/orders.ts'
import { savePayoutState } from '../../../db/queries/payout-accounts.ts'
import type { FeeMode, Mode, Provider } from '../../../db/schema.ts'
import { planSetOff } from '../ledger/plan-set-off.ts'
import { requireAllowed } from '../../moderation/require-allowed.ts'
import type { OrderToOpen } from '../provider/payment-provider.ts'
import { RefusedError, PayeeGoneError } from '../provider/payment-provider.ts'
import type { CheckoutSession } from '../stripe/gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { requireProof } from './require-proof.ts'

export interface TipRequest {
  creatorUid: string
  goalId: string | undefined
  amountMinor: number
  /** As typed; empty is the supporter's display name. */
  name: string
  message: string
  isPrivate: boolean
  /** The fan pays the service fee on top of the tip. */
  coversFee: boolean
  /** The signed-in fan, if any. */
  supporter: { uid: string; displayName: string } | undefined
  /** The keyed hash of the network that asks. */
  addressHash: string
  /** What was solved after an order was refused for want of it. */
  proof?: SolvedProof | undefined
}

/**
 * Stores the order, opens it at PayPal, stores PayPal's id and returns it. Throws AppError `self_tip`,
 * `payment_method_missing`, `goal_closed`, `rate_limited`, `proof_required`, `invalid_amount`, `payment_refused` or `payment_provider`; nothing is charged in any
 * of them.
 */
export async function openPaypalOrder(ctx: PaymentContext, request: TipRequest): Promise<string> {
  const { paypal } = ctx.payments
  if (!paypal) throw new AppError('payment_method_missing')
  const { mode, isPartner } = paypal
  const way = { provider: 'paypal', mode, feeMode: isPartner ? 'split' : 'owed' } as const
  const order = await storeOrder(ctx, request, way)
  const providerOrderId = await openAt(ctx, order, 'paypal', () => paypal.createOrder(order))
  await markOrderCreated(ctx.db, order.id, providerOrderId)
  return providerOrderId
}

/** Stores the order and opens Stripe's page for it; throws as `openPaypalOrder` does. */
export async function openCheckoutSession(
  ctx: PaymentContext,
  request: TipRequest,
): Promise<CheckoutSession> {
  const { stripe } = ctx.payments
  if (!stripe) throw new AppError('payment_method_missing')
  const order = await storeOrder(ctx, request, { provider: 'stripe', mode: stripe.mode, feeMode: 'split' })
  const session = await openAt(ctx, order, 'stripe', () => stripe.createSession(order))
  await markOrderCreated(ctx.db, order.id, session.sessionId)
  return session
}

interface Way {
  provider: Provider
  mode: Mode
  feeMode: FeeMode
}

async function storeOrder(ctx: PaymentContext, request: TipRequest, way: Way): Promise<OrderToOpen> {
  if (request.supporter?.uid === request.creatorUid) throw new AppError('self_tip')
  const payee = await findPayee(ctx.db, request.creatorUid, way.provider)
  if (!payee?.currency) throw new AppError('payment_method_missing')
  await requireOpenGoal(ctx, request)
  const payer = payerOf(request)
  await ctx.orderLimits?.checkWait(payer)
  await requireProof(ctx, payer, request.proof)
  await ctx.orderLimits?.takeOrder(payer)
  const names = namesOf(request)
  await requireAllowed(ctx.db, {
    ...payer,
    ...names,
    amountMinor: request.amountMinor,
    currency: payee.currency,
  })

  const { amountMinor, coversFee, creatorUid } = request
  const feeMinor = serviceFee(amountMinor)
  const coveredFeeMinor = coversFee ? feeMinor : 0
  const owing = { creatorUid, mode: way.mode, currency: payee.currency, amountMinor, feeMinor }
  const order = {
    ...names,
    ...payer,
    ...way,
    termsVersion,
    providerAccountId: payee.providerAccountId,
    goaluuid: request.goalId ?? null,
    isPrivate: request.isPrivate,
    message: request.message,
    amountMinor,
    feeMinor,
    coveredFeeMinor,
    currency: payee.currency,
  }
  const store = async (db: Db, setOffMinor: number) => ({
    id: await insertOrder(db, { ...order, setOffMinor }),
    setOffMinor,
  })
  const { id, setOffMinor } =
    way.provider === 'stripe'
      ? await ctx.db.transaction().execute(async (trx) => store(trx, await planSetOff(trx, owing)))
      : await store(ctx.db, 0)
  return {
    id,
    payeeId: payee.providerAccountId,
    chargedMinor: amountMinor + coveredFeeMinor,
    currency: payee.currency,
    splitFeeMinor: way.feeMode === 'split' ? feeMinor + setOffMinor : 0,
    description: `Tip to ${payee.displayName}`,
  }
}

async function requireOpenGoal(
  ctx: PaymentContext,
  { creatorUid, goalId: goaluuid }: TipRequest,
): Promise<void> {
  if (goaluuid === undefined) return
  if (!(await findOpenGoal(ctx.db, creatorUid, goaluuid))) throw new AppError('goal_closed')
}

function payerOf({ creatorUid, supporter, addressHash }: TipRequest) {
  return { creatorUid, supporterUid: supporter?.uid ?? null, addressHash }
}

function namesOf({ name, supporter }: TipRequest) {
  const supporterName = name || supporter?.displayName || anonymousName
  const isAnonymous = isAnonymousName(supporterName)
  return {
    supporterName: isAnonymous ? anonymousName : supporterName,
    isAnonymous,
  }
}

/** A refusal ends the order; a lost answer leaves it OPENING, and nobody can pay an id that nobody was told. */
async function openAt<T>(
  ctx: PaymentContext,
  { id: orderId, payeeId }: OrderToOpen,
  provider: Provider,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof RefusedError)) {
      ctx.log.warn({ orderId, provider, reason: (error as Error).message }, 'order not opened')
      throw new AppError('payment_provider')
    }
    ctx.log.warn({ orderId, provider, issue: error.issue }, 'order refused')
    await updateOrderStatus(ctx.db, orderId, 'FAILED')
    if (!(error instanceof PayeeGoneError)) throw new AppError('payment_refused')
    await savePayoutState(ctx.db, { provider, providerAccountId: payeeId }, { state: 'restricted' })
    throw new AppError('payment_method_missing')
  }
}
