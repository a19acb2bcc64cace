/** Refunds a payment that does not match its order, as two admins have decided. */
import { AppError } from '../../../contract/errors.ts'
import { currency as knownCurrency } from '../../../contract/money/money.ts'
import type { Db } from '../../../db/connection.ts'
import type { CaptureKey } from '../../../db/queries/payments/reports.ts'
import { findRefundableUnmatched } from '../../../db/queries/payments/unmatched-payments.ts'
import { recordRefund } from '../ledger/record-refund.ts'
import type { PaymentProviders } from './payment-context.ts'
import { OutcomeUnknownError, RefundNotPermittedError, RefusedError } from '../provider/errors.ts'
import type { RefundRequest } from '../provider/payment-provider.ts'

/**
 * Refunds what is left of an unmatched payment, with the service fee that the provider split off, and records the refund. The id of the
 * proposal is the idempotency key, so a repeat refunds once. Returns the refund's id; null if nothing was left to refund. Throws AppError
 * `payment_provider` if the provider gave no response, and `refund_refused` or `refund_elsewhere` if it refused.
 */
export async function refundUnmatched(
  { db, payments }: { db: Db; payments: PaymentProviders },
  proposed: CaptureKey & { id: string },
): Promise<string | null> {
  const payment = await findRefundableUnmatched(db, proposed)
  const provider = payments[proposed.provider]
  const currency = knownCurrency.safeParse(payment?.currency)
  if (!payment || !provider || !currency.success) throw new AppError('refund_elsewhere')
  if (payment.leftMinor <= 0) return null
  const { captureId, payeeId, providerOrderId, leftMinor, feeMode, feeMinor } = payment
  const wanted: RefundRequest = {
    id: proposed.id,
    attempt: 0,
    reason: '',
    captureId,
    payeeId,
    providerOrderId,
    amountMinor: leftMinor,
    currency: currency.data,
    platformFeeMinor: feeMode === 'split' ? Math.min(feeMinor, leftMinor) : 0,
  }
  try {
    const refund = (await provider.findRefund(wanted)) ?? (await provider.refundCapture(wanted))
    await recordRefund(db, refund)
    return refund.refundId
  } catch (error) {
    if (error instanceof OutcomeUnknownError) throw new AppError('payment_provider')
    if (error instanceof RefundNotPermittedError) throw new AppError('refund_elsewhere')
    throw error instanceof RefusedError ? new AppError('refund_refused') : error
  }
}
