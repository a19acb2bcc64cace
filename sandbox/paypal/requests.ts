/** Defines the schemas of the request bodies, and PayPal's 400 for a body that does not fit. */
import * as z from 'zod'
import { badRequest, type ErrorDetail } from './api-error.ts'
import { hookAddress } from '../webhooks.ts'
import { accountIdPattern } from './ids.ts'
import type { Money } from './money.ts'

const money = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^-?(\d+|\d*\.\d+)$/),
})

const payee = z.object({
  merchant_id: z.string().regex(accountIdPattern).optional(),
  email_address: z.email().max(254).optional(),
})

const item = z.looseObject({
  name: z.string().min(1).max(127),
  quantity: z.string().regex(/^[1-9]\d{0,9}$/),
  unit_amount: money,
})

const breakdown = z.object({
  item_total: money.optional(),
  shipping: money.optional(),
  handling: money.optional(),
  tax_total: money.optional(),
  insurance: money.optional(),
  shipping_discount: money.optional(),
  discount: money.optional(),
})

const platformFees = z
  .array(z.object({ amount: money }))
  .max(1)
  .optional()
const address = z.url({ protocol: /^https?$/ })

const purchaseUnit = z.object({
  reference_id: z.string().min(1).max(256).optional(),
  amount: money.extend({ breakdown: breakdown.optional() }),
  payee: payee.optional(),
  payment_instruction: z
    .object({
      platform_fees: platformFees,
      disbursement_mode: z.enum(['INSTANT', 'DELAYED']).optional(),
    })
    .optional(),
  description: z.string().min(1).max(3000).optional(),
  custom_id: z.string().min(1).max(255).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  soft_descriptor: z.string().min(1).max(127).optional(),
  items: z.array(item).optional(),
})

const experience = z.object({
  brand_name: z.string().min(1).max(127).optional(),
  return_url: address.optional(),
  cancel_url: address.optional(),
  shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
})

export const orderRequest = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(purchaseUnit).min(1).max(10),
  application_context: experience.optional(),
  payment_source: z
    .object({ paypal: z.object({ experience_context: experience.optional() }).optional() })
    .optional(),
})

export const refundRequest = z.object({
  amount: money.optional(),
  custom_id: z.string().min(1).max(255).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  note_to_payer: z.string().min(1).max(255).optional(),
  payment_instruction: z.object({ platform_fees: platformFees }).optional(),
})

const integrationPreference = z.looseObject({
  rest_api_integration: z
    .looseObject({ third_party_details: z.looseObject({ features: z.array(z.string()) }).optional() })
    .optional(),
})

export const referralRequest = z.object({
  tracking_id: z.string().min(1).max(127).optional(),
  email: z.email().optional(),
  partner_config_override: z.object({ return_url: address.optional() }).optional(),
  operations: z
    .array(
      z.object({
        operation: z.enum(['API_INTEGRATION', 'BANK_ADDITION']),
        api_integration_preference: integrationPreference.optional(),
      }),
    )
    .min(1),
  products: z.array(z.string()).optional(),
  legal_consents: z
    .array(z.object({ type: z.enum(['SHARE_DATA_CONSENT']), granted: z.literal(true) }))
    .min(1),
})

export const verifyRequest = z.object({
  auth_algo: z.string().min(1),
  cert_url: address,
  transmission_id: z.string().min(1),
  transmission_sig: z.string().min(1),
  transmission_time: z.string().min(1),
  webhook_id: z.string().min(1),
  webhook_event: z.looseObject({}),
})

export const webhookRequest = z.strictObject({
  url: hookAddress.max(2048),
  event_types: z
    .array(z.strictObject({ name: z.string().regex(/^(\*|[A-Z]+([.-][A-Z]+)+)$/) }))
    .min(1)
    .max(500),
})

export type OrderRequest = z.infer<typeof orderRequest>
export type PurchaseUnit = OrderRequest['purchase_units'][number]
/** Returns whether PayPal asks the payer for a postal address, which it does unless the order says that nothing is shipped. */
export function requestsAddress(order: { experience?: OrderRequest['application_context'] }): boolean {
  return (order.experience?.shipping_preference ?? 'GET_FROM_FILE') === 'GET_FROM_FILE'
}
export type RefundRequest = z.infer<typeof refundRequest>

/** Returns the platform's fee in an order or a refund, undefined if it has none. */
export function platformFeeOf({
  payment_instruction: instruction,
}: Pick<PurchaseUnit | RefundRequest, 'payment_instruction'>): Money | undefined {
  return instruction?.platform_fees?.[0]?.amount
}

/** Parses a body. Throws a 400 with one detail for each field that does not fit. */
export function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {}, { reportInput: true })
  if (result.success) return result.data
  throw badRequest(result.error.issues.map(toDetail))
}

function toDetail(issue: z.core.$ZodIssue): ErrorDetail {
  const field = `/${issue.path.join('/')}`
  const detail = { field, location: 'body', issue: issueOf(issue) }
  const isPlain = typeof issue.input === 'string' || typeof issue.input === 'number'
  return isPlain ? { ...detail, value: String(issue.input) } : detail
}

function issueOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined) return 'MISSING_REQUIRED_PARAMETER'
  const isArray = Array.isArray(issue.input)
  if (issue.code === 'too_small') return isArray ? 'INVALID_ARRAY_MIN_ITEMS' : 'INVALID_STRING_LENGTH'
  if (issue.code === 'too_big') return isArray ? 'INVALID_ARRAY_MAX_ITEMS' : 'INVALID_STRING_LENGTH'
  return issue.code === 'invalid_value' ? 'INVALID_PARAMETER_VALUE' : 'INVALID_PARAMETER_SYNTAX'
}
