/**
 * Builds the JSON of balance transactions and refunds of application fees. The compiler checks it against the types in Stripe's
 * SDK.
 */
import type Stripe from 'stripe'
import { nowInSeconds } from './ids.ts'
import type { ApplicationFee, Transaction } from './store.ts'

/** Stripe's id of the platform. */
const application = 'ca_sandbox'

export function transactionView(transaction: Transaction): Stripe.BalanceTransaction {
  const { id, amount, currency, applicationFee, stripeFee, availableOn, type, source, created } = transaction
  const fee = applicationFee + stripeFee
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: availableOn,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: transaction.exchangeRate,
    fee,
    fee_details: [
      ...(applicationFee !== 0 ? [feeDetail('application_fee', applicationFee, currency)] : []),
      ...(stripeFee !== 0 ? [feeDetail('stripe_fee', stripeFee, currency)] : []),
    ],
    net: amount - fee,
    reporting_category: categoryOf(transaction),
    source,
    status: availableOn <= nowInSeconds() ? 'available' : 'pending',
    type,
  }
}

function categoryOf({ type, amount }: Transaction): string {
  switch (type) {
    case 'charge':
    case 'payment':
      return 'charge'
    case 'payment_failure_refund':
      return 'charge_failure'
    case 'refund':
    case 'payment_refund':
      return 'refund'
    case 'refund_failure':
      return 'refund_failure'
    case 'adjustment':
      return amount < 0 ? 'dispute' : 'dispute_reversal'
    case 'stripe_fee':
      return 'fee'
    case 'payout':
      return 'payout'
  }
}

function feeDetail(
  type: 'application_fee' | 'stripe_fee',
  amount: number,
  currency: string,
): Stripe.BalanceTransaction.FeeDetail {
  const isOurs = type === 'application_fee'
  return {
    amount,
    application: isOurs ? application : null,
    currency,
    description: isOurs ? 'Brimful application fee' : 'Stripe processing fees',
    type,
  }
}

/** Returns the refunds of a fee, the newest first. */
export function feeRefundViews({ id: fee, currency, refunds }: ApplicationFee): Stripe.FeeRefund[] {
  return refunds.toReversed().map(({ id, amount, created, transactionId }) => ({
    id,
    object: 'fee_refund',
    amount,
    balance_transaction: transactionId,
    created,
    currency,
    fee,
    metadata: {},
  }))
}
