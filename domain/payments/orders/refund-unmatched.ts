/** Refunds a payment that does not match its order, as two admins have decided. */
import { AppError } from '../../../contract/errors.ts'
import { currency as knownCurrency } from '../../../contract/money/money.ts'
import type { Db } from '../../../db/connection.ts'
import { beginRefund, dropRefund } from '../../../db/queries/payments/settlements.ts'
import type { CaptureKey } from '../../../db/queries/payments/reports.ts'
import { findRefundableUnmatched } from '../../../db/queries/payments/unmatched-payments.ts'
import type { RefundableUnmatched } from '../../../db/queries/payments/unmatched-payments.ts'
import { recordRefund } from '../ledger/record-refund.ts'
import type { PaymentProviders } from './payment-context.ts'
import { OutcomeUnknownError, RefundNotPermittedError, RefusedError } from '../provider/errors.ts'
import type { PaymentProvider, RefundRequest } from '../provider/payment-provider.ts'

interface RefundContext {
  db: Db
  payments: PaymentProviders
}

/** The proposal; `refundMinor` is the amount of its refund if one was begun. */
export type ProposedRefund = CaptureKey & { id: string; refundMinor: number | null }

/**
 * Refunds what is left of an unmatched payment, with the service fee that the provider split off, and records the refund. The id of the
 * proposal is the idempotency key, and the amount is stored first, so a repeat refunds once, also after this process has died meanwhile.
 * Returns the refund's id; null if nothing was left to refund. Throws AppError `not_found` if the proposal is decided, `payment_provider` if
 * the provider gave no response, and `refund_refused` or `refund_elsewhere` if it refused.
 */
export async function refundUnmatched(ctx: RefundContext, proposed: ProposedRefund): Promise<string | null> {
  const { db } = ctx
  const found = await findRefundable(ctx, proposed)
  if (!found) throw new AppError('refund_elsewhere')
  const { provider, payment } = found
  if (payment.leftMinor <= 0 && proposed.refundMinor === null) return null
  const amountMinor = await beginRefund(db, proposed.id, payment.leftMinor)
  if (amountMinor === undefined) throw new AppError('not_found')
  const wanted = toRequest(payment, proposed.id, amountMinor)
  try {
    const refund = (await provider.findRefund(wanted)) ?? (await provider.refundCapture(wanted))
    await recordRefund(db, refund)
    return refund.refundId
  } catch (error) {
    if (error instanceof OutcomeUnknownError) throw new AppError('payment_provider')
    if (!(error instanceof RefusedError)) throw error
    await dropRefund(db, proposed.id)
    throw new AppError(error instanceof RefundNotPermittedError ? 'refund_elsewhere' : 'refund_refused')
  }
}

/**
 * Returns whether the provider has made the refund of a proposal that was begun; also false if the payment cannot be looked up from here any
 * more. Throws AppError `payment_provider` if the provider gave no response.
 */
export async function isUnmatchedRefunded(ctx: RefundContext, proposed: ProposedRefund): Promise<boolean> {
  const found = await findRefundable(ctx, proposed)
  if (proposed.refundMinor === null || !found) return false
  const { provider, payment } = found
  try {
    return (await provider.findRefund(toRequest(payment, proposed.id, proposed.refundMinor))) !== undefined
  } catch (error) {
    if (error instanceof OutcomeUnknownError) throw new AppError('payment_provider')
    if (error instanceof RefusedError) return false
    throw error
  }
}

type Refundable = RefundableUnmatched & Pick<RefundRequest, 'currency'>

/** Returns undefined if the payment is a tip by now, or its provider or currency is none that we work with. */
async function findRefundable(
  { db, payments }: RefundContext,
  proposed: CaptureKey,
): Promise<{ provider: PaymentProvider; payment: Refundable } | undefined> {
  const payment = await findRefundableUnmatched(db, proposed)
  const provider = payments[proposed.provider]
  const currency = knownCurrency.safeParse(payment?.currency)
  if (!payment || !provider || !currency.success) return undefined
  return { provider, payment: { ...payment, currency: currency.data } }
}

function toRequest(payment: Refundable, id: string, amountMinor: number): RefundRequest {
  const { captureId, payeeId, providerOrderId, currency, feeMode, feeMinor } = payment
  const platformFeeMinor = feeMode === 'split' ? Math.min(feeMinor, amountMinor) : 0
  const order = { captureId, payeeId, providerOrderId, currency }
  return { ...order, id, attempt: 0, reason: '', amountMinor, platformFeeMinor }
}
