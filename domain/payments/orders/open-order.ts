/** Opens a payment for a tip. Payee, goal and what the creator is paid in come from the database, never from the request. */
import { hasGlyph } from '../../../contract/chat/chat-text.ts'
import { AppError } from '../../../contract/errors.ts'
import { serviceFee } from '../../../contract/money/service-fee.ts'
import type { Currency, PayoutCurrency } from '../../../contract/money/money.ts'
import type { SolvedProof } from '../../../contract/proof.ts'
import { termsVersion } from '../../../contract/payments/terms.ts'
import { anonymousName, isAnonymousName, toPublicTip } from '../../../contract/payments/tip.ts'
import type { Db } from '../../../db/connection.ts'
import { isBesideOpenOrder } from '../../../db/queries/payments/checkouts.ts'
import { insertOrder, markOrderCreated, updateOrderStatus } from '../../../db/queries/payments/orders.ts'
import { findOpenGoal, findPayee } from '../../../db/queries/payments/payees.ts'
import { findMaintenance } from '../../../db/queries/admin/site-switches.ts'
import { findPayoutAccount } from '../../../db/queries/payments/payout-accounts.ts'
import type { NewOrder, Provider } from '../../../db/schema.ts'
import { isForReview } from '../../moderation/censor-tip.ts'
import { requireAllowed } from '../../moderation/require-allowed.ts'
import { estimateWorth } from '../rates/estimate-worth.ts'
import type { OfferedCurrency } from '../rates/offered-currencies.ts'
import { planSetOff } from '../ledger/plan-set-off.ts'
import type { PlannedPayment } from '../ledger/plan-set-off.ts'
import { PayeeGoneError, RefusedError } from '../provider/errors.ts'
import { ownPayeeId } from '../provider/own-account.ts'
import type { OpenedOrder, OrderToOpen, PaymentProvider } from '../provider/payment-provider.ts'
import { closeSiblings, describePaid } from './close-siblings.ts'
import { startSupporterTimeout } from './supporter-timeout.ts'
import { networksOf } from './order-limits.ts'
import type { OrderCount } from './order-limits.ts'
import { orUnavailable } from './payment-context.ts'
import type { PaymentContext } from './payment-context.ts'
import { requireAmount, requireMax } from './require-amount.ts'
import { requireProof } from './require-proof.ts'
import { recordPayeeState } from './record-payee-state.ts'

/** A tip that a supporter wants to give. */
export interface TipRequest {
  creatorUid: string
  goalId: string | undefined
  /** The tip itself, in minor units. */
  amountMinor: number
  /** Undefined for the currency that the creator is paid in. */
  currency: Currency | undefined
  /** The name that the supporter typed. If it has no visible characters, the supporter's display name is used. */
  name: string
  message: string
  isPrivate: boolean
  /** Whether the supporter pays the service fee on top of the tip. */
  coversFee: boolean
  /** Undefined for a guest. */
  supporter: { uid: string; displayName: string } | undefined
  /** The keyed hash of the network that the request comes from. */
  addressHash: string
  /** The hashes of that network under the other keys of the list of keys. */
  formerAddressHashes: string[]
  /** The keyed hashes of the /56 and the /48 around that network; empty for IPv4. */
  widerAddressHashes: string[]
  /** The supporter's checkout. All orders that are opened to pay the same tip share it; undefined if the page sends none. */
  checkoutId: string | undefined
  /** The solved proof of work, if an earlier request was refused with `proof_required`. */
  proof?: SolvedProof | undefined
  /** Whether the supporter pays with a wallet on our own page. */
  isWallet?: boolean | undefined
}

/**
 * Stores an order and opens it at the provider, once the other orders of its checkout are closed. Throws AppError `self_tip`,
 * `payment_method_missing`, `payee_unavailable`, `goal_closed`, `currency_unavailable`, `rate_limited`, `proof_required`, `invalid_amount` or
 * `payment_refused`, and AlreadyPaidError if the checkout is paid; after five seconds at the latest `payment_provider` or
 * `unavailable`. In all these cases the supporter is not charged by this order.
 */
export async function openOrder(
  ctx: PaymentContext,
  name: Provider,
  request: TipRequest,
): Promise<OpenedOrder> {
  requireMax(request.amountMinor, request.currency)
  const provider = ctx.payments[name]
  if (!provider) throw new AppError('payment_method_missing')
  const count = ctx.orderLimits?.startOrder(originOf(request))
  const opened = await openCounted(ctx, provider, request, count).catch(async (error: unknown) => {
    if (isOurFailure(error)) await count?.giveBack()
    throw error
  })
  await ctx.orderLimits?.addToCreator(request.creatorUid)
  return opened
}

/** Returns whether an order was not opened for a reason that lies with us or the provider, so that it counts against nobody. */
const isOurFailure = (error: unknown) =>
  !(error instanceof AppError) || error.code === 'unavailable' || error.code === 'payment_provider'

/** Opens an order that is counted once its payee is known. */
async function openCounted(
  ctx: PaymentContext,
  provider: PaymentProvider,
  request: TipRequest,
  count: OrderCount | undefined,
): Promise<OpenedOrder> {
  const within = startSupporterTimeout()
  const prepared = await within('unavailable', prepareOrder(ctx, provider, request, count))
  await within('payment_provider', closeOthers(ctx, request))
  const order = await within('unavailable', storeOrder(ctx, provider, request, prepared))
  const opened = await within('payment_provider', openAtProvider(ctx, provider, order))
  const { providerOrderId } = opened
  if (await within('unavailable', markOrderCreated(ctx.db, order.id, providerOrderId))) return opened
  await within('payment_provider', closeUnused(ctx, provider, { ...order, providerOrderId }))
  throw new AppError('payment_provider')
}

type Prepared = Omit<NewOrder & PlannedPayment, 'setOffMinor'> & {
  coveredFeeMinor: number
  description: string
  payeeNames: readonly string[]
}

/** Checks whether the tip may be given, and returns the order for it. */
async function prepareOrder(
  ctx: PaymentContext,
  provider: PaymentProvider,
  request: TipRequest,
  count: OrderCount | undefined,
): Promise<Prepared> {
  if (request.supporter?.uid === request.creatorUid) throw new AppError('self_tip')
  const [payee, maintenance] = await Promise.all([
    findPayee(ctx.db, request.creatorUid, provider.name),
    findMaintenance(ctx.db),
  ])
  if (maintenance) throw new AppError('unavailable')
  // With our own keys, an account that a creator of a former platform has connected must not be paid, nor anybody in its place.
  const isPayable = provider.hasPlatform || payee?.payeeId === ownPayeeId
  if (!payee?.currency || !isPayable) throw await explainNoPayee(ctx, request.creatorUid, provider)
  const { payeeId, currency: ownCurrency, displayName, userName, words } = payee
  const currency = request.currency ?? ownCurrency
  await requireOpenGoal(ctx, request)
  const names = namesOf(request)
  const offered = await requireTipAllowed(ctx, request, { ...names, currency, ownCurrency }, count)

  const { amountMinor, creatorUid, message, isPrivate, checkoutId = null } = request
  const { name, mode, feeMode } = provider
  const feeMinor = serviceFee(amountMinor, currency, ctx.config.serviceFeePercent)
  return {
    ...names,
    ...originOf(request),
    description: `Tip to ${displayName}`,
    payeeNames: [displayName, userName],
    provider: name,
    mode,
    feeMode,
    termsVersion,
    payeeId,
    goalId: request.goalId ?? null,
    isPrivate,
    message,
    isForReview: isForReview(toPublicTip({ ...names, isPrivate, message, amountMinor, currency }), words),
    checkoutId,
    isSole: checkoutId !== null,
    amountMinor,
    feeMinor,
    coveredFeeMinor: request.coversFee ? feeMinor : 0,
    currency,
    ...worthOf(amountMinor, offered, ownCurrency),
    creatorUid,
  }
}

async function explainNoPayee(
  { db }: PaymentContext,
  creatorUid: string,
  { name }: PaymentProvider,
): Promise<AppError> {
  const account = await findPayoutAccount(db, creatorUid, name)
  return new AppError(account?.isRestricted ? 'payee_unavailable' : 'payment_method_missing')
}

/**
 * Closes the other orders of the checkout. Throws AlreadyPaidError if one was paid, and AppError `payment_provider` while that is
 * unknown, or when the supporter's requests have made us ask the provider too often.
 */
async function closeOthers(ctx: PaymentContext, request: TipRequest): Promise<void> {
  const { creatorUid, checkoutId } = request
  if (checkoutId === undefined) return
  const mayAsk = (await ctx.orderLimits?.mayLookUp(checkoutId, networksOf(originOf(request)))) ?? true
  if (!mayAsk) throw new AppError('payment_provider', { retryAfter: 60 })
  const paid = await orUnavailable(ctx, { checkoutId }, () => closeSiblings(ctx, { creatorUid, checkoutId }))
  if (paid) throw await describePaid(ctx, paid)
}

/** Stores the order. Throws AppError `payment_provider` if another request has opened one of the same checkout just now. */
async function storeOrder(
  ctx: PaymentContext,
  provider: PaymentProvider,
  { isWallet }: TipRequest,
  { description, payeeNames, ...order }: Prepared,
): Promise<OrderToOpen> {
  const { payeeId, amountMinor, feeMinor, coveredFeeMinor, currency, feeMode } = order
  const { id, setOffMinor } = await insertWithSetOff(ctx.db, provider, order).catch((error: unknown) => {
    throw isBesideOpenOrder(error) ? new AppError('payment_provider', { retryAfter: 1 }) : error
  })
  return {
    id,
    payeeId,
    chargedMinor: amountMinor + coveredFeeMinor,
    currency,
    splitFeeMinor: feeMode === 'split' ? feeMinor + setOffMinor : 0,
    description,
    payeeNames,
    isWallet,
  }
}

/** Closes an order that was opened in vain: while it was, another order of its checkout took its place. */
async function closeUnused(
  ctx: PaymentContext,
  provider: PaymentProvider,
  { id, payeeId, providerOrderId }: OrderToOpen & { providerOrderId: string },
): Promise<void> {
  await orUnavailable(ctx, { orderId: id }, async () => {
    await provider.closeOrder?.({ id, payeeId, providerOrderId, captureAttempt: 0 })
  })
}

/** Inserts the order, together with the amount of owed fees that it sets off. */
async function insertWithSetOff(
  db: Db,
  { collectsOwedFees }: PaymentProvider,
  order: Omit<NewOrder & PlannedPayment, 'setOffMinor'>,
): Promise<{ id: string; setOffMinor: number }> {
  const insert = async (db: Db, setOffMinor: number) => ({
    id: await insertOrder(db, { ...order, setOffMinor }),
    setOffMinor,
  })
  if (!collectsOwedFees) return insert(db, 0)
  return db.transaction().execute(async (trx) => insert(trx, await planSetOff(trx, order)))
}

async function requireOpenGoal(ctx: PaymentContext, { creatorUid, goalId }: TipRequest): Promise<void> {
  if (goalId === undefined) return
  if (!(await findOpenGoal(ctx.db, creatorUid, goalId))) throw new AppError('goal_closed')
}

/**
 * Checks whether the supporter may open the order. Throws AppError `rate_limited` or `proof_required`, or as the creator's rules
 * for tips do.
 */
async function requireTipAllowed(
  ctx: PaymentContext,
  request: TipRequest,
  tip: { supporterName: string; currency: Currency; ownCurrency: PayoutCurrency },
  count: OrderCount | undefined,
): Promise<OfferedCurrency> {
  const origin = originOf(request)
  await ctx.orderLimits?.checkWait(origin)
  await count?.take() // comes before the proof of work, because verifying a proof is the most expensive check
  const { proof, formerAddressHashes } = request
  await requireProof(ctx, { ...origin, formerAddressHashes }, proof, count)
  const offered = await requireAmount(ctx.db, { ...origin, ...tip, amountMinor: request.amountMinor })
  await requireAllowed(ctx.db, { ...origin, ...tip, formerAddressHashes })
  return offered
}

/** What a tip in another currency is estimated to be worth; its capture, or the provider's record, says what it is. */
function worthOf(amountMinor: number, { currency, rate }: OfferedCurrency, own: PayoutCurrency) {
  if (currency === own) return {}
  return { worthMinor: estimateWorth(amountMinor, currency, own, rate), worthCurrency: own }
}

function originOf({ creatorUid, supporter, addressHash, widerAddressHashes }: TipRequest) {
  return { creatorUid, supporterUid: supporter?.uid ?? null, addressHash, widerAddressHashes }
}

function namesOf({ name, supporter }: TipRequest) {
  const supporterName = [name, supporter?.displayName ?? ''].find(hasGlyph) ?? anonymousName
  const isAnonymous = isAnonymousName(supporterName)
  return {
    supporterName: isAnonymous ? anonymousName : supporterName,
    isAnonymous,
  }
}

/**
 * Opens a stored order at the provider. A refusal ends the order. If the response is lost, the order stays OPENING: no browser
 * has received the provider's id of it, so nobody can pay it.
 */
async function openAtProvider(
  ctx: PaymentContext,
  provider: PaymentProvider,
  order: OrderToOpen,
): Promise<OpenedOrder> {
  const { id: orderId, payeeId } = order
  const { name } = provider
  try {
    return await provider.openOrder(order)
  } catch (error) {
    if (!(error instanceof RefusedError)) {
      ctx.log.warn({ orderId, provider: name, reason: (error as Error).message }, 'order not opened')
      throw new AppError('payment_provider')
    }
    ctx.log.warn({ orderId, provider: name, issue: error.issue }, 'order refused')
    await updateOrderStatus(ctx.db, orderId, 'FAILED')
    if (!(error instanceof PayeeGoneError)) throw new AppError('payment_refused')
    await recordPayeeState(ctx, { provider: name, payeeId }, { state: 'restricted' })
    throw new AppError('payee_unavailable')
  }
}
