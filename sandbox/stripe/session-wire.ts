/** The JSON of a Checkout Session, checked by the compiler against the types in Stripe's SDK. */
import type Stripe from 'stripe'
import type { Store, Intent, Session } from './store.ts'
import { intentView } from './payment-wire.ts'

/** The fields of a session that this sandbox does not use. */
const unused = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  customer_email: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: {
    enabled: false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: {},
      rendering_options: null,
    },
  },
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: {},
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
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
    payment_intent: showIntent(intent, expand),
    payment_method_types: ['card', session.currency === 'gbp' ? 'bacs_debit' : 'us_bank_account'],
    payment_status: intent?.status === 'succeeded' ? 'paid' : 'unpaid',
    status: session.status,
    submit_type: session.submitType,
    success_url: session.successUrl,
    url: session.status === 'open' ? `${store.origin}/stripe/c/pay/${session.id}` : null,
  }
}

function showIntent(intent: Intent | undefined, expand: readonly string[]) {
  if (!intent) return null
  return expand.includes('payment_intent') ? intentView(intent) : intent.id
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
