/** What our payment code knows of any provider: its answers in our words. */
import type { PayoutCurrency } from '../../../contract/money.ts'
import type { Provider } from '../../../db/schema.ts'
import type { ProviderDispute } from '../ledger/record-dispute.ts'
import type { ProviderRefund } from '../ledger/record-refund.ts'

/** Money taken from a fan, as the provider reports it. */
export interface ProviderCapture {
  provider: Provider
  /** The provider's id of the order, and of the capture within it. */
  providerOrderId: string
  captureId: string
  /** Where the money went; undefined when the provider does not say it here. */
  payeeId: string | undefined
  chargedMinor: number
  currency: string
  /** What the provider keeps for itself; undefined when it does not say it here. */
  providerFeeMinor?: number | undefined
}

/** How much a call puts up with before its outcome counts as unknown. */
export interface CallLimits {
  timeoutMs: number
  /** After a failure without a definite answer. */
  retries: number
}

/** How a capture stands. Only `captured` is money. */
export type CaptureOutcome =
  | { kind: 'captured'; capture: ProviderCapture }
  | { kind: 'clearing' }
  /** The fan may try again with another card. */
  | { kind: 'declined' }
  /** The fan has agreed and nothing is captured yet. */
  | { kind: 'approved' }
  /** Approved by nobody yet, or not any more. */
  | { kind: 'not_approved' }
  /** Nobody paid in time. */
  | { kind: 'expired' }
  /** Definitely not paid, and asking again will not help. */
  | { kind: 'refused'; issue: string }

export interface OrderToOpen {
  /** Ours; the idempotency key is made of it. */
  id: string
  payeeId: string
  /** What the fan pays: the tip, and the fee where the fan covers it. */
  chargedMinor: number
  currency: PayoutCurrency
  /** Split off for the platform; 0 when it is booked as owed instead. */
  splitFeeMinor: number
  description: string
}

export interface RefundRequest {
  /** Ours; the idempotency key is made of it. */
  id: string
  captureId: string
  payeeId: string
  amountMinor: number
  currency: PayoutCurrency
  /** What the platform gives back of its fee with it; a provider that reckons it by itself does so alike. */
  platformFeeMinor: number
  /** For the fan to read, where the provider passes it on. */
  reason: string
}

/** A payment as its provider has it now: how it stands, and all that went back of it. */
export interface FoundPayment {
  outcome: CaptureOutcome
  refunds: ProviderRefund[]
}

/** What keeps the books in step with a provider; each throws OutcomeUnknownError when there is no answer. */
export interface BooksGateway {
  /** Gives money back. Throws OrderRefusedError with the provider's word for a definite no. */
  refundCapture(refund: RefundRequest): Promise<ProviderRefund>
  findPayment(providerOrderId: string, payeeId: string): Promise<FoundPayment>
  /** The disputes of an account that were opened since then. */
  listDisputes(payeeId: string, since: Date): Promise<ProviderDispute[]>
}

/** The provider answered with a definite no to opening an order. */
export class RefusedError extends Error {
  readonly issue: string
  constructor(issue: string) {
    super(`order refused: ${issue}`)
    this.issue = issue
  }
}

/** The creator's account at the provider is not ours to open payments on any more. */
export class PayeeGoneError extends RefusedError {}

/** The provider could not be reached, or its answer was lost: money may have moved. Never a failure, always looked up. */
export class OutcomeUnknownError extends Error {}

/** How far a creator's account at a provider is; only a ready one takes payments. */
export type PayoutState = 'unfinished' | 'restricted' | 'ready'
