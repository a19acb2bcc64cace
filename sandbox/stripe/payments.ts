/** Changes the state of Checkout Sessions and payments. Each change sends its webhooks. */
import { createHash } from 'node:crypto'
import type { Store, Intent, Refund, Session } from './store.ts'
import type { StripeContext } from './context.ts'
import { makeId, nowInSeconds } from './ids.ts'
import type { CardOutcome, TestCard } from './cards.ts'
import { closeInquiry, openDispute, openInquiry } from './disputes.ts'
import { chargeView, failedChargeView, intentView, refundedOf, refundView } from './payment-wire.ts'
import { sessionView } from './session-wire.ts'
import { bankDebitIn } from './tariff.ts'
import { bookFailure, bookPayment, bookRefund, bookRefundFailure } from './transactions.ts'

/** The payer's details as typed on the checkout page. */
export interface Payer {
  email: string
  name: string
}

/** Expires a session whose time is over; returns the session. */
export function expireIfDue(context: StripeContext, session: Session): Session {
  if (session.status === 'open' && session.expiresAt <= nowInSeconds()) expireSession(context, session)
  return session
}

/** Expires an open session. */
export function expireSession({ store, webhooks }: StripeContext, session: Session): void {
  session.status = 'expired'
  store.save()
  webhooks.send('checkout.session.expired', session, sessionView(store, session))
}

/** Pays by card. If the card is declined, returns the reason, and the session stays open for another attempt. */
export function payByCard(
  context: StripeContext,
  session: Session,
  card: TestCard,
  payer: Payer,
): CardOutcome | undefined {
  const intent = openIntent(context.store, session, 'card', payer, card.number)
  if (card.failure) {
    intent.failure = card.failure
    context.store.save()
    context.webhooks.send('charge.failed', session, failedChargeView(context.store, intent))
    return card.failure
  }
  complete(context, session, intent)
  succeed(context, intent)
  sendSession(context, 'checkout.session.completed', session)
  if (card.contested === 'dispute') openDispute(context, intent)
  if (card.contested === 'inquiry') openInquiry(context, intent)
  return undefined
}

/**
 * Pays by bank debit. The payment stays `processing` until `resolveProcessing` is called, and is booked at once:
 * https://support.stripe.com/questions/changes-to-balance-transaction-behavior-for-debit-payment-methods
 */
export function payByBank(context: StripeContext, session: Session, payer: Payer): void {
  const method = bankDebitIn(session.currency)
  if (!method) throw new Error(`there is no bank debit in ${session.currency}`)
  const intent = openIntent(context.store, session, method, payer, '00012345')
  intent.status = 'processing'
  charge(context.store, intent)
  complete(context, session, intent)
  sendSession(context, 'checkout.session.completed', session)
}

/** Completes or fails a bank debit. */
export function resolveProcessing(context: StripeContext, intent: Intent, isPaid: boolean): void {
  const session = context.store.sessions[intent.sessionId!]!
  if (isPaid) {
    succeed(context, intent)
    return sendSession(context, 'checkout.session.async_payment_succeeded', session)
  }
  intent.status = 'requires_payment_method'
  bookFailure(context.store, intent)
  intent.failure = {
    code: 'payment_intent_payment_attempt_failed',
    message: 'The bank returned the payment.',
  }
  context.store.save()
  sendSession(context, 'checkout.session.async_payment_failed', session)
}

/** Refunds a payment and, if `withFee` is set, the platform's fee. A full refund closes an inquiry. */
export function refund(
  context: StripeContext,
  intent: Intent,
  wanted: Pick<Refund, 'amount' | 'reason' | 'metadata'> & { withFee: boolean },
): Refund {
  const { store, webhooks } = context
  const made: Refund = {
    id: makeId('re'),
    account: intent.account,
    intentId: intent.id,
    amount: wanted.amount,
    reason: wanted.reason,
    metadata: wanted.metadata,
    created: nowInSeconds(),
  }
  store.refunds[made.id] = made
  intent.refundIds.push(made.id)
  intent.isBooked = true
  bookRefund(store, intent, made, wanted.withFee)
  store.save()
  webhooks.send('refund.created', intent, refundView(store, made))
  webhooks.send('charge.refunded', intent, chargeView(store, intent))
  if (refundedOf(store, intent) === intent.amount) closeInquiry(context, intent)
  return made
}

/**
 * Has the payer's bank return the newest refund of a payment, as up to 30 days later: Stripe gives the amount back to the account by the
 * transaction `failure_balance_transaction`. https://docs.stripe.com/refunds#failed-refunds. Stripe does not document whether the
 * platform's fee, which was refunded with it, comes back; here it does not, since an application fee refund has no failure
 * (https://docs.stripe.com/api/fee_refunds/object). Returns false if there is no refund that can fail.
 */
export function failRefund({ store, webhooks }: StripeContext, intent: Intent): boolean {
  const made = intent.refundIds.flatMap((id) => store.refunds[id] ?? [])
  const failed = made.findLast(({ failureTransactionId }) => failureTransactionId === undefined)
  if (!failed) return false
  bookRefundFailure(store, intent, failed)
  store.save()
  for (const type of ['refund.updated', 'refund.failed'])
    webhooks.send(type, intent, refundView(store, failed))
  return true
}

function sendSession({ store, webhooks }: StripeContext, type: string, session: Session): void {
  webhooks.send(type, session, sessionView(store, session))
}

/** Returns the session's payment. The first attempt to pay creates it; later attempts reuse it. */
function openIntent(
  store: Store,
  session: Session,
  method: Intent['method'],
  payer: Payer,
  number: string,
): Intent {
  const known = session.intentId ? store.intents[session.intentId] : undefined
  const intent: Intent = known ?? {
    id: makeId('pi'),
    account: session.account,
    sessionId: session.id,
    amount: session.unitAmount * session.quantity,
    currency: session.currency,
    applicationFee: session.applicationFee,
    metadata: session.intentMetadata,
    statementSuffix: session.statementSuffix,
    created: nowInSeconds(),
    status: 'requires_payment_method',
    method,
    email: payer.email,
    name: payer.name,
    last4: '',
    fingerprint: '',
    refundIds: [],
  }
  intent.method = method
  setPayer(intent, payer, number)
  store.intents[intent.id] = intent
  session.intentId = intent.id
  return intent
}

/** Returns whether a payment can still be paid, or canceled. */
export function isUnpaid({ status }: Intent): boolean {
  return status === 'requires_payment_method' || status === 'requires_action'
}

/** Stores whose card or bank account pays, instead of the one of an earlier attempt. */
export function setPayer(intent: Intent, { email, name }: Payer, number: string): void {
  const fingerprint = createHash('sha256').update(number).digest('base64url').slice(0, 16)
  Object.assign(intent, { email, name, last4: number.slice(-4), fingerprint })
  delete intent.failure
}

function complete({ store }: StripeContext, session: Session, { id }: Intent): void {
  Object.assign(session, { status: 'complete', intentId: id })
  store.save()
}

/** Completes a payment. Stripe sends this event for payments on its own page as well. */
export function succeed({ store, webhooks }: StripeContext, intent: Intent): void {
  intent.status = 'succeeded'
  charge(store, intent)
  store.save()
  webhooks.send('payment_intent.succeeded', intent, intentView(store, intent))
}

/** Charges a payment and books that, unless it was booked when it was submitted. */
function charge(store: Store, intent: Intent): void {
  if (intent.chargeId) return
  intent.chargeId = makeId('ch')
  bookPayment(store, intent)
}
