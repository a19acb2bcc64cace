/** The interface between our payment code and a payment provider; `paypal/` and `stripe/` implement it. */
import type { Currency } from '../../../contract/money/money.ts'
import type { FeeMode, Mode, Provider } from '../../../db/schema.ts'
import type { AccountGateway } from './account-gateway.ts'
import type { DisputeGateway } from './dispute-gateway.ts'
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
  /**
   * Whether we are a platform between supporters and creators: each creator connects an account, into which tips are paid. Otherwise
   * there is one creator, the owner of our own account (`ownPayeeId`), who is charged no fee.
   */
  readonly hasPlatform: boolean
  /** `split`: the provider takes the service fee out of each payment. `owed`: the creator owes us the fee. */
  readonly feeMode: FeeMode
  /** Whether the provider can split fees that a creator owes off later payments, in addition to the fee of those payments. */
  readonly collectsOwedFees: boolean
  readonly webhooks: WebhookGateway
  readonly accounts: AccountGateway
  readonly responses: DisputeGateway
}

/** Opens, captures and looks up orders. */
export interface OrderGateway {
  /** Opens an order; our id is the idempotency key. Throws RefusedError or PayeeGoneError. */
  openOrder(order: OrderToOpen): Promise<OpenedOrder>
  /**
   * Captures an order that the supporter approved. The order's id and attempt are the idempotency key. If the response is lost, the
   * order is looked up. The method is undefined where the provider captures by itself when the supporter pays.
   */
  captureOrder?(order: OrderKey): Promise<CaptureOutcome>
  /** Returns the current state of an order at the provider. */
  findOutcome(order: OrderKey): Promise<CaptureOutcome>
  /** Returns the state of an order and all its refunds. */
  findPayment(order: OrderKey): Promise<FoundPayment>
  /**
   * Reads the provider's own record of a capture, with its fees. Returns undefined while the provider has none. The method is
   * undefined where reports of captures and refunds already contain the fees. Throws RefusedError.
   */
  findRecord?(captureId: string, payeeId: string): Promise<PaymentRecord | undefined>
  /**
   * Closes an order that is not paid yet, so that nobody can pay it, and returns its state after that: `expired`, or what came
   * before. The method is undefined where the provider takes money only when we capture.
   */
  closeOrder?(order: OrderKey): Promise<CaptureOutcome>
  /**
   * Returns our id of the order of a capture. Only needed where payees' accounts send events, because these accounts also have
   * payments that are not ours.
   */
  findOrderId?(captureId: string, payeeId: string): Promise<string | undefined>
}

/** Lists the transactions and payouts that the provider has booked. A provider that lists none does not implement this. */
export interface TransactionGateway {
  readonly listing: ListingRules
  /**
   * Lists the changes of an account's balance that belong to payments, from `since` up to and without `until`, and refunds that were
   * begun before and may have been paid since. Throws AccessLostError or ListingNotPermittedError.
   */
  listTransactions(payeeId: string, since: Date, until: Date): Promise<TransactionList>
  /**
   * Finds the transactions of a payment that began after `since`. The method is undefined if the provider lists every transaction
   * under the time at which it happened, because then `listTransactions` misses none.
   */
  findTransactions?(payeeId: string, captureId: string, since: Date): Promise<ProviderTransaction[]>
  /** Lists the payouts that were made at or after `since`. The method is undefined where the provider makes none. */
  listPayouts?(payeeId: string, since: Date): Promise<ProviderPayout[]>
  /** Lists the ids of the transactions in a payout. */
  listPaidOut?(payeeId: string, payoutId: string): Promise<string[]>
}

export interface TransactionList {
  transactions: ProviderTransaction[]
  /** The provider has listed all transactions up to this moment, except those that it lists late (`delayMs`). */
  completeTo: Date
}

/** The properties of a provider's list of transactions. */
export interface ListingRules {
  /** How many milliseconds after it happened a transaction may still be missing in the list. */
  delayMs: number
  /** Whether each payee has to permit the platform to list the account's transactions. */
  needsPermission: boolean
  /** Whether the field with our order's id may contain ids of the payee's other software. */
  sharesOrderId: boolean
}

/** Makes refunds and lists disputes. */
export interface RefundGateway {
  /** Refunds a payment. Throws RefusedError or RefundNotPermittedError. */
  refundCapture(refund: RefundRequest): Promise<ProviderRefund>
  /**
   * Returns the refund that a request has made, from the provider's own record; undefined when the request has made none. Throws
   * RefusedError.
   */
  findRefund(refund: RefundRequest): Promise<ProviderRefund | undefined>
  /**
   * Lists the disputes of a payee's account that have changed since `since`. A provider that does not say when disputes change
   * lists those that were opened since then.
   */
  listDisputes(payeeId: string, since: Date): Promise<ProviderDispute[]>
  /**
   * Returns the current state of a dispute; undefined if the platform may not read it, or it is only an inquiry. Throws
   * RefusedError.
   */
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
  /** Reads what an event reports; undefined for an event that the product ignores. Throws when a known event is malformed. */
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

/** How long a call may take (`timeoutMs`), and how often it is retried before its outcome counts as unknown. */
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
  currency: Currency
  /** The amount in minor units that the provider splits off for the platform; 0 if the creator owes the fee instead. */
  splitFeeMinor: number
  description: string
  /** What the creator is called, the better name first. Statements of cards show one, as far as the provider's rules allow. */
  payeeNames: readonly string[]
  /** Whether the supporter pays with a wallet on our own page, such as Apple Pay, instead of on the provider's page. */
  isWallet?: boolean | undefined
}

export interface OpenedOrder {
  providerOrderId: string
  /** The provider's page on which the supporter pays; null when a wallet on our own page pays. */
  paymentUrl: string | null
  /** The secret with which the provider's script on our page has a wallet pay the order; undefined for other orders. */
  clientSecret?: string | undefined
}

/** The ids with which a provider finds one of our orders. */
export interface OrderKey {
  /** Our id of the order. */
  id: string
  providerOrderId: string
  payeeId: string
  /** Grows by one after each refused capture, so that the next capture has a new idempotency key. */
  captureAttempt: number
}

export interface RefundRequest {
  /** Our id of the refund request. The idempotency key is made from it and `attempt`. */
  id: string
  /** How many times the provider has refused the request. It repeats a refusal for the same key. */
  attempt: number
  providerOrderId: string
  captureId: string
  payeeId: string
  amountMinor: number
  currency: Currency
  /**
   * How much of its service fee the platform gives back, in minor units. A provider that computes this share itself gets the same
   * amount.
   */
  platformFeeMinor: number
  /** The reason that the provider shows to the supporter, if it shows one. */
  reason: string
}

export interface FoundPayment {
  outcome: CaptureOutcome
  refunds: ProviderRefund[]
}
