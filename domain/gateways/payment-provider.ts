/** What our payment code knows of any provider: its answers in our words. */
import type { PayoutCurrency } from '../../contract/money.ts'
import type { Provider } from '../../db/schema.ts'

/** Money taken from a fan, as the provider reports it. */
export interface ProviderCapture {
  provider: Provider
  /** The provider's id of the order, and of the capture within it. */
  providerOrderId: string
  captureId: string
  /** Where the money went; undefined when the provider does not say it here. */
  payeeId: string | undefined
  amountMinor: number
  currency: string
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
  /** Definitely not paid, and asking again will not help. */
  | { kind: 'refused'; issue: string }

export interface OrderToOpen {
  /** Ours; the idempotency key is made of it. */
  id: string
  payeeId: string
  amountMinor: number
  currency: PayoutCurrency
  /** Split off for the platform; 0 when it is booked as owed instead. */
  splitFeeMinor: number
  description: string
}

/** The provider answered with a definite no to opening an order. */
export class OrderRefusedError extends Error {
  readonly issue: string
  constructor(issue: string) {
    super(`order refused: ${issue}`)
    this.issue = issue
  }
}

/** The provider could not be reached, or its answer was lost: money may have moved. Never a failure, always looked up. */
export class OutcomeUnknownError extends Error {}
