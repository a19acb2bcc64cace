/**
 * Reads Stripe's record of a payment: Stripe's own fee, and the refunds of our application fee. Stripe books a payment on the
 * creator's account in that account's currency; amounts are converted back at the rate that Stripe used.
 * https://docs.stripe.com/api/balance_transactions/object, https://docs.stripe.com/api/fee_refunds/object
 */
import type Stripe from 'stripe'
import { z } from 'zod'
import { shareOf } from '../../../contract/money/money.ts'
import type { OrderGateway } from '../provider/payment-provider.ts'
import type { FeeRefund } from '../provider/reports.ts'
import { callStripe, listStripe, onAccount } from './client.ts'

const minor = z.int().min(0)
const transaction = z.object({
  id: z.string().min(1),
  amount: minor,
  currency: z.string(),
  fee: minor,
  fee_details: z.array(z.object({ type: z.string(), amount: z.int() })),
})
/**
 * A charge. Stripe completes a capture in the background; until then, the balance transaction and application fee are null. A refund that
 * failed no longer counts in `amount_refunded`, but is among the `refunds`: https://docs.stripe.com/api/charges/object.
 */
const charge = z.object({
  amount: minor,
  refunds: z.object({ data: z.array(z.unknown()) }),
  currency: z.string(),
  application_fee: z.string().nullable(),
  application_fee_amount: minor.nullable(),
  balance_transaction: transaction.nullable(),
})
type Charge = z.output<typeof charge>
type Transaction = z.output<typeof transaction>

const feeRefund = z.object({
  id: z.string().min(1),
  amount: minor,
  currency: z.string(),
  created: z.number().transform((time) => new Date(time * 1000)),
})

/**
 * Opens the part of the Stripe provider that reads records of payments. A record takes one call, and a second one if a refund was made,
 * even one that has failed: the platform's fee that was refunded with it stays refunded.
 */
export function openStripeRecords({
  paymentIntents,
  applicationFees,
}: Stripe): Required<Pick<OrderGateway, 'findRecord'>> {
  async function listFeeRefunds(paid: Charge, booked: Transaction): Promise<FeeRefund[]> {
    const { application_fee: feeId, refunds } = paid
    if (feeId === null || refunds.data.length === 0) return []
    return listStripe(
      'fee refunds',
      () => applicationFees.listRefunds(feeId, { limit: 100 }),
      (one) => toFeeRefund(feeRefund.parse(one), paid, booked),
    )
  }

  return {
    async findRecord(captureId, payeeId) {
      const params = { expand: ['latest_charge.balance_transaction', 'latest_charge.refunds'] }
      const intent = await callStripe('a payment', () =>
        paymentIntents.retrieve(captureId, params, onAccount(payeeId)),
      )
      const paid = charge.parse(intent.latest_charge)
      const { balance_transaction: booked } = paid
      if (!booked || (paid.application_fee_amount && paid.application_fee === null)) return undefined
      return {
        transactionId: booked.id,
        providerFeeMinor: toProviderFee(paid, booked),
        converted:
          booked.currency === paid.currency
            ? undefined
            : { currency: booked.currency, chargedMinor: paid.amount, settledMinor: booked.amount },
        feeRefunds: await listFeeRefunds(paid, booked),
      }
    },
  }
}

/** Returns all fees on a payment except our application fee: Stripe's own fee and the tax on it. */
function toProviderFee(paid: Charge, booked: Transaction): number {
  const fee = booked.fee - applicationFeeOf(booked)
  return booked.currency === paid.currency ? fee : shareOf(fee, paid.amount, booked.amount)
}

function toFeeRefund(one: z.output<typeof feeRefund>, paid: Charge, booked: Transaction): FeeRefund {
  const { id: feeRefundId, amount, currency, created: occurredAt } = one
  const isConverted = currency !== paid.currency
  const amountMinor = isConverted
    ? shareOf(amount, paid.application_fee_amount ?? 0, applicationFeeOf(booked))
    : amount
  return { feeRefundId, amountMinor, occurredAt }
}

function applicationFeeOf({ fee_details: details }: Transaction): number {
  return details.filter(({ type }) => type === 'application_fee').reduce((sum, { amount }) => sum + amount, 0)
}
