/** The PayPal stand-in's stored data: accounts, orders, captures, refunds, events and the platform's own app. */
import { removeExpired, type State } from '../state.ts'
import type { StoredEvent, WebhookSettings } from '../webhooks.ts'
import { type Certificate, isCertificateFresh, makeCertificate } from './certificate.ts'
import { makeSecret } from '../secrets.ts'
import { makeAccountId, makeTransactionId } from './ids.ts'
import type { Money } from './money.ts'
import type { OutcomeName } from './outcomes.ts'

export interface Merchant {
  merchantId: string
  email: string
  country: string
  standing: 'ready' | 'restricted' | 'closed'
  isEmailConfirmed: boolean
  canReceive: boolean
  /** Whether the seller lets the partner app act for them. */
  hasConsented: boolean
  trackingId?: string
}

export interface Payee {
  merchant_id?: string
  email_address?: string
}

export interface OrderUnit {
  referenceId: string
  amount: Money
  breakdown?: Record<string, Money | undefined>
  items?: unknown[]
  payee: Payee
  platformFee?: Money
  disbursementMode?: string
  description?: string
  customId?: string
  invoiceId?: string
  softDescriptor?: string
}

export type OrderStatus = 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'

export interface Order {
  id: string
  intent: 'CAPTURE' | 'AUTHORIZE'
  status: OrderStatus
  units: OrderUnit[]
  createTime: string
  updateTime: string
  hasPaymentSource: boolean
  brandName?: string
  returnUrl?: string
  cancelUrl?: string
  bnCode?: string
  /** What the payer chose on the approval page. */
  outcome?: OutcomeName
  captureIds: string[]
}

export type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'

export interface Capture {
  id: string
  orderId: string
  referenceId: string
  status: CaptureStatus
  reason?: string
  amount: Money
  payee: Payee
  platformFee?: Money
  disbursementMode: string
  customId?: string
  invoiceId?: string
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
  noteToPayer?: string
  customId?: string
  invoiceId?: string
  createTime: string
}

export interface Dispute {
  id: string
  captureId: string
  amount: Money
  createTime: string
  updateTime: string
  dueDate: string
  outcome?: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR'
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

/** The result stored for a request id: the id of what was created, or the refusal. */
export interface Replay {
  keepUntil: number
  id?: string
  refusal?: { status: number; body: Record<string, unknown> }
}

export interface Referral {
  trackingId?: string
  returnUrl?: string
  email?: string
  merchantId?: string
}

export interface App extends Certificate, WebhookSettings {
  clientId: string
  clientSecret: string
  merchantId: string
  buyerId: string
  webhookId: string
  bnCode: string
  isPartnerApproved: boolean
}

export interface Store {
  /** The base address of the stand-in: `http://127.0.0.1:3100/paypal`. */
  base: string
  app: App
  merchants: Record<string, Merchant>
  orders: Record<string, Order>
  captures: Record<string, Capture>
  refunds: Record<string, Refund>
  disputes: Record<string, Dispute>
  events: Record<string, WebhookEvent>
  tokens: Record<string, Token>
  replays: Record<string, Replay>
  referrals: Record<string, Referral>
  save(): void
}

/** Opens the store. The first time, it creates the app's credentials and certificate. */
export function openStore(origin: string, state: State): Store {
  const apps = state.collection<App>('paypal.app')
  const app = (apps.app ??= makeApp())
  if (!isCertificateFresh(app)) Object.assign(app, makeCertificate())
  const merchants = state.collection<Merchant>('paypal.merchants')
  merchants[app.merchantId] ??= makeMerchant({ merchantId: app.merchantId, email: 'platform@example.com' })
  const replays = state.collection<Replay>('paypal.replays')
  removeExpired(replays, ({ keepUntil }) => keepUntil)
  state.save()
  return {
    base: `${origin}/paypal`,
    app,
    merchants,
    orders: state.collection('paypal.orders'),
    captures: state.collection('paypal.captures'),
    refunds: state.collection('paypal.refunds'),
    disputes: state.collection('paypal.disputes'),
    events: state.collection('paypal.events'),
    tokens: state.collection('paypal.tokens'),
    replays,
    referrals: state.collection('paypal.referrals'),
    save: () => state.save(),
  }
}

/** A seller's account. It is ready to be paid unless `known` says otherwise. */
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

/** The account with this e-mail address; upper and lower case do not matter. */
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
