/** What providers report about payments, in a form that is the same for all providers. All amounts are in minor units. */
import type { DisputeStatus, RefundStatus } from '../../../db/ledger-tables.ts'
import type { PayoutStatus } from '../../../db/reconciliation-tables.ts'
import type { Mode, Provider } from '../../../db/schema.ts'

/** Money taken from a supporter. */
export interface ProviderCapture {
  provider: Provider
  /** The provider's id of the order, and of the capture within it. */
  providerOrderId: string
  captureId: string
  /** The account that received the money; undefined when the provider does not name it. */
  payeeId: string | undefined
  /** What the supporter paid: the tip, plus the service fee where the supporter covers it. */
  chargedMinor: number
  /** The currency's code in lower case. */
  currency: string
  /** The provider's own fee; undefined when the provider does not state it. */
  providerFeeMinor?: number | undefined
  /** How the provider converts the payment to a currency of the payee's account; undefined if it does not, or does not say. */
  exchange?: Exchange | undefined
}

/** A conversion to another currency, whose code is in lower case. */
export interface Exchange {
  currency: string
  /** How many minor units of it one minor unit becomes, as a decimal number. */
  factor: string
}

/** The state of an order at its provider. Money was taken only if it is `captured`. */
export type CaptureOutcome =
  | { kind: 'captured'; capture: ProviderCapture }
  /** The money has not arrived yet: the payment method takes days, or the payee has to accept the payment at the provider. */
  | { kind: 'clearing'; waitsForPayee?: boolean }
  /** The payment method was declined; the supporter may try another one. */
  | { kind: 'declined' }
  /** The supporter approved the payment, and it is not captured yet. */
  | { kind: 'approved' }
  /** No supporter has approved the payment, or the approval has expired. */
  | { kind: 'not_approved' }
  /** The supporter did not pay in time. */
  | { kind: 'expired' }
  /** The order will never be paid. `isPayeeGone`: because the payee's account takes no payments, and not because of the payer. */
  | { kind: 'refused'; issue: string; isPayeeGone?: boolean }

/** A refund or a reversal, as its provider reports it. */
export interface ProviderRefund {
  provider: Provider
  mode: Mode
  /** The provider's id of the refund. `captureId` is the same id as in `ProviderCapture`. */
  refundId: string
  captureId: string
  /** `reversal`: taken back by a bank or the provider, not refunded at the creator's request. */
  kind: 'refund' | 'reversal'
  /** Only a `completed` refund is booked. If it fails later, the creator gets its amount back. */
  status: RefundStatus
  amountMinor: number
  /** The currency's code in lower case. A refund in a currency other than the tip's is stored and never booked. */
  currency: string
  /**
   * How much of its service fee the platform gave back with this refund. Undefined if the provider does not say; then the share
   * is computed. 0 if the provider reports it separately, as a `FeeRefund`.
   */
  platformFeeMinor?: number | undefined
  /**
   * The id of our refund request, as the provider's metadata contains it. The payee can write such metadata too, so it proves
   * nothing.
   */
  requestId?: string | undefined
  /** The part of its own fee that the provider gave back with this refund. */
  providerFeeMinor?: number | undefined
  /** `occurredAt` is when the refund was made, and orders the refunds of a tip. `asOf` is the time at which the report was true. */
  occurredAt: Date
  asOf: Date
}

/**
 * The fees of a payment, if the provider books them as separate transactions. Amounts are in minor units of the payment's currency.
 */
export interface PaymentRecord {
  /** How much the payment became in the currency of the account; undefined if it was not converted. */
  converted?: { currency: string; chargedMinor: number; settledMinor: number } | undefined
  /** The provider's id of the transaction that took the provider's own fee. */
  transactionId: string
  providerFeeMinor: number
  /** All refunds of the application fee. That is the amount that the provider split off for the platform. */
  feeRefunds: FeeRefund[]
}

/** A transaction on a payee's account that belongs to a payment. Amounts are changes of the balance in minor units, after fees. */
export interface ProviderTransaction {
  transactionId: string
  kind: 'payment' | 'refund' | 'dispute'
  /**
   * The provider's id of the payment, refund or dispute. It is the transaction's own id where the provider does not name the
   * dispute.
   */
  sourceId: string
  /** The same id as `ProviderCapture.captureId`, or the id of an earlier transaction of the same payment. */
  captureId: string
  /** Our id of the order, as the payment's metadata contains it. The payee can write such metadata too, so it proves nothing. */
  orderId: string | undefined
  /** The amount in the currency of the account, `settledCurrency`. */
  settledMinor: number
  settledCurrency: string
  /** The amount in the currency of the payment, `currency`. */
  netMinor: number
  currency: string
  /**
   * The part of `netMinor` that is a fee for a dispute or chargeback and that no report of the dispute contains; negative if it was
   * returned, 0 if there is none.
   */
  disputeFeeMinor: number
  createdAt: Date
  /** When the money can be paid out. */
  availableAt: Date
}

/** A payout from a payee's account at the provider to the payee's bank. */
export interface ProviderPayout {
  payoutId: string
  amountMinor: number
  currency: string
  status: PayoutStatus
  /** Whether the provider tells which transactions are in the payout. */
  isItemizable: boolean
  createdAt: Date
  /** When the money is expected at the bank. */
  arrivesAt: Date
}

/** A refund of an amount that the provider had split off for the platform. */
export interface FeeRefund {
  /** The provider's id of the fee refund. */
  feeRefundId: string
  amountMinor: number
  occurredAt: Date
}

/** A dispute or inquiry, as its provider reports it. */
export interface ProviderDispute {
  provider: Provider
  mode: Mode
  /** The provider's id of the dispute. `captureId` is the same id as in `ProviderCapture`. */
  disputeId: string
  captureId: string
  /**
   * While a dispute is `open`, the provider holds its amount back. `lost`: the amount is gone. `won`: the amount is released. An
   * `inquiry` is a bank's question that holds nothing back; `inquiry_closed`: it did not become a dispute.
   */
  status: DisputeStatus
  amountMinor: number
  /**
   * What the dispute's own transactions have taken from the payee's balance and not returned yet, without fees. Undefined if the
   * provider does not say. It is 0 if the provider takes the amount of a lost dispute with a refund or reversal of its own.
   */
  takenMinor?: number | undefined
  /** The currency's code in lower case. A dispute in a currency other than the tip's is stored and never booked. */
  currency: string
  /** The provider's charge for the dispute; 0 once the provider has returned it. */
  providerFeeMinor?: number | undefined
  /** The provider's own code for the reason. */
  reason: string
  /** The deadline for the creator's evidence; undefined if the provider gives none, or waits for none. */
  respondBy?: Date | undefined
  openedAt: Date
  /** The time at which the report was true. */
  asOf: Date
}

/** A payment method that a provider declined on its own page. */
export interface DeclinedAttempt {
  /** Our id of the order, from the payment's metadata. */
  orderId: string | undefined
  /** Identifies the card across payments; undefined if the provider does not give it. */
  fingerprint: string | undefined
}

/** The content of a webhook. */
export type WebhookReport =
  | { kind: 'captured'; capture: ProviderCapture }
  | { kind: 'approved' | 'failed' | 'expired'; providerOrderId: string }
  | { kind: 'clearing'; providerOrderId: string; waitsForPayee?: boolean }
  | { kind: 'refund'; refund: ProviderRefund }
  | { kind: 'dispute'; dispute: ProviderDispute }
  | { kind: 'declined_attempt'; attempt: DeclinedAttempt }
  /** The state of a payee's account has changed, so it has to be read. */
  | { kind: 'account_changed'; payeeId: string }
  /** The platform lost access to a payee's account. */
  | { kind: 'account_lost'; payeeId: string }
  /** A creator finished the onboarding that `startOnboarding(reference)` started. */
  | { kind: 'onboarded'; reference: string }
