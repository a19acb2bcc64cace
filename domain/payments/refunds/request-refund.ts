/**
 * Refunds a tip at its creator's request. The request is stored first, then sent to the provider, and the result is recorded like
 * any refund.
 */
import { AppError } from '../../../contract/errors.ts'
import { smallestStep } from '../../../contract/money/currencies.ts'
import { formatMoney, shareOf } from '../../../contract/money/money.ts'
import type { Currency } from '../../../contract/money/money.ts'
import type { Trx } from '../../../db/connection.ts'
import { findAccount } from '../../../db/queries/accounts/accounts.ts'
import {
  completeRefundRequest,
  countRefusal,
  hasOpenRequest,
  insertRefundRequest,
  listOpenRefundRequests,
  listUnreturnedRepeats,
  lockRefundableTip,
  refundItem,
} from '../../../db/queries/payments/refund-requests.ts'
import { closeUnmatchedPayments } from '../../../db/queries/payments/unmatched-payments.ts'
import type { OpenRefundRequest, RefundableTip } from '../../../db/queries/payments/refund-requests.ts'
import { enqueueOwnerEmail } from '../../mail/enqueue-account-email.ts'
import { attemptEach } from '../orders/attempt-each.ts'
import { OutcomeUnknownError, RefundNotPermittedError, RefusedError } from '../provider/errors.ts'
import type { PaymentProvider, RefundRequest } from '../provider/payment-provider.ts'
import type { ProviderRefund } from '../provider/reports.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordRefundAndPublish } from '../orders/record-outcome.ts'
import { completeRepeat } from './complete-repeat.ts'

export interface WantedRefund {
  tipId: string
  amountMinor: number
  reason: string
}

/**
 * Refunds an amount of a tip that the creator received, and mails the creator about it. Returns `asked` when the provider's response was
 * lost: `retryRefunds` will look the refund up, or retry with the same idempotency key. Throws AppError `not_found`, `invalid_input` for
 * the amount, `refund_unavailable`, `refund_refused` or `refund_elsewhere`; in all these cases no money moved.
 */
export async function requestRefund(
  ctx: PaymentContext,
  creatorUid: string,
  wanted: WantedRefund,
): Promise<'done' | 'asked'> {
  const open = await ctx.db.transaction().execute(async (trx) => {
    const tip = await lockRefundableTip(trx, wanted.tipId, creatorUid)
    if (!tip) throw new AppError('not_found')
    if (tip.refundableMinor === 0) throw new AppError('refund_unavailable')
    if (wanted.amountMinor > tip.refundableMinor || wanted.amountMinor % smallestStep(tip.currency) !== 0)
      throw new AppError('invalid_input', { fields: { amount: 'invalid_refund_amount' } })
    const platformFeeMinor = computeFeeRefund(tip, wanted.amountMinor)
    await mailOwner(ctx, trx, creatorUid, { amountMinor: wanted.amountMinor, currency: tip.currency })
    return { tip, request: await insertRefundRequest(trx, { ...wanted, platformFeeMinor }) }
  })
  const end = await sendRequest(ctx, open)
  if (end instanceof RefusedError)
    throw new AppError(end instanceof RefundNotPermittedError ? 'refund_elsewhere' : 'refund_refused')
  return end
}

/** Tells the creator that a refund was requested: it goes out at once, so somebody else's has to be noticed. */
async function mailOwner(
  { config: { secretsKey } }: PaymentContext,
  trx: Trx,
  creatorUid: string,
  { amountMinor, currency }: { amountMinor: number; currency: Currency },
): Promise<void> {
  const account = await findAccount(trx, creatorUid)
  if (!account) return
  const amount = formatMoney(amountMinor, currency, account.locale)
  const mail = { kind: 'tip-refunded', name: account.displayName, amount } as const
  await enqueueOwnerEmail({ db: trx, secretsKey }, account, mail)
}

/**
 * Retries refund requests that have had no response for a minute, unless a look-up shows that the provider has made the refund. The
 * look-up is needed because a request may stay without a response for longer than its idempotency key lasts: a day at Stripe, 45
 * days at PayPal.
 */
export async function retryRefunds(ctx: PaymentContext, now = new Date()): Promise<void> {
  await attemptEach(ctx, await listOpenRefundRequests(ctx.db, now, 50), {
    itemOf: refundItem,
    work: async (open) => {
      if ((await sendRequest(ctx, open, { isRepeat: true })) === 'asked') throw new Error('no response')
    },
    now,
  })
}

/**
 * Requests what is left of second payments that nobody is sending back; `retryRefunds` sends it. Closes unmatched payments that nothing
 * is left to do about, so that it reads only open ones.
 */
export async function requestUnreturned({ db }: Pick<PaymentContext, 'db'>): Promise<void> {
  await closeUnmatchedPayments(db)
  for (const { id, creatorUid } of await listUnreturnedRepeats(db, 50)) {
    await db.transaction().execute(async (trx) => {
      const tip = await lockRefundableTip(trx, id, creatorUid)
      if (tip && tip.leftMinor > 0 && !(await hasOpenRequest(trx, id))) await requestRest(trx, tip, '')
    })
  }
}

/** Sends a request. Returns the provider's refusal, which ends it; throws if a second payment is to be sent back later. */
async function sendRequest(
  ctx: PaymentContext,
  open: OpenRefundRequest,
  { isRepeat = false } = {},
): Promise<'done' | 'asked' | RefusedError> {
  const { request, tip } = open
  const provider = ctx.payments[tip.provider]
  if (!provider) return 'asked'
  const { captureId, payeeId, providerOrderId, currency } = tip
  const wanted = { ...request, captureId, payeeId, providerOrderId, currency }
  try {
    const made = isRepeat ? await lookUp(provider, wanted) : undefined
    const refund = made ?? (await provider.refundCapture(wanted))
    await recordRefundAndPublish(ctx, refund)
    const end = { refundId: refund.refundId }
    if (tip.repeatsTipId === null) await completeRefundRequest(ctx.db, request.id, end)
    else await completeRepeat(ctx, open, end)
    return 'done'
  } catch (error) {
    if (error instanceof OutcomeUnknownError) {
      ctx.log.warn({ refund: request.id, reason: error.message }, 'refund without a response')
      return 'asked'
    }
    if (!(error instanceof RefusedError)) throw error
    if (tip.repeatsTipId !== null) return keepTrying(ctx, open, error)
    await completeRefundRequest(ctx.db, request.id, { issue: error.issue })
    ctx.log.warn({ refund: request.id, issue: error.issue }, 'refund refused')
    return error
  }
}

/** Looks up the refund of a request that may have been made. A provider that lets us look no more has not refused that refund. */
async function lookUp(provider: PaymentProvider, wanted: RefundRequest): Promise<ProviderRefund | undefined> {
  try {
    return await provider.findRefund(wanted)
  } catch (error) {
    throw error instanceof RefusedError ? new OutcomeUnknownError(`no look-up: ${error.issue}`) : error
  }
}

/**
 * Has a second payment of a tip sent back later, since nobody else asks for it, unless it is back already: somebody has refunded it at
 * the provider, or a bank has taken it. Throws the refusal, so that the request waits for its next attempt.
 */
async function keepTrying(
  ctx: PaymentContext,
  open: OpenRefundRequest,
  refusal: RefusedError,
): Promise<'done'> {
  const { db } = ctx
  const { request, tip } = open
  if (tip.leftMinor === request.amountMinor) {
    await countRefusal(db, request)
    throw new Error(refusal.issue)
  }
  const end = { issue: refusal.issue }
  if (tip.leftMinor === 0) {
    await completeRepeat(ctx, open, end)
    return 'done'
  }
  await completeRefundRequest(db, request.id, end)
  await db.transaction().execute((trx) => requestRest(trx, tip, request.reason))
  return 'done'
}

/** Stores the request to send back what is left of a second payment. */
async function requestRest(trx: Trx, tip: RefundableTip, reason: string): Promise<void> {
  const { id: tipId, leftMinor: amountMinor } = tip
  const platformFeeMinor = computeFeeRefund(tip, amountMinor)
  await insertRefundRequest(trx, { tipId, amountMinor, platformFeeMinor, reason })
}

/**
 * Computes how much of the service fee to give back with a refund, rounded to what every provider can express. The amount is stored
 * with the request, because the provider would refuse a retry with another amount, and a webhook may record the refund before the
 * retry.
 */
function computeFeeRefund(tip: RefundableTip, amountMinor: number): number {
  if (tip.feeMode === 'owed') return 0
  const { feeMinor, remainingFeeMinor, coveredFeeMinor } = tip
  const step = smallestStep(tip.currency)
  const share = shareOf(feeMinor / step, amountMinor, tip.amountMinor + coveredFeeMinor) * step
  return Math.min(share, remainingFeeMinor)
}
