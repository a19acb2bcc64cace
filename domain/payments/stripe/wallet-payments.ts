/**
 * Payments by Apple Pay and Google Pay. Stripe's buttons on our own page (its Express Checkout Element) pay a PaymentIntent, which is
 * opened only when the supporter has confirmed in the wallet. Such an order is that PaymentIntent instead of a Checkout Session.
 * https://docs.stripe.com/elements/express-checkout-element/accept-a-payment
 */
import type Stripe from 'stripe'
import type { OrderToOpen } from '../provider/payment-provider.ts'
import type { CaptureOutcome, ProviderCapture } from '../provider/reports.ts'

/**
 * The payment methods, on which the page's buttons and the payment must agree. Both wallets pay with cards. Since 2026-09-30 they are
 * not set with `payment_method_types`:
 * https://docs.stripe.com/changelog/endive/2026-09-30/removes-the-payment-method-types-parameter-from-payment-intents-and-setup-intents
 */
const methods: Stripe.PaymentIntentCreateParams.AllowedPaymentMethodType[] = ['card']

/** Returns whether an order at Stripe is a PaymentIntent. */
export function isWalletPayment(providerOrderId: string): boolean {
  return providerOrderId.startsWith('pi_')
}

/** Returns the parameters of the PaymentIntent for an order. Its metadata tells it from the payment of a Checkout Session. */
export function toPaymentRequest(
  order: OrderToOpen,
  suffix: string | undefined,
): Stripe.PaymentIntentCreateParams {
  const { id, chargedMinor: amount, currency, splitFeeMinor, description } = order
  return {
    amount,
    currency,
    allowed_payment_method_types: methods,
    description: description.slice(0, 1000),
    metadata: { order: id, wallet: 'yes' },
    ...(suffix === undefined ? {} : { statement_descriptor_suffix: suffix }),
    ...(splitFeeMinor > 0 ? { application_fee_amount: splitFeeMinor } : {}),
  }
}

/** The fields of a PaymentIntent that state what was paid. */
type PaidIntent = Pick<Stripe.PaymentIntent, 'id' | 'amount_received' | 'currency'>

/** Converts a paid PaymentIntent. It is both the order and the capture. */
export function toWalletCapture(intent: PaidIntent, payeeId: string): ProviderCapture {
  const { id, amount_received: chargedMinor, currency } = intent
  return { provider: 'stripe', providerOrderId: id, captureId: id, payeeId, chargedMinor, currency }
}

/**
 * Converts a PaymentIntent to an outcome. After a declined card it waits for another one, so it is not refused.
 * https://docs.stripe.com/payments/paymentintents/lifecycle
 */
export function toPaymentOutcome(intent: Stripe.PaymentIntent, payeeId: string): CaptureOutcome {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'captured', capture: toWalletCapture(intent, payeeId) }
    case 'processing':
      return { kind: 'clearing' }
    case 'canceled':
      return { kind: 'expired' }
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
    case 'requires_capture':
    default:
      return { kind: 'not_approved' }
  }
}
