/** Builds the JSON of a Checkout Session. The compiler checks it against the types in Stripe's SDK. */
import type Stripe from 'stripe'
import { nulls } from './nulls.ts'
import type { Store, Intent, Session } from './store.ts'
import { intentView } from './payment-wire.ts'
import { bankDebitIn } from './tariff.ts'

/** The fields of a session that this sandbox does not use. */
const unused = {
  ...nulls(`
    after_expiration allow_promotion_codes allowed_payment_method_types billing_address_collection
    client_secret collected_information consent consent_collection currency_conversion customer
    customer_account customer_email integration_identifier invoice locale managed_payments origin_context
    payment_link payment_method_configuration_details permissions recovered_from
    saved_payment_method_options setup_intent shipping_address_collection shipping_cost subscription
    wallet_options`),
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  custom_fields: [],
  custom_text: nulls('after_submit shipping_address submit terms_of_service_acceptance'),
  customer_creation: 'if_required',
  discounts: [],
  invoice_creation: {
    enabled: false,
    invoice_data: {
      ...nulls('account_tax_ids custom_fields description footer issuer rendering_options'),
      metadata: {},
    },
  },
  payment_method_collection: 'if_required',
  payment_method_options: {},
  phone_number_collection: { enabled: false },
  shipping_options: [],
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
} satisfies Partial<Stripe.Checkout.Session>

export function sessionView(
  store: Store,
  session: Session,
  expand: readonly string[] = [],
): Stripe.Checkout.Session {
  const intent = session.intentId ? store.intents[session.intentId] : undefined
  const total = session.unitAmount * session.quantity
  return {
    ...unused,
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: session.isAdaptive },
    amount_subtotal: total,
    amount_total: total,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created: session.created,
    currency: session.currency,
    customer_details: intent ? customerDetails(intent) : null,
    expires_at: session.expiresAt,
    livemode: false,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: showIntent(store, intent, expand),
    payment_method_types: ['card', bankDebitIn(session.currency)].filter((one) => one !== undefined),
    payment_status: intent?.status === 'succeeded' ? 'paid' : 'unpaid',
    status: session.status,
    submit_type: session.submitType,
    success_url: session.successUrl,
    url: session.status === 'open' ? `${store.origin}/stripe/c/pay/${session.id}` : null,
  }
}

function showIntent(store: Store, intent: Intent | undefined, expand: readonly string[]) {
  if (!intent) return null
  return expand.includes('payment_intent') ? intentView(store, intent) : intent.id
}

function customerDetails({ email, name }: Intent): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: { city: null, country: 'GB', line1: null, line2: null, postal_code: null, state: null },
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
}
