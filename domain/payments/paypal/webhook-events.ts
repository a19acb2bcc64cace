/** Schemas of PayPal's webhook events, with only the fields that we use. */
import { z } from 'zod'
import { disputeResource, money, refundResource } from './reports.ts'

const orderResource = z.object({ id: z.string() })
const captureResource = z.object({
  id: z.string(),
  amount: money,
  status_details: z.object({ reason: z.string().optional() }).optional(),
  payee: z.object({ merchant_id: z.string().optional() }).optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }),
  seller_receivable_breakdown: z
    .object({
      paypal_fee: money.optional(),
      exchange_rate: z.object({ target_currency: z.string(), value: z.string() }).optional(),
    })
    .optional(),
})

const merchantResource = z.object({ merchant_id: z.string(), tracking_id: z.string().optional() })

/** The fields of every event. `event_type` decides how `resource` is parsed. */
export const paypalEvent = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().max(200),
  resource: z.unknown(),
})

export type CaptureResource = z.output<typeof captureResource>

/** The events that change a tip or an account, each with the schema of its resource. All other events are stored and ignored. */
export const handledEvent = z.discriminatedUnion('event_type', [
  z.object({ event_type: z.literal('CHECKOUT.ORDER.APPROVED'), resource: orderResource }),
  z.object({ event_type: z.literal('PAYMENT.CAPTURE.COMPLETED'), resource: captureResource }),
  z.object({ event_type: z.literal('PAYMENT.CAPTURE.PENDING'), resource: captureResource }),
  z.object({ event_type: z.literal('PAYMENT.CAPTURE.DENIED'), resource: captureResource }),
  z.object({ event_type: z.literal('PAYMENT.CAPTURE.DECLINED'), resource: captureResource }),
  z.object({ event_type: z.literal('PAYMENT.CAPTURE.REFUNDED'), resource: refundResource }),
  z.object({ event_type: z.literal('PAYMENT.CAPTURE.REVERSED'), resource: refundResource }),
  z.object({ event_type: z.literal('PAYMENT.REFUND.PENDING'), resource: refundResource }),
  z.object({ event_type: z.literal('PAYMENT.REFUND.FAILED'), resource: refundResource }),
  z.object({ event_type: z.literal('MERCHANT.ONBOARDING.COMPLETED'), resource: merchantResource }),
  z.object({ event_type: z.literal('MERCHANT.PARTNER-CONSENT.REVOKED'), resource: merchantResource }),
  z.object({ event_type: z.literal('CUSTOMER.DISPUTE.CREATED'), resource: disputeResource }),
  z.object({ event_type: z.literal('CUSTOMER.DISPUTE.UPDATED'), resource: disputeResource }),
  z.object({ event_type: z.literal('CUSTOMER.DISPUTE.RESOLVED'), resource: disputeResource }),
])
export type HandledEvent = z.output<typeof handledEvent>

/** The types that the webhook has to list. */
export const handledTypes: ReadonlySet<string> = new Set(
  handledEvent.options.map((option) => option.shape.event_type.value),
)

/** Returns the types that the webhook has to list: with a platform also those about connected accounts. */
export function neededTypes(hasPlatform: boolean): readonly string[] {
  return [...handledTypes].filter((type) => hasPlatform || !type.startsWith('MERCHANT.'))
}

/**
 * The types that report a change of a seller's account, after which it is read. PayPal sends them to some partners only, so the webhook
 * need not list them. PayPal documents their names and not their resources; those without an account's id are ignored.
 */
export const accountTypes: ReadonlySet<string> = new Set([
  ...['ADDED', 'ESCALATED', 'LIFTED', 'UPDATED'].map((what) => `CUSTOMER.ACCOUNT-LIMITATION.${what}`),
  ...[
    'CAPABILITY-UPDATED',
    'PRODUCT-SUBSCRIPTION-UPDATED',
    'SELLER-CONSENT-GRANTED',
    'SELLER-EMAIL-CONFIRMED',
  ].map((what) => `CUSTOMER.MERCHANT-INTEGRATION.${what}`),
])

/** The resource of an event of `accountTypes`. */
export const accountEvent = z.object({ resource: z.object({ merchant_id: z.string().optional() }) })

export function isHandledType(type: string): boolean {
  return handledTypes.has(type)
}
