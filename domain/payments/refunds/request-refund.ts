/** A creator gives a tip back: kept first, then asked of the provider, then booked like any refund. */
import { AppError } from '../../../contract/errors.ts'
import {
  insertRefundRequest,
  listOpenRefundRequests,
  lockRefundableTip,
  settleRefundRequest,
} from '../../../db/queries/refund-requests.ts'
import type { OpenRefundRequest, RefundableTip } from '../../../db/queries/refund-requests.ts'
import { RefusedError, OutcomeUnknownError } from '../provider/payment-provider.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordRefundAndPublish } from '../orders/record-outcome.ts'

export interface AskedRefund {
  tipId: string
  amountMinor: number
  reason: string
}

/** Issues by which a provider says that it is not ours to refund: the seller can do it there. */
const notOurs = new Set(['PERMISSION_DENIED', 'CONSENT_NEEDED', 'NOT_AUTHORIZED', 'account_invalid'])

/**
 * Gives back so much of the creator's own tip. `asked` when the provider's answer was lost: `retryRefunds` asks again, under
 * the same idempotency key. Throws AppError `not_found`, `invalid_input` beside the amount, `refund_unavailable` or
 * `refund_refused`; nothing has gone back in any of them.
 */
export async function requestRefund(
  ctx: PaymentContext,
  creatorUid: string,
  asked: AskedRefund,
): Promise<'done' | 'asked'> {
  const open = await ctx.db.transaction().execute(async (trx) => {
    const tip = await lockRefundableTip(trx, asked.tipId, creatorUid)
    if (!tip) throw new AppError('not_found')
    if (tip.refundableMinor === 0) throw new AppError('refund_unavailable')
    if (asked.amountMinor > tip.refundableMinor)
      throw new AppError('invalid_input', { fields: { amount: 'invalid_refund_amount' } })
    const platformFeeMinor = feeToGiveBack(tip, asked.amountMinor)
    return { tip, request: await insertRefundRequest(trx, { ...asked, platformFeeMinor }) }
  })
  return askProvider(ctx, open)
}

/** Asks again for refunds that got no answer for a minute. */
export async function retryRefunds(ctx: PaymentContext, now = new Date()): Promise<void> {
  for (const open of await listOpenRefundRequests(ctx.db, new Date(now.getTime() - 60_000), 50)) {
    await askProvider(ctx, open).catch((error: Error) =>
      ctx.log.warn({ refund: open.request.id, reason: error.message }, 'refund not made'),
    )
  }
}

async function askProvider(
  ctx: PaymentContext,
  { request, tip }: OpenRefundRequest,
): Promise<'done' | 'asked'> {
  const provider = ctx.payments[tip.provider]
  if (!provider) return 'asked'
  try {
    const refund = await provider.refundCapture({
      id: request.id,
      captureId: tip.captureId,
      payeeId: tip.providerAccountId,
      amountMinor: request.amountMinor,
      currency: tip.currency,
      platformFeeMinor: request.platformFeeMinor,
      reason: request.reason,
    })
    await recordRefundAndPublish(ctx, refund)
    await settleRefundRequest(ctx.db, request.id, { refundId: refund.refundId })
    return 'done'
  } catch (error) {
    if (error instanceof OutcomeUnknownError) {
      ctx.log.warn({ refund: request.id, reason: error.message }, 'refund without an answer')
      return 'asked'
    }
    if (!(error instanceof RefusedError)) throw error
    await settleRefundRequest(ctx.db, request.id, { issue: error.issue })
    ctx.log.warn({ refund: request.id, issue: error.issue }, 'refund refused')
    throw notOurs.has(error.issue) ? new AppError('refund_elsewhere') : new AppError('refund_refused')
  }
}

/**
 * The platform's fee on what goes back, to the nearest minor unit over all refunds of the tip. It is kept with the request: a
 * webhook may book the refund before its lost answer is asked for again, and a provider refuses a repeat that asks otherwise.
 */
function feeToGiveBack(tip: RefundableTip, amountMinor: number): number {
  if (tip.feeMode === 'owed') return 0
  const { feeMinor, feeLeftMinor, coveredFeeMinor } = tip
  const chargedMinor = tip.amountMinor + coveredFeeMinor
  const share = Math.floor((2 * feeMinor * amountMinor + chargedMinor) / (2 * chargedMinor))
  return Math.min(share, feeLeftMinor)
}
