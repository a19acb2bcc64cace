/** Defines the schemas of the parameters. Numbers and booleans arrive as text, because the API v1 uses forms. */
import * as z from 'zod'
import { hookAddress } from '../webhooks.ts'
import { isCharged } from './tariff.ts'

const whole = z
  .string()
  .regex(/^\d{1,12}$/, 'Invalid integer')
  .transform(Number)
const address = z.url({ protocol: /^https?$/, message: 'Not a valid URL' })
/** An address that contains `{CHECKOUT_SESSION_ID}`, which Stripe replaces later; so it is stored as it is. */
const addressTemplate = z
  .string()
  .max(5000)
  .refine((text) => URL.canParse(text), 'Not a valid URL')
const metadata = z.record(z.string().max(40), z.string().max(500)).default({})
const currency = z.string().refine(isCharged, 'Invalid currency')

/** The prefix of every account's statement descriptor, which has the most characters that Stripe allows. */
export const statementPrefix = 'STREAMSHOP'
/**
 * A suffix breaks no rule of https://docs.stripe.com/get-started/account/statement-descriptors. Stripe may shorten one that is too long
 * together with the prefix; this refuses it.
 */
const statementSuffix = z
  .string()
  .max(22 - `${statementPrefix}* `.length, 'The statement descriptor must be at most 22 characters')
  .regex(/^[ -~]*$/, 'The statement descriptor contains unsupported characters')
  .regex(/^[^<>\\'"*]*$/, 'The statement descriptor contains unsupported characters')
  .regex(/[A-Za-z]/, 'The statement descriptor must contain at least one letter')

const page = {
  limit: whole.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
}

export const createSession = z.strictObject({
  mode: z.literal('payment'),
  adaptive_pricing: z
    .strictObject({ enabled: z.enum(['true', 'false']).transform((text) => text === 'true') })
    .optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  client_reference_id: z.string().max(200).optional(),
  metadata,
  line_items: z
    .array(
      z.strictObject({
        quantity: whole,
        price_data: z.strictObject({
          currency,
          unit_amount: whole,
          product_data: z.strictObject({ name: z.string().min(1).max(250) }),
        }),
      }),
    )
    .length(1),
  payment_intent_data: z
    .strictObject({
      metadata,
      application_fee_amount: whole.optional(),
      statement_descriptor_suffix: statementSuffix.optional(),
    })
    .default({ metadata: {} }),
  expires_at: whole.optional(),
  success_url: addressTemplate,
  cancel_url: address.optional(),
  expand: z.array(z.string()).optional(),
})

export const createIntent = z.strictObject({
  amount: whole,
  currency,
  allowed_payment_method_types: z
    .array(z.literal('card', 'This payment method is not part of this sandbox'))
    .length(1),
  description: z.string().max(1000).optional(),
  metadata,
  application_fee_amount: whole.optional(),
  statement_descriptor_suffix: statementSuffix.optional(),
})

/** A domain name without scheme and port: https://docs.stripe.com/api/payment_method_domains/create. */
const domainName = z.string().regex(/^[a-z0-9]+([.-]+[a-z0-9]+)*$/, 'Invalid domain name')

export const createDomain = z.strictObject({
  domain_name: domainName,
  enabled: z.enum(['true', 'false']).optional(),
})

export const listDomains = z.strictObject({ ...page, domain_name: z.string().optional() })

export const noParameters = z.strictObject({})

export const expandable = z.strictObject({ expand: z.array(z.string()).optional() })

/** The properties that may be expanded, because Stripe refuses `expand` for all others. */
export const retrieveIntent = z.strictObject({
  expand: z
    .array(
      z.enum(
        ['latest_charge', 'latest_charge.balance_transaction', 'latest_charge.refunds'],
        'This property cannot be expanded',
      ),
    )
    .optional(),
})

export const includable = z.strictObject({ include: z.array(z.string()).optional() })

const range = z.strictObject({
  gt: whole.optional(),
  gte: whole.optional(),
  lt: whole.optional(),
  lte: whole.optional(),
})

export const listing = z.strictObject({
  ...page,
  payment_intent: z.string().optional(),
  created: range.optional(),
  expand: z.array(z.string()).optional(),
})

/** The types of transactions that the sandbox books. Stripe refuses a type that it does not know. */
const transactionTypes = [
  'charge',
  'payment',
  'refund',
  'payment_refund',
  'refund_failure',
  'adjustment',
  'stripe_fee',
  'payout',
] as const

/** A path also expands what is on the way to its end. */
const expandedSources = ['data.source', 'data.source.charge.balance_transaction'] as const

export const listTransactions = z.strictObject({
  ...page,
  created: range.optional(),
  source: z.string().optional(),
  type: z.enum(transactionTypes).optional(),
  payout: z.string().optional(),
  expand: z.array(z.enum(expandedSources, 'This property cannot be expanded')).optional(),
})

export const listPayouts = z.strictObject({
  ...page,
  created: range.optional(),
  arrival_date: range.optional(),
  status: z.enum(['pending', 'paid', 'failed', 'canceled']).optional(),
})

export const listEndpoints = z.strictObject(page)

/** The types of events that the sandbox sends; Stripe refuses a type that it does not know. */
const eventType = z.string().regex(/^(\*|[a-z_]+(\.[a-z_]+)+)$/, 'Invalid enabled_events')

export const createEndpoint = z.strictObject({
  url: hookAddress,
  enabled_events: z.array(eventType).min(1),
  connect: z.enum(['true', 'false']).optional(),
  description: z.string().max(5000).optional(),
})

export const createDestination = z.strictObject({
  name: z.string().min(1),
  type: z.literal('webhook_endpoint'),
  event_payload: z.literal('thin'),
  events_from: z.tuple([z.literal('@accounts')]),
  enabled_events: z.array(z.string().regex(/^v2\.core\.account[\w.[\]]*$/, 'Invalid enabled_events')).min(1),
  webhook_endpoint: z.strictObject({ url: hookAddress }),
  include: z.tuple([z.literal('webhook_endpoint.signing_secret')]).optional(),
})

export const createRefund = z.strictObject({
  payment_intent: z.string(),
  amount: whole.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  refund_application_fee: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  metadata,
})

/** How many characters all texts of the evidence may have together: https://docs.stripe.com/api/disputes/update. */
export const maxEvidence = 150_000

/** A text of the evidence: https://docs.stripe.com/api/disputes/update has 20,000 characters as the most of one. */
const evidenceText = z.string().max(20_000, 'Too long').optional()
const fileId = z.string().optional()
const evidenceFields = z.strictObject({
  access_activity_log: evidenceText,
  billing_address: evidenceText,
  cancellation_policy_disclosure: evidenceText,
  cancellation_rebuttal: evidenceText,
  customer_email_address: z.email('Invalid email address').optional(),
  customer_name: evidenceText,
  customer_purchase_ip: evidenceText,
  duplicate_charge_explanation: evidenceText,
  product_description: evidenceText,
  refund_policy_disclosure: evidenceText,
  refund_refusal_explanation: evidenceText,
  service_date: evidenceText,
  uncategorized_file: fileId,
  uncategorized_text: evidenceText,
})

/** The parameters of evidence, with the only one of its files that the product sends. Stripe submits it unless `submit` is false. */
export const updateDispute = z.strictObject({
  evidence: evidenceFields
    .default({})
    .transform(
      (fields) =>
        Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== undefined)) as Record<
          string,
          string
        >,
    ),
  submit: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true'),
  metadata,
})

/** The parameters of a new account. They are JSON, because the call belongs to the API v2. */
export const createAccount = z.strictObject({
  contact_email: z.email(),
  display_name: z.string().max(100).optional(),
  dashboard: z.enum(['full', 'express', 'none']),
  identity: z.strictObject({ country: z.string().length(2) }),
  defaults: z.strictObject({
    responsibilities: z.strictObject({
      fees_collector: z.enum(['stripe', 'application']),
      losses_collector: z.enum(['stripe', 'application']),
    }),
  }),
  configuration: z.strictObject({
    merchant: z.strictObject({
      capabilities: z.strictObject({ card_payments: z.strictObject({ requested: z.literal(true) }) }),
    }),
  }),
  metadata: metadata.optional(),
  include: z.array(z.string()).optional(),
})

export const createAccountLink = z.strictObject({
  account: z.string(),
  use_case: z.strictObject({
    type: z.literal('account_onboarding'),
    account_onboarding: z.strictObject({
      refresh_url: address,
      return_url: address.optional(),
    }),
  }),
})

export type IntentRequest = z.infer<typeof createIntent>
export type SessionRequest = z.infer<typeof createSession>
