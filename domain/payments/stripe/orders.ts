/**
 * Opens and looks up payments at Stripe. An order is a Checkout Session, Stripe's page on which the supporter pays, or the payment
 * of a wallet on our own page (`wallet-payments.ts`). The charges are direct charges: they are made on the creator's own account,
 * which bears Stripe's fee, refunds and disputes, and our service fee is Stripe's application fee. Without a platform, they are made
 * on the account of our keys, which the creator owns, and have no application fee.
 * https://docs.stripe.com/connect/direct-charges, https://docs.stripe.com/payments/checkout/how-checkout-works
 */
import type Stripe from 'stripe'
import { PayeeGoneError, RefusedError } from '../provider/errors.ts'
import type { OpenedOrder, OrderGateway, OrderKey, OrderToOpen } from '../provider/payment-provider.ts'
import type { CaptureOutcome } from '../provider/reports.ts'
import { definiteCode, isAccountGone, unknownOutcome, onAccount } from './client.ts'
import { isSuffixRefused, toStatementSuffix } from './statement-suffix.ts'
import { isWalletPayment, toPaymentOutcome, toPaymentRequest } from './wallet-payments.ts'

/**
 * How many seconds a supporter has to pay a session. Stripe requires at least 30 minutes by its own clock, so this includes a
 * margin.
 */
const sessionLifeSeconds = 32 * 60

/**
 * Opens the part of the Stripe provider that opens and looks up orders. After paying, supporters return to the pages of
 * `publicUrl`.
 */
export function openStripeOrders(
  { checkout, paymentIntents }: Stripe,
  publicUrl: string,
): Required<Omit<OrderGateway, 'findPayment' | 'captureOrder' | 'findRecord'>> {
  const findOutcome = (order: OrderKey) => findOutcomeOf({ checkout, paymentIntents }, order)

  async function openSession(
    order: OrderToOpen,
    suffix: string | undefined,
    key: string,
  ): Promise<OpenedOrder> {
    const request = toSessionRequest(order, suffix, publicUrl)
    const { id, url } = await checkout.sessions.create(request, {
      ...onAccount(order.payeeId),
      idempotencyKey: key,
    })
    if (!url) throw unknownOutcome('a session', new Error('no address'))
    return { providerOrderId: id, paymentUrl: url }
  }

  async function openPayment(
    order: OrderToOpen,
    suffix: string | undefined,
    key: string,
  ): Promise<OpenedOrder> {
    const request = toPaymentRequest(order, suffix)
    const { id, client_secret } = await paymentIntents.create(request, {
      ...onAccount(order.payeeId),
      idempotencyKey: key,
    })
    if (!client_secret) throw unknownOutcome('a payment', new Error('no secret'))
    return { providerOrderId: id, paymentUrl: null, clientSecret: client_secret }
  }

  return {
    findOutcome,

    async openOrder(order) {
      try {
        return await openNamed(order, order.isWallet ? openPayment : openSession)
      } catch (error) {
        const code = definiteCode(error)
        if (code === undefined) throw unknownOutcome('an order', error)
        throw isAccountGone(error) ? new PayeeGoneError(code) : new RefusedError(code)
      }
    },

    // What is paid, or closed already, is refused, and so is a payment that is being made; then its state decides.
    // https://docs.stripe.com/api/checkout/sessions/expire, https://docs.stripe.com/api/payment_intents/cancel
    async closeOrder(order) {
      const { providerOrderId, payeeId } = order
      const options = onAccount(payeeId)
      try {
        return isWalletPayment(providerOrderId)
          ? toPaymentOutcome(await paymentIntents.cancel(providerOrderId, {}, options), payeeId)
          : toOutcome(await checkout.sessions.expire(providerOrderId, {}, options), payeeId)
      } catch (error) {
        if (definiteCode(error) === undefined) throw unknownOutcome('closing an order', error)
        return findOutcome(order)
      }
    },

    findOrderId: (intentId, payeeId) => findOrderOfPayment(paymentIntents, intentId, payeeId),
  }
}

async function findOutcomeOf(
  { checkout, paymentIntents }: Pick<Stripe, 'checkout' | 'paymentIntents'>,
  { providerOrderId, payeeId }: OrderKey,
): Promise<CaptureOutcome> {
  const options = onAccount(payeeId)
  try {
    if (isWalletPayment(providerOrderId))
      return toPaymentOutcome(await paymentIntents.retrieve(providerOrderId, {}, options), payeeId)
    const params = { expand: ['payment_intent'] }
    return toOutcome(await checkout.sessions.retrieve(providerOrderId, params, options), payeeId)
  } catch (error) {
    const code = definiteCode(error)
    if (code === undefined || isAccountGone(error)) throw unknownOutcome('a look-up', error)
    return { kind: 'refused', issue: code }
  }
}

type Open = (order: OrderToOpen, suffix: string | undefined, key: string) => Promise<OpenedOrder>

/**
 * Opens an order with the payee's name as its suffix, or without one if Stripe refuses the suffix. That call has a key of its own, because
 * its parameters are others.
 */
async function openNamed(order: OrderToOpen, open: Open): Promise<OpenedOrder> {
  const suffix = toStatementSuffix(order.payeeNames)
  const key = `order:${order.id}:create`
  try {
    return await open(order, suffix, key)
  } catch (error) {
    if (suffix === undefined || !isSuffixRefused(error)) throw error
    return open(order, undefined, `${key}:without-suffix`)
  }
}

async function findOrderOfPayment(
  paymentIntents: Stripe['paymentIntents'],
  intentId: string,
  payeeId: string,
): Promise<string | undefined> {
  try {
    const { metadata } = await paymentIntents.retrieve(intentId, {}, onAccount(payeeId))
    return metadata.order
  } catch (error) {
    if (definiteCode(error) === undefined) throw unknownOutcome('a payment', error)
    return undefined
  }
}

function toSessionRequest(
  order: OrderToOpen,
  suffix: string | undefined,
  publicUrl: string,
): Stripe.Checkout.SessionCreateParams {
  const { id, chargedMinor, currency, splitFeeMinor, description } = order
  const product_data = { name: description.slice(0, 250) }
  return {
    mode: 'payment',
    submit_type: 'pay',
    // By default, which is a setting in Stripe's dashboard, its page also offers the payer's own currency, and the supporter has chosen
    // one here: https://docs.stripe.com/payments/currencies/localize-prices/adaptive-pricing
    adaptive_pricing: { enabled: false },
    client_reference_id: id,
    metadata: { order: id },
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: chargedMinor, product_data } }],
    payment_intent_data: {
      metadata: { order: id },
      ...(suffix === undefined ? {} : { statement_descriptor_suffix: suffix }),
      ...(splitFeeMinor > 0 ? { application_fee_amount: splitFeeMinor } : {}),
    },
    expires_at: Math.floor(Date.now() / 1000) + sessionLifeSeconds,
    // Stripe replaces the placeholder with the session's id.
    success_url: `${publicUrl}/dashboard/payment-success/{CHECKOUT_SESSION_ID}`,
    cancel_url: `${publicUrl}/dashboard/payment-failure`,
  }
}

/**
 * Converts a session to an outcome. The session's status `complete` does not mean that it is paid: payment methods that take days
 * complete it at once.
 */
export function toOutcome(session: Stripe.Checkout.Session, payeeId: string): CaptureOutcome {
  if (session.payment_status === 'paid') return toCaptured(session, payeeId)
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
  const { id, payment_intent: intent, amount_total: chargedMinor, currency } = session
  if (!intent || chargedMinor === null || !currency)
    throw unknownOutcome('a look-up', new Error('unreadable session'))
  return {
    kind: 'captured',
    capture: {
      provider: 'stripe',
      providerOrderId: id,
      captureId: typeof intent === 'string' ? intent : intent.id,
      payeeId,
      chargedMinor,
      currency,
    },
  }
}

/** Returns the outcome of a session that is complete and not paid: the money is still on its way, or the payment failed. */
function toUncleared(intent: Stripe.Checkout.Session['payment_intent']): CaptureOutcome {
  if (!intent || typeof intent === 'string' || intent.status === 'processing') return { kind: 'clearing' }
  if (intent.status === 'requires_payment_method' || intent.status === 'canceled')
    return { kind: 'refused', issue: intent.last_payment_error?.code ?? intent.status }
  return { kind: 'clearing' }
}
