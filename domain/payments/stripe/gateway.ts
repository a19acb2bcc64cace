/**
 * Stripe in our words: a hosted page for a tip, and how it stands. Direct charges: the creator's own account is charged on,
 * bears Stripe's fee, refunds and disputes, and our fee is Stripe's application fee. No database, no Express.
 */
import type Stripe from 'stripe'
import type { StripeConfig } from '../../config.ts'
import { RefusedError, PayeeGoneError } from '../provider/payment-provider.ts'
import type { BooksGateway, CaptureOutcome, OrderToOpen } from '../provider/payment-provider.ts'
import { openStripeBooks } from './refunds-and-disputes.ts'
import type { StripeBooks } from './refunds-and-disputes.ts'
import { createStripeClient, definiteCode, isAccountGone, stripeLimits, unknownOutcome } from './client.ts'

/** Stripe's page for one tip. */
export interface CheckoutSession {
  sessionId: string
  /** Where the fan pays. */
  url: string
}

export interface StripeGateway extends BooksGateway, Pick<StripeBooks, 'listMarkedPayments'> {
  /** Opens a page to pay on. Throws OrderRefusedError, PayeeGoneError or OutcomeUnknownError. */
  createSession(order: OrderToOpen): Promise<CheckoutSession>
  /** Closes a page that nobody has paid on; one that is over stays as it is. Throws OutcomeUnknownError. */
  expireSession(sessionId: string, accountId: string): Promise<void>
  /** Which order of ours a payment of a creator's account is for; undefined when for none. Throws OutcomeUnknownError. */
  findOrderId(intentId: string, accountId: string): Promise<string | undefined>
  /** How a session of a creator's account stands now. Throws OutcomeUnknownError. */
  findOutcome(sessionId: string, accountId: string): Promise<CaptureOutcome>
}

/** Stripe allows no less than 30 minutes, counted by its own clock. */
const sessionLifeSeconds = 32 * 60

/** Opens Stripe for a configuration; fans come back to the pages of `publicUrl`. */
export function openStripe(config: StripeConfig, publicUrl: string, patience = stripeLimits): StripeGateway {
  const client = createStripeClient(config, patience)
  const { checkout, paymentIntents } = client
  const books = openStripeBooks(client, config.mode)
  const gateway: Omit<StripeGateway, keyof BooksGateway | 'listMarkedPayments'> = {
    async createSession(order) {
      const options = { stripeAccount: order.payeeId, idempotencyKey: `order:${order.id}:create` }
      try {
        const { id, url } = await checkout.sessions.create(toSessionRequest(order, publicUrl), options)
        if (!url) throw unknownOutcome('a session', new Error('no address'))
        return { sessionId: id, url }
      } catch (error) {
        const code = definiteCode(error)
        if (code === undefined) throw unknownOutcome('a session', error)
        throw isAccountGone(error) ? new PayeeGoneError(code) : new RefusedError(code)
      }
    },

    async expireSession(sessionId, accountId) {
      try {
        await checkout.sessions.expire(sessionId, {}, { stripeAccount: accountId })
      } catch (error) {
        if (definiteCode(error) === undefined) throw unknownOutcome('closing a session', error)
      }
    },

    async findOrderId(intentId, accountId) {
      try {
        const { metadata } = await paymentIntents.retrieve(intentId, {}, { stripeAccount: accountId })
        return metadata.order
      } catch (error) {
        if (definiteCode(error) === undefined) throw unknownOutcome('a payment', error)
        return undefined
      }
    },

    async findOutcome(sessionId, accountId) {
      try {
        const params = { expand: ['payment_intent'] }
        const session = await checkout.sessions.retrieve(sessionId, params, { stripeAccount: accountId })
        return toOutcome(session, accountId)
      } catch (error) {
        const code = definiteCode(error)
        if (code === undefined || isAccountGone(error)) throw unknownOutcome('a look-up', error)
        return { kind: 'refused', issue: code }
      }
    },
  }
  return {
    ...books,
    ...gateway,
    async findPayment(sessionId, accountId) {
      const outcome = await gateway.findOutcome(sessionId, accountId)
      if (outcome.kind !== 'captured') return { outcome, refunds: [] }
      return { outcome, refunds: await books.listRefunds(outcome.capture.captureId, accountId) }
    },
  }
}

function toSessionRequest(order: OrderToOpen, publicUrl: string): Stripe.Checkout.SessionCreateParams {
  const { id, chargedMinor, currency, splitFeeMinor, description } = order
  const product_data = { name: description.slice(0, 250) }
  return {
    mode: 'payment',
    submit_type: 'pay',
    client_reference_id: id,
    metadata: { order: id },
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: chargedMinor, product_data } }],
    payment_intent_data: {
      metadata: { order: id },
      ...(splitFeeMinor > 0 ? { application_fee_amount: splitFeeMinor } : {}),
    },
    expires_at: Math.floor(Date.now() / 1000) + sessionLifeSeconds,
    success_url: `${publicUrl}/dashboard/payment-success/{CHECKOUT_SESSION_ID}`, // Stripe puts the id in
    cancel_url: `${publicUrl}/dashboard/payment-failure`,
  }
}

/** A session's own `complete` does not mean paid: methods that take days complete it at once. */
export function toOutcome(session: Stripe.Checkout.Session, accountId: string): CaptureOutcome {
  if (session.payment_status === 'paid') return toCaptured(session, accountId)
  switch (session.status) {
    case 'complete':
      return toUncleared(session.payment_intent)
    case 'expired':
      return { kind: 'expired' }
    case 'open':
    case null:
    default:
      return { kind: 'not_approved' }
  }
}

function toCaptured(session: Stripe.Checkout.Session, payeeId: string): CaptureOutcome {
  const { id, payment_intent: intent, amount_total: amountMinor, currency } = session
  if (!intent || amountMinor === null || !currency)
    throw unknownOutcome('a look-up', new Error('unreadable session'))
  return {
    kind: 'captured',
    capture: {
      provider: 'stripe',
      providerOrderId: id,
      captureId: typeof intent === 'string' ? intent : intent.id,
      payeeId,
      chargedMinor: amountMinor,
      currency,
    },
  }
}

/** Money that is on its way, or that did not come after all. */
function toUncleared(intent: Stripe.Checkout.Session['payment_intent']): CaptureOutcome {
  if (!intent || typeof intent === 'string' || intent.status === 'processing') return { kind: 'clearing' }
  if (intent.status === 'requires_payment_method' || intent.status === 'canceled')
    return { kind: 'refused', issue: intent.last_payment_error?.code ?? intent.status }
  return { kind: 'clearing' }
}
