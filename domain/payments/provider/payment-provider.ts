/** The interface between our payment code and a payment provider; `paypal/` and `stripe/` implement it. */
import type { PayoutCurrency } from '../../../contract/money.ts'
import type { FeeMode, Mode, Provider } from '../../../db/schema.ts'
import type { AccountGateway } from './account-gateway.ts'
import type {
  CaptureOutcome,
  PaymentRecord,
  ProviderDispute,
  ProviderPayout,
  ProviderRefund,
  ProviderTransaction,
  WebhookReport,
} from './reports.ts'

/** A payment provider. Every call to it throws OutcomeUnknownError when the provider gave no definite response. */
export interface PaymentProvider extends OrderGateway, RefundGateway, Partial<TransactionGateway> {
  readonly name: Provider
  readonly mode: Mode
  /** `split`: the provider takes the service fee out of each payment. `owed`: the creator owes us the fee. */
  readonly feeMode: FeeMode
  /** True if fees that a creator owes may be split off later payments, in addition to their own fee. */
  readonly collectsOwedFees: boolean
  readonly webhooks: WebhookGateway
  readonly accounts: AccountGateway
}

/** Opens, captures and looks up orders. */
export interface OrderGateway {
  /** Opens an order; our id is the idempotency key. Throws RefusedError or PayeeGoneError. */
  openOrder(order: OrderToOpen): Promise<OpenedOrder>
  /**
   * Captures an order that the supporter approved; its id and attempt are the idempotency key. If the response is lost, the order
   * is looked up. Undefined where the provider captures by itself when the supporter pays.
   */
  captureOrder?(order: OrderKey): Promise<CaptureOutcome>
  /** Returns the current state of an order at the provider. */
  findOutcome(order: OrderKey): Promise<CaptureOutcome>
  /** Returns the state of an order and all its refunds. */
  findPayment(order: OrderKey): Promise<FoundPayment>
  /**
   * Reads the provider's own record of a capture, with its fees; undefined as long as it has none. The method is undefined where
   * reports of captures and refunds already contain this. Throws RefusedError.
   */
  findRecord?(captureId: string, payeeId: string): Promise<PaymentRecord | undefined>
  /**
   * Closes an order that is not paid yet. Undefined where the provider has no page on which cards can be tried one after another.
   */
  closeOrder?(order: OrderKey): Promise<void>
  /**
   * Returns our id of the order that a capture is for. Only needed where events come from payees' accounts, which also have
   * payments that are not ours.
   */
  findOrderId?(captureId: string, payeeId: string): Promise<string | undefined>
}

/** Lists what the provider has booked. Absent where it has no such list. */
export interface TransactionGateway {
  readonly listing: ListingRules
  /**
   * Lists the movements of an account's balance that belong to payments, from `since` up to and without `until`. Throws
   * AccessLostError or ListingNotPermittedError.
   */
  listTransactions(payeeId: string, since: Date, until: Date): Promise<TransactionList>
  /**
   * Finds the transaction of a payment that was begun after `since`. Undefined where the list has every movement at the time when
   * it happened.
   */
  findTransactions?(payeeId: string, captureId: string, since: Date): Promise<ProviderTransaction[]>
  /** Lists the payouts that were made since then. Undefined where the provider makes none. */
  listPayouts?(payeeId: string, since: Date): Promise<ProviderPayout[]>
  /** Lists the ids of the transactions that a payout held. */
  listPaidOut?(payeeId: string, payoutId: string): Promise<string[]>
}

export interface TransactionList {
  transactions: ProviderTransaction[]
  /** The provider has listed everything up to this moment, but for what its `delayMs` may still add. */
  completeTo: Date
}

/** What a provider's list of transactions promises. */
export interface ListingRules {
  /** For how long after it happened a movement may still be missing in the list. */
  delayMs: number
  /** Whether each account has to let the platform list its transactions. */
  needsPermission: boolean
  /** Whether a dispute's transactions name the dispute. */
  namesDisputes: boolean
  /** Whether other software of the payee may put ids of its own where ours are. */
  sharesOrderId: boolean
}

/** Makes refunds and lists disputes. */
export interface RefundGateway {
  /** Refunds a payment. Throws RefusedError or RefundNotPermittedError. */
  refundCapture(refund: RefundRequest): Promise<ProviderRefund>
  /** Returns the refund that a request has made, from the provider's own record; undefined when it has made none. */
  findRefund(refund: RefundRequest): Promise<ProviderRefund | undefined>
  /** Lists the disputes of a payee's account that have changed since then, or were opened since then where nothing tells changes. */
  listDisputes(payeeId: string, since: Date): Promise<ProviderDispute[]>
  /** Returns a dispute as it is now; undefined where it may not be read, and when it is no dispute any more. Throws RefusedError. */
  findDispute(disputeId: string, payeeId: string): Promise<ProviderDispute | undefined>
}

/** Verifies and reads the provider's webhooks. */
export interface WebhookGateway {
  /**
   * Returns whether the provider signed exactly these bytes for this installation. `header` returns '' for a missing header.
   * `mayFetch` decides whether a certificate may be fetched.
   */
  verify(
    rawBody: Buffer,
    header: (name: string) => string,
    mayFetch: () => Promise<boolean>,
  ): Promise<boolean>
  /** Reads the fields that every event has. Throws when the body is not an event of this provider. */
  identify(body: string): WebhookIdentity
  /** Reads what an event reports; undefined if it is nothing that we act on. Throws when a known event is malformed. */
  read(body: string): WebhookReport | undefined
}

export interface WebhookIdentity {
  eventId: string
  type: string
  /** Whether the event is about real money. */
  mode: Mode
  /** The payee's account that sent the event; '' for events of the platform's own account. */
  payeeId: string
}

/** How long a call may take and how often it is retried, before its outcome counts as unknown. */
export interface CallLimits {
  timeoutMs: number
  /** The number of further attempts after a call without a definite response. */
  retries: number
}

export interface OrderToOpen {
  /** Our id of the order. */
  id: string
  payeeId: string
  /** What the supporter pays: the tip, plus the service fee where the supporter covers it. */
  chargedMinor: number
  currency: PayoutCurrency
  /** What the provider splits off for the platform; 0 if the fee is owed instead. */
  splitFeeMinor: number
  description: string
}

export interface OpenedOrder {
  providerOrderId: string
  /** The provider's page on which the supporter pays; null when the provider's component on our own page opens it. */
  paymentUrl: string | null
}

/** What identifies one of our orders at its provider. */
export interface OrderKey {
  /** Our id of the order. */
  id: string
  providerOrderId: string
  payeeId: string
  /** Increases after each refused capture, so that the next capture has a new idempotency key. */
  captureAttempt: number
}

export interface RefundRequest {
  /** Our id of the refund request, from which the idempotency key is made. */
  id: string
  providerOrderId: string
  captureId: string
  payeeId: string
  amountMinor: number
  currency: PayoutCurrency
  /** How much of its service fee the platform gives back. A provider that computes this share itself gets the same amount. */
  platformFeeMinor: number
  /** Shown to the supporter if the provider passes it on. */
  reason: string
}

export interface FoundPayment {
  outcome: CaptureOutcome
  refunds: ProviderRefund[]
}
