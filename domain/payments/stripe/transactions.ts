/**
 * Lists the transactions of payments on a connected Stripe account. Every change of the balance is a separate balance transaction
 * with the time of the change, even a refund that failed or a dispute that was won.
 * https://docs.stripe.com/api/balance_transactions/list, https://docs.stripe.com/reports/balance-transaction-types,
 * https://docs.stripe.com/api/expanding_objects
 */
import type Stripe from 'stripe'
import { z } from 'zod'
import { shareOf } from '../../../contract/money/money.ts'
import type { TransactionGateway } from '../provider/payment-provider.ts'
import type { ProviderPayout, ProviderTransaction } from '../provider/reports.ts'
import { listStripe, onAccount } from './client.ts'

const minor = z.int().min(0)
const seconds = z.number().transform((time) => new Date(time * 1000))
const ofPayment = {
  id: z.string().min(1),
  payment_intent: z.string().nullable(),
  amount: minor,
  currency: z.string(),
}
const fees = z.array(z.object({ type: z.string(), amount: z.int() }))
/** What the list shows of the charge of a refund; null until Stripe has booked the charge. */
const refundedCharge = z.object({
  application_fee_amount: minor.nullable(),
  balance_transaction: z.object({ fee_details: fees }).nullable(),
})
/**
 * The objects that cause a transaction of a payment: a charge, a refund or a dispute. All three name the payment in the same field.
 */
const sourceSchema = z.discriminatedUnion('object', [
  z.object({
    object: z.literal('charge'),
    ...ofPayment,
    application_fee_amount: minor.nullable(),
    metadata: z.record(z.string(), z.string()),
  }),
  z.object({ object: z.literal('refund'), ...ofPayment, charge: refundedCharge.nullable() }),
  z.object({
    object: z.literal('dispute'),
    ...ofPayment,
    balance_transactions: z.array(z.object({ id: z.string(), amount: z.int() })),
  }),
])
type Source = z.output<typeof sourceSchema>

const kinds = { charge: 'payment', refund: 'refund', dispute: 'dispute' } as const

const transactionSchema = z.object({
  id: z.string().min(1),
  amount: z.int(),
  fee: z.int(),
  fee_details: fees,
  reporting_category: z.string(),
  currency: z.string(),
  created: seconds,
  available_on: seconds,
})
type Transaction = z.output<typeof transactionSchema>

/**
 * Stripe books a payment up to an hour after the supporter has paid:
 * https://docs.stripe.com/payments/payment-intents/asynchronous-capture.
 */
const listing = { delayMs: 3_600_000, needsPermission: false, sharesOrderId: false }

/** Opens the part of the Stripe provider that lists transactions, a hundred with each call. */
export function openStripeTransactions({ balanceTransactions, payouts }: Stripe): TransactionGateway {
  return {
    listing,

    async listTransactions(payeeId, since, until) {
      const params = {
        created: { gte: toSeconds(since), lt: toSeconds(until) },
        expand: ['data.source.charge.balance_transaction'], // the deepest that Stripe expands
        limit: 100,
      }
      const transactions = await listStripe(
        'transactions',
        () => balanceTransactions.list(params, onAccount(payeeId)),
        toTransaction,
      )
      return { transactions, completeTo: until }
    },

    listPayouts(payeeId, since) {
      const params = { created: { gte: toSeconds(since) }, limit: 100 }
      return listStripe('payouts', () => payouts.list(params, onAccount(payeeId)), toPayout)
    },

    listPaidOut(payeeId, payout) {
      const options = onAccount(payeeId)
      return listStripe(
        'a payout',
        () => balanceTransactions.list({ payout, limit: 100 }, options),
        ({ id }) => id,
      )
    },
  }
}

const payoutSchema = z.object({
  id: z.string().min(1),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']),
  reconciliation_status: z.string(),
  created: seconds,
  arrival_date: seconds,
})

/**
 * Converts a payout. Stripe tells which transactions are in it only if Stripe made it by the payout schedule.
 * https://docs.stripe.com/payouts/reconciliation
 */
function toPayout(listed: Stripe.Payout): ProviderPayout {
  const payout = payoutSchema.parse(listed)
  const { id: payoutId, amount: amountMinor, currency, status } = payout
  const isItemizable = payout.reconciliation_status === 'completed'
  const times = { createdAt: payout.created, arrivesAt: payout.arrival_date }
  return { payoutId, amountMinor, currency, status, isItemizable, ...times }
}

const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000)

/** Converts a transaction. Returns undefined if it is not part of a payment: a payout, a charge by Stripe, or the like. */
function toTransaction(listed: Stripe.BalanceTransaction): ProviderTransaction | undefined {
  const { source: cause } = listed
  if (cause === null || typeof cause === 'string' || !('object' in cause) || !(cause.object in kinds))
    return undefined
  const source = sourceSchema.parse(cause)
  if (!source.payment_intent) return undefined
  const transaction = transactionSchema.parse(listed)
  const netMinor = netOf(transaction, source)
  return {
    transactionId: transaction.id,
    kind: kinds[source.object],
    sourceId: source.id,
    captureId: source.payment_intent,
    orderId: source.object === 'charge' ? source.metadata['order'] : undefined,
    settledMinor: transaction.amount - transaction.fee,
    settledCurrency: transaction.currency,
    netMinor,
    currency: source.currency,
    disputeFeeMinor: netMinor !== 0 && isDisputeFee(transaction, source) ? -netMinor : 0,
    createdAt: transaction.created,
    availableAt: transaction.available_on,
  }
}

/**
 * Returns the change of the balance in minor units of the payment's currency. Stripe's own fee is converted at the rate at which
 * Stripe converted the payment, refund or dispute. The application fee of a charge needs no conversion, because Stripe states it in
 * both currencies. What a refund returns of it is converted as the whole of it was, which is also how it is booked (`records.ts`).
 */
function netOf(transaction: Transaction, source: Source): number {
  const { amount, fee, fee_details: details, currency, reporting_category: category } = transaction
  if (currency === source.currency) return amount - fee
  if (isDisputeFee(transaction, source)) return convertDisputeFee(amount - fee, source)
  const gross = signOf(transaction) * source.amount
  const settledFee = applicationFeeOf(details)
  const ownFee = shareOfSigned(source.amount, fee - settledFee, Math.abs(amount))
  const isFailure = category === 'charge_failure'
  return gross - ownFee - applicationFee(source, settledFee, isFailure)
}

type DisputeSource = Extract<Source, { object: 'dispute' }>

/**
 * Returns whether a transaction is a fee beside those that withdrew and returned the money of a dispute, which the dispute itself lists.
 * Such a fee is the one for countering a dispute: https://support.stripe.com/questions/june-2025-pricing-updates-for-disputes.
 */
function isDisputeFee(transaction: Transaction, source: Source): source is DisputeSource {
  if (source.object !== 'dispute') return false
  const isOwn = source.balance_transactions.some(({ id }) => id === transaction.id)
  return !isOwn && !ofDisputedMoney.has(transaction.reporting_category)
}

const ofDisputedMoney = new Set(['dispute', 'dispute_reversal'])

/** Converts a fee at the rate of the withdrawal of the disputed amount. Without a withdrawal there is no rate, and the result is 0. */
function convertDisputeFee(
  changeMinor: number,
  { amount, balance_transactions: own }: DisputeSource,
): number {
  return shareOfSigned(amount, changeMinor, Math.abs(own[0]?.amount ?? 0))
}

/** The categories of what takes money: https://docs.stripe.com/reports/reporting-categories. */
const taking = new Set(['refund', 'dispute', 'charge_failure'])

/** Returns the sign of a change. The refund of one forint may come to no cent of the account, so its amount there is 0. */
function signOf({ amount, reporting_category: category }: Transaction): number {
  return Math.sign(amount) || (taking.has(category) ? -1 : 1)
}

/**
 * Converts an application fee, or what a refund returned of it, to the payment's currency. A bank debit that failed is a second
 * transaction of its charge, which returns the fee.
 */
function applicationFee(source: Source, settledFee: number, isFailure: boolean): number {
  if (source.object === 'charge')
    return (source.application_fee_amount ?? 0) * (isFailure ? Math.sign(settledFee) : 1)
  if (source.object === 'dispute' || !source.charge) return 0
  const { application_fee_amount: whole, balance_transaction: booked } = source.charge
  return shareOfSigned(whole ?? 0, settledFee, applicationFeeOf(booked?.fee_details ?? []))
}

function applicationFeeOf(details: z.output<typeof fees>): number {
  return details.filter(({ type }) => type === 'application_fee').reduce((sum, { amount }) => sum + amount, 0)
}

function shareOfSigned(amount: number, part: number, whole: number): number {
  return part === 0 || whole === 0 ? 0 : Math.sign(part) * shareOf(amount, Math.abs(part), whole)
}
