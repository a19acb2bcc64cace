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
  /** The account that received the money; undefined when the report does not name it. */
  payeeId: string | undefined
  /** What the supporter paid: the tip, plus the service fee where the supporter covers it. */
  chargedMinor: number
  /** The currency's code in lower case. */
  currency: string
  /** The provider's own fee; undefined when the report does not state it. */
  providerFeeMinor?: number | undefined
}

/** The state of an order at its provider. Only with `captured` was money taken. */
export type CaptureOutcome =
  | { kind: 'captured'; capture: ProviderCapture }
  /** The payment method takes days, and the money has not arrived. */
  | { kind: 'clearing' }
  /** The payment method was declined; the supporter may try another one. */
  | { kind: 'declined' }
  /** The supporter approved the payment, and it is not captured yet. */
  | { kind: 'approved' }
  /** No supporter has approved the payment, or the approval has expired. */
  | { kind: 'not_approved' }
  /** The time to pay is over. */
  | { kind: 'expired' }
  /** The order will never be paid. */
  | { kind: 'refused'; issue: string }

/** A refund. */
export interface ProviderRefund {
  provider: Provider
  mode: Mode
  /** The provider's id of the refund, and of the capture as `ProviderCapture.captureId` has it. */
  refundId: string
  captureId: string
  /** `reversal`: taken back by a bank or the provider, not refunded at the creator's request. */
  kind: 'refund' | 'reversal'
  /** Only `completed` moves money. If a completed refund fails later, its amount is given back. */
  status: RefundStatus
  amountMinor: number
  /** The currency's code in lower case. A refund in another currency than the tip's is stored and never booked. */
  currency: string
  /**
   * How much of its service fee the platform gave back with this refund. Undefined if the provider does not say; then the share
   * is computed. 0 if the provider reports it separately, as a `FeeRefund`.
   */
  platformFeeMinor?: number | undefined
  /** The id of our refund request in the provider's metadata. The payee can write such metadata too, so it proves nothing. */
  requestId?: string | undefined
  /** What the provider gave back of its own fee with this refund. */
  providerFeeMinor?: number | undefined
  /** `occurredAt` orders the refunds of a tip; `asOf` is the time at which the report was true. */
  occurredAt: Date
  asOf: Date
}

/** The fees of a payment, if the provider books them as separate transactions. Amounts are in the payment's currency. */
export interface PaymentRecord {
  /** The provider's id of the transaction that took its own fee. */
  transactionId: string
  providerFeeMinor: number
  /** All refunds of the application fee, which is what was split off for the platform. */
  feeRefunds: FeeRefund[]
}

/** A movement of an account's balance that belongs to a payment. Amounts are what changes, fees taken off. */
export interface ProviderTransaction {
  transactionId: string
  kind: 'payment' | 'refund' | 'dispute'
  /** The provider's id of the payment, refund or dispute; that of the transaction where it does not name its dispute. */
  sourceId: string
  /** The capture as `ProviderCapture.captureId` has it, or an earlier transaction of the same payment. */
  captureId: string
  /** The order of ours that the payment's metadata names; the payee can write that, too, so it proves nothing. */
  orderId: string | undefined
  /** In the currency of the account. */
  settledMinor: number
  settledCurrency: string
  /** In the currency of the payment. */
  netMinor: number
  currency: string
  createdAt: Date
  /** When the money can be paid out. */
  availableAt: Date
}

/** What a provider sent to a payee's bank. */
export interface ProviderPayout {
  payoutId: string
  amountMinor: number
  currency: string
  status: PayoutStatus
  /** Whether the provider says which transactions it held. */
  isItemizable: boolean
  createdAt: Date
  /** When it is expected at the bank. */
  arrivesAt: Date
}

/** A refund of what was split off for the platform. */
export interface FeeRefund {
  /** The provider's id of the fee refund. */
  feeRefundId: string
  amountMinor: number
  occurredAt: Date
}

/** A dispute. */
export interface ProviderDispute {
  provider: Provider
  mode: Mode
  /** The provider's id of the dispute, and of the capture as `ProviderCapture.captureId` has it. */
  disputeId: string
  captureId: string
  /** An `open` dispute holds its amount back; `lost` is final like a refund; `won` gives everything back. */
  status: DisputeStatus
  amountMinor: number
  /** The currency's code in lower case. A dispute in another currency than the tip's is stored and never booked. */
  currency: string
  /** What the provider currently charges the creator for the dispute; 0 once that charge was returned. */
  providerFeeMinor?: number | undefined
  /** The provider's own code for the reason. */
  reason: string
  /** The deadline for the creator's evidence; undefined if the provider gives none, or no longer does. */
  respondBy?: Date | undefined
  openedAt: Date
  /** The time at which the report was true. */
  asOf: Date
}

/** A payment method that a provider declined on its own page. */
export interface DeclinedAttempt {
  /** Our order's id from the payment's metadata. */
  orderId: string | undefined
  /** Identifies the card across payments; undefined if the provider does not say. */
  fingerprint: string | undefined
}

/** What one webhook reports. */
export type WebhookReport =
  | { kind: 'captured'; capture: ProviderCapture }
  | { kind: 'approved' | 'clearing' | 'failed' | 'expired'; providerOrderId: string }
  | { kind: 'refund'; refund: ProviderRefund }
  | { kind: 'dispute'; dispute: ProviderDispute }
  | { kind: 'declined_attempt'; attempt: DeclinedAttempt }
  /** Something about a payee's account changed, so it has to be read again. */
  | { kind: 'account_changed'; payeeId: string }
  /** The platform lost access to a payee's account. */
  | { kind: 'account_lost'; payeeId: string }
  /** A creator finished the onboarding that `startOnboarding(reference)` started. */
  | { kind: 'onboarded'; reference: string }
