/** Stores the Stripe stand-in's data: connected accounts, sessions, payments, refunds, disputes, balances and events. */
import { removeExpired, type State } from '../state.ts'
import type { StoredEvent, WebhookSettings } from '../webhooks.ts'
import { makeId } from './ids.ts'
import type { CardOutcome } from './cards.ts'

export interface Account {
  id: string
  email: string
  displayName: string
  country: string
  created: string
  /** `pending`: onboarding has started and is not finished. */
  cardPayments: 'active' | 'pending' | 'restricted' | 'unsupported'
  isClosed: boolean
  /** Whether the creator has revoked the platform's access in Stripe's settings. */
  isDisconnected: boolean
  /** Whether every suffix of a statement is refused, as Stripe does for reasons that it does not list. */
  refusesSuffix?: boolean
  /** Whether this is the account of the secret key, and not one that is connected to it. */
  isOwn?: boolean
}

export interface Session {
  id: string
  account: string
  clientReferenceId: string | null
  metadata: Record<string, string>
  intentMetadata: Record<string, string>
  statementSuffix: string | null
  currency: string
  unitAmount: number
  quantity: number
  productName: string
  applicationFee: number | null
  successUrl: string | null
  cancelUrl: string | null
  /** Whether Stripe's page offers the payer's own currency as well. */
  isAdaptive: boolean
  submitType: 'auto' | 'book' | 'donate' | 'pay' | 'subscribe' | null
  created: number
  expiresAt: number
  status: 'open' | 'complete' | 'expired'
  intentId?: string
}

export interface Intent {
  id: string
  account: string
  /** The Checkout Session on whose page the payment is made; undefined for a payment by a wallet on the shop's page. */
  sessionId?: string
  /** With this secret the shop's page has a wallet pay. */
  clientSecret?: string
  description?: string
  wallet?: Wallet
  amount: number
  currency: string
  applicationFee: number | null
  /** What a card's statement shows after the account's prefix. */
  statementSuffix: string | null
  metadata: Record<string, string>
  created: number
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  method: 'card' | 'bacs_debit' | 'us_bank_account'
  email: string
  name: string
  /** The billing address that the shop has asked the wallet for. */
  address?: { line1: string; line2: null; city: string; state: string; postal_code: string; country: string }
  last4: string
  fingerprint: string
  failure?: CardOutcome
  chargeId?: string
  /** The balance transaction of the payment, and the platform's fee on it. */
  transactionId?: string
  feeId?: string
  /**
   * False until Stripe has booked the payment in the background: until then the charge has no balance transaction and no
   * application fee.
   */
  isBooked?: boolean
  refundIds: string[]
  /** The transaction that took a failed bank debit back. */
  failureTransactionId?: string
  disputeId?: string
}

export type Wallet = 'apple_pay' | 'google_pay'

/** A domain on which an account's wallets are offered. */
export interface Domain {
  id: string
  account: string
  name: string
  isEnabled: boolean
  created: number
}

export interface Refund {
  id: string
  account: string
  intentId: string
  amount: number
  transactionId?: string
  /** The transaction that gave the amount back to the account, once the refund has failed. */
  failureTransactionId?: string
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null
  metadata: Record<string, string>
  created: number
}

export interface Dispute {
  id: string
  account: string
  intentId: string
  amount: number
  /** Those that begin with `warning_` are of an inquiry, which takes no money. */
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
  created: number
  dueBy: number
  transactionIds: string[]
  /** The transaction that took the fee for countering the dispute. */
  counteredFeeId?: string
  /** The texts of the evidence, and the ids of its files, staged or submitted. */
  evidence?: Record<string, string>
  submissionCount?: number
  metadata?: Record<string, string>
}

/** An uploaded file. Its bytes are not kept. */
export interface UploadedFile {
  id: string
  account: string
  purpose: 'dispute_evidence'
  name: string
  size: number
  /** SHA-256, in hexadecimal digits. */
  hash: string
  kind: string
  created: number
}

/** A change of a connected account's balance, in the currency in which the account is paid. */
export interface Transaction {
  id: string
  account: string
  type:
    | 'charge'
    | 'payment'
    | 'payment_failure_refund'
    | 'refund'
    | 'payment_refund'
    | 'refund_failure'
    | 'adjustment'
    | 'stripe_fee'
    | 'payout'
  /** The id of what caused the change: a charge, a refund, a dispute or a payout. */
  source: string
  amount: number
  currency: string
  exchangeRate: number | null
  applicationFee: number
  stripeFee: number
  created: number
  availableOn: number
  /** The payout that paid this amount to the creator's bank. */
  payoutId?: string
}

/** A sum that was sent to a creator's bank by the automatic schedule. */
export interface Payout {
  id: string
  account: string
  amount: number
  currency: string
  created: number
  arrivalDate: number
  transactionId: string
  isFailed?: boolean
}

/** The platform's fee on a payment, in the currency in which the connected account is paid. */
export interface ApplicationFee {
  id: string
  account: string
  intentId: string
  amount: number
  currency: string
  created: number
  refunds: { id: string; transactionId: string; amount: number; created: number }[]
}

export interface WebhookEvent extends StoredEvent {
  account: string
  /** The Checkout Session of the payment that the event is about, if it is about a payment. */
  sessionId?: string | undefined
  created: number
  isThin: boolean
}

export interface App extends WebhookSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  accountWebhookSecret: string
  endpointId?: string
  /** Where thin events go. */
  destinationUrl?: string | undefined
  destinationEvents?: string[] | undefined
  destinationId?: string
  /** The wallets that visitors' devices have. */
  wallets: Wallet[]
}

/** The request and the response that are stored for an idempotency key. */
export interface Replay {
  keepUntil: number
  requestBody: string
  status: number
  body: unknown
}

interface OnboardingLink {
  account: string
  returnUrl: string
  refreshUrl: string
  expiresAt: number
  isUsed: boolean
}

export type Store = ReturnType<typeof openStore>

/** Opens the store. A new one gets keys and secrets. */
export function openStore(origin: string, state: State) {
  const apps = state.collection<App>('stripe.app')
  const app = (apps.app ??= makeApp())
  const replays = state.collection<Replay>('stripe.replays')
  removeExpired(replays, ({ keepUntil }) => keepUntil)
  const accounts = state.collection<Account>('stripe.accounts')
  const own = Object.values(accounts).find(({ isOwn }) => isOwn) ?? makeAccount(ownAccount)
  accounts[own.id] = own
  state.save()
  return {
    origin,
    app,
    /** The account of the secret key. */
    own,
    accounts,
    sessions: state.collection<Session>('stripe.sessions'),
    intents: state.collection<Intent>('stripe.intents'),
    refunds: state.collection<Refund>('stripe.refunds'),
    disputes: state.collection<Dispute>('stripe.disputes'),
    files: state.collection<UploadedFile>('stripe.files'),
    transactions: state.collection<Transaction>('stripe.transactions'),
    payouts: state.collection<Payout>('stripe.payouts'),
    applicationFees: state.collection<ApplicationFee>('stripe.applicationFees'),
    events: state.collection<WebhookEvent>('stripe.events'),
    domains: state.collection<Domain>('stripe.domains'),
    replays,
    links: state.collection<OnboardingLink>('stripe.links'),
    save: state.save,
  }
}

const ownAccount = { email: 'owner@shop.example', displayName: 'Owner', isOwn: true }

function makeApp(): App {
  return {
    secretKey: makeId('sk_test', 48),
    publishableKey: makeId('pk_test', 48),
    wallets: ['apple_pay', 'google_pay'],
    webhookSecret: makeId('whsec', 32),
    accountWebhookSecret: makeId('whsec', 32),
    hookMode: 'normal',
    hookDelayMs: 0,
  }
}

/** Makes a connected account, without storing it. It accepts cards unless `known` says otherwise. */
export function makeAccount(known: Partial<Account> & { email: string }): Account {
  return {
    id: makeId('acct', 16),
    displayName: known.email,
    country: 'gb',
    created: new Date().toISOString(),
    cardPayments: 'active',
    isClosed: false,
    isDisconnected: false,
    ...known,
  }
}
