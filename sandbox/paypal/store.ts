/** Stores the PayPal stand-in's data: accounts, orders, captures, refunds, events and the platform's own app. */
import { removeExpired, type State } from '../state.ts'
import type { StoredEvent, WebhookSettings } from '../webhooks.ts'
import { type Certificate, isCertificateFresh, makeCertificate } from './certificate.ts'
import { makeSecret } from '../secrets.ts'
import { makeAccountId, makeTransactionId } from './ids.ts'
import type { Money } from './money.ts'
import type { OutcomeName } from './outcomes.ts'
import type { OrderRequest, PurchaseUnit, RefundRequest } from './requests.ts'

export interface Merchant {
  merchantId: string
  email: string
  country: string
  standing: 'ready' | 'restricted' | 'closed'
  isEmailConfirmed: boolean
  canReceive: boolean
  /** Whether the seller lets the partner app act for them. */
  hasConsented: boolean
  /** Whether the seller also lets the partner app list the account's transactions. */
  hasGrantedSearch?: boolean | undefined
  /** False if the seller has not let the partner app respond to disputes. */
  mayUpdateDisputes?: boolean | undefined
  /** The currencies in which the account has a balance, next to that of its country. Default: dollars, pounds and euros. */
  balances?: string[] | undefined
  /** What happens to payments in other currencies. Default: they are converted. With `ask` they wait for the seller. */
  receiving?: 'convert' | 'ask' | undefined
  trackingId?: string
}

export type Payee = NonNullable<PurchaseUnit['payee']>

/** A purchase unit of a request, with the payee's account added. */
export type OrderUnit = PurchaseUnit & {
  reference_id: string
  payee: Payee
  /** Where the payer wants the goods sent; PayPal shows it to the payee. */
  shipping?: { name: { full_name: string }; address: Record<string, string> }
}

export interface Order {
  id: string
  intent: 'CAPTURE' | 'AUTHORIZE'
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  units: OrderUnit[]
  createTime: string
  updateTime: string
  hasPaymentSource: boolean
  experience?: OrderRequest['application_context']
  /** The payer's choice on the approval page. */
  outcome?: OutcomeName
  captureIds: string[]
}

export interface Capture {
  id: string
  orderId: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'
  reason?: string
  amount: Money
  payee: Payee
  /** The purchase unit of the order that this capture pays. */
  unit: OrderUnit
  createTime: string
  updateTime: string
  refundIds: string[]
  disputeId?: string
}

export interface Refund {
  id: string
  captureId: string
  amount: Money
  platformFeeMinor: number
  totalRefundedMinor: number
  request: RefundRequest
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  createTime: string
  updateTime: string
}

export interface Dispute {
  id: string
  captureId: string
  /** Whether the payer has escalated the dispute to a claim, for which PayPal asks the seller for evidence. */
  isClaim?: boolean
  /** What the seller has submitted. */
  evidence?: { type: string; notes: string; documents: { name: string; hash: string }[]; date: string }[]
  amount: Money
  createTime: string
  updateTime: string
  dueDate: string
  /** The transaction that holds the amount back. */
  holdId?: string
  outcome?: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR'
}

/** A change of a seller's balance. */
export interface Transaction {
  id: string
  payeeId: string
  /** The transaction event code. */
  code: string
  /** The transaction that caused this one. */
  referenceId?: string | undefined
  /** The change of the balance before the fee: positive or negative. */
  amount: Money
  feeMinor: number
  customField?: string | undefined
  initiatedAt: string
  bookedAt: string
}

export interface WebhookEvent extends StoredEvent {
  orderId?: string
  captureId?: string
  createTime: string
}

export interface Token {
  expiresAt: number
  kind: 'app' | 'code' | 'user' | 'refresh'
  merchantId?: string
  scope: string
  redirectUri?: string
}

/** The stored result of a request id: the id of the created resource, or the refusal. */
export interface Replay {
  keepUntil: number
  id?: string
  body?: unknown
  refusal?: { status: number; body: Record<string, unknown> }
}

export interface Referral {
  trackingId?: string
  returnUrl?: string
  email?: string
  /** The rights that the platform asks the seller for. */
  features?: string[]
}

export interface App extends Certificate, WebhookSettings {
  clientId: string
  clientSecret: string
  merchantId: string
  buyerId: string
  webhookId: string
  bnCode: string
  isPartnerApproved: boolean
  /** How long it takes until a transaction is listed; undefined means the longest time that PayPal documents. */
  listDelayMs?: number
  /** How many transactions a search may find; undefined means PayPal's own limit. */
  listLimit?: number
  /** How many of the next refunds by the API are paid by eCheck, and so pending at first. */
  echecks?: number
}

export type Store = ReturnType<typeof openStore>

/** Opens the store. A new one gets the app's credentials and certificate. */
export function openStore(origin: string, state: State) {
  const apps = state.collection<App>('paypal.app')
  const app = (apps.app ??= makeApp())
  if (!isCertificateFresh(app)) Object.assign(app, makeCertificate())
  const merchants = state.collection<Merchant>('paypal.merchants')
  merchants[app.merchantId] ??= makeMerchant({ merchantId: app.merchantId, email: 'platform@example.com' })
  const replays = state.collection<Replay>('paypal.replays')
  removeExpired(replays, ({ keepUntil }) => keepUntil)
  state.save()
  return {
    /** The base address of the stand-in: `http://127.0.0.1:3100/paypal`. */
    base: `${origin}/paypal`,
    app,
    merchants,
    orders: state.collection<Order>('paypal.orders'),
    captures: state.collection<Capture>('paypal.captures'),
    refunds: state.collection<Refund>('paypal.refunds'),
    disputes: state.collection<Dispute>('paypal.disputes'),
    transactions: state.collection<Transaction>('paypal.transactions'),
    events: state.collection<WebhookEvent>('paypal.events'),
    tokens: state.collection<Token>('paypal.tokens'),
    replays,
    referrals: state.collection<Referral>('paypal.referrals'),
    save: state.save,
  }
}

/** Makes a seller's account without storing it. It can receive money unless `known` says otherwise. */
export function makeMerchant(known: Partial<Merchant> & { email: string }): Merchant {
  return {
    merchantId: makeAccountId(),
    country: 'GB',
    standing: 'ready',
    isEmailConfirmed: true,
    canReceive: true,
    hasConsented: true,
    ...known,
  }
}

/** Returns the time in PayPal's format, to the second. */
export function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Returns the account with this e-mail address; upper and lower case do not matter. */
export function findMerchantByEmail(store: Store, email: string): Merchant | undefined {
  const wanted = email.trim().toLowerCase()
  return Object.values(store.merchants).find((merchant) => merchant.email.toLowerCase() === wanted)
}

function makeApp(): App {
  return {
    ...makeCertificate(),
    clientId: `A${makeSecret(60).slice(0, 79)}`,
    clientSecret: `E${makeSecret(60).slice(0, 79)}`,
    merchantId: makeAccountId(),
    buyerId: makeAccountId(),
    webhookId: makeTransactionId(),
    hookMode: 'normal',
    hookDelayMs: 0,
    bnCode: 'BRIMFUL_SP_SANDBOX',
    isPartnerApproved: true,
  }
}
