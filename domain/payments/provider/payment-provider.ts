/** The interface between our payment code and a payment provider; `paypal/` and `stripe/` implement it. */
import type { PayoutCurrency } from '../../../contract/money.ts'
import type { FeeMode, Mode, Provider } from '../../../db/schema.ts'
import type { AccountGateway } from './account-gateway.ts'
import type {
  CaptureOutcome,
  PaymentRecord,
  ProviderDispute,
  ProviderRefund,
  WebhookReport,
} from './reports.ts'

/** A payment provider. Every call to it throws OutcomeUnknownError when the provider gave no definite response. */
export interface PaymentProvider extends OrderGateway, RefundGateway {
  readonly name: Provider
  readonly mode: Mode
  /** `split`: the provider takes the service fee out of each payment. `owed`: the creator owes the fee afterwards. */
  readonly feeMode: FeeMode
  /** True when fees that a creator owes may be added to the fee that is split off a later payment. */
  readonly collectsOwedFees: boolean
  readonly webhooks: WebhookGateway
  readonly accounts: AccountGateway
}

/** Opens, captures and looks up orders. */
export interface OrderGateway {
  /** Opens an order, with our id as idempotency key. Throws RefusedError or PayeeGoneError. */
  openOrder(order: OrderToOpen): Promise<OpenedOrder>
  /**
   * Captures an order that the supporter approved, with its id and attempt as idempotency key. A lost response is looked up. Absent
   * where the provider captures by itself when the supporter pays.
   */
  captureOrder?(order: OrderKey): Promise<CaptureOutcome>
  /** Returns the state of an order at the provider now. */
  findOutcome(order: OrderKey): Promise<CaptureOutcome>
  /** Returns the state of an order together with everything that was refunded of it. */
  findPayment(order: OrderKey): Promise<FoundPayment>
  /**
   * Reads what the provider has booked of a capture; undefined while it has not. Absent where reports of captures and refunds say
   * everything. Throws RefusedError.
   */
  findRecord?(captureId: string, payeeId: string): Promise<PaymentRecord | undefined>
  /** Closes an order that is not paid yet. Absent where the provider has no page on which one card after another can be tried. */
  closeOrder?(order: OrderKey): Promise<void>
  /** Lists paid payments since then whose metadata names an order of ours. Absent where the provider has no such list. */
  listPayments?(payeeId: string, since: Date): Promise<MarkedPayment[]>
  /** Returns our id of the order that a capture is for. Present where events come from payees' accounts, which also have other payments. */
  findOrderId?(captureId: string, payeeId: string): Promise<string | undefined>
}

/** Makes refunds and lists disputes. */
export interface RefundGateway {
  /** Refunds a payment. Throws RefusedError or RefundNotPermittedError. */
  refundCapture(refund: RefundRequest): Promise<ProviderRefund>
  /** Returns what a request has refunded, from the provider's own record of it; undefined when it has refunded nothing. */
  findRefund(refund: RefundRequest): Promise<ProviderRefund | undefined>
  /** Lists the disputes of a payee's account that were opened since then. */
  listDisputes(payeeId: string, since: Date): Promise<ProviderDispute[]>
}

/** Verifies and reads the provider's webhooks. */
export interface WebhookGateway {
  /**
   * True when the provider signed exactly these bytes for this installation. `header` returns '' for a missing header. Asks
   * `mayFetch` before it fetches anything.
   */
  verify(
    rawBody: Buffer,
    header: (name: string) => string,
    mayFetch: () => Promise<boolean>,
  ): Promise<boolean>
  /** Reads what every event has. Throws when the body is not an event of this provider. */
  identify(body: string): WebhookIdentity
  /** Reads what an event reports; undefined when it reports nothing that we act on. Throws when a known event is malformed. */
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

/** How long and how often a call is tried before its outcome counts as unknown. */
export interface CallLimits {
  timeoutMs: number
  /** Further tries after a failure without a definite response. */
  retries: number
}

export interface OrderToOpen {
  /** Our id of the order. */
  id: string
  payeeId: string
  /** What the supporter pays: the tip, plus the service fee where the supporter covers it. */
  chargedMinor: number
  currency: PayoutCurrency
  /** What the provider splits off for the platform; 0 when the fee is owed instead. */
  splitFeeMinor: number
  description: string
}

export interface OpenedOrder {
  providerOrderId: string
  /** The provider's page on which the supporter pays; null when the provider's component on our own page opens it. */
  paymentUrl: string | null
}

/** What identifies an order of ours at its provider. */
export interface OrderKey {
  /** Our id of the order. */
  id: string
  providerOrderId: string
  payeeId: string
  /** Counts up after each refused capture, so that the next capture has a new idempotency key. */
  captureAttempt: number
}

export interface RefundRequest {
  /** Our id of the request; the idempotency key is made of it. */
  id: string
  providerOrderId: string
  captureId: string
  payeeId: string
  amountMinor: number
  currency: PayoutCurrency
  /** What the platform gives back of its fee. A provider that computes this share itself reaches the same amount. */
  platformFeeMinor: number
  /** Shown to the supporter where the provider passes it on. */
  reason: string
}

export interface FoundPayment {
  outcome: CaptureOutcome
  refunds: ProviderRefund[]
}

/** A paid payment whose metadata names an order of ours. The payee can write that metadata too, so it proves nothing. */
export interface MarkedPayment {
  providerOrderId: string
  captureId: string
}
