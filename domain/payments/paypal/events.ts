/** PayPal's webhook events as this house reads them; fields it does not use are left out. */
import { z } from 'zod'
import { disputeResource, refundResource } from './reports.ts'

const money = z.object({ value: z.string(), currency_code: z.string() })

const orderResource = z.object({ id: z.string() })
const captureResource = z.object({
  id: z.string(),
  amount: money,
  payee: z.object({ merchant_id: z.string().optional() }).optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }),
  seller_receivable_breakdown: z.object({ paypal_fee: money.optional() }).optional(),
})

const merchantResource = z.object({ merchant_id: z.string(), tracking_id: z.string().optional() })

/** What every event has; `resource` is read by its type. */
export const paypalEvent = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().max(200),
  resource: z.unknown(),
})

/** The event that brings money in. */
export const captureCompleted = z.object({
  event_type: z.literal('PAYMENT.CAPTURE.COMPLETED'),
  resource: captureResource,
})
export type CaptureResource = z.output<typeof captureResource>

/** The event types that move a tip or an account, each with the shape of its resource. Others are kept and nothing more. */
export const handledEvent = z.discriminatedUnion('event_type', [
  z.object({ event_type: z.literal('CHECKOUT.ORDER.APPROVED'), resource: orderResource }),
  captureCompleted,
  z.object({ event_type: z.literal('PAYMENT.CAPTURE.PENDING'), resource: captureResource }),
  z.object({ event_type: z.literal('PAYMENT.CAPTURE.DENIED'), resource: captureResource }),
  z.object({ event_type: z.literal('PAYMENT.CAPTURE.DECLINED'), resource: captureResource }),
  z.object({ event_type: z.literal('PAYMENT.CAPTURE.REFUNDED'), resource: refundResource }),
  z.object({ event_type: z.literal('PAYMENT.CAPTURE.REVERSED'), resource: refundResource }),
  z.object({ event_type: z.literal('MERCHANT.ONBOARDING.COMPLETED'), resource: merchantResource }),
  z.object({ event_type: z.literal('MERCHANT.PARTNER-CONSENT.REVOKED'), resource: merchantResource }),
  z.object({ event_type: z.literal('CUSTOMER.DISPUTE.CREATED'), resource: disputeResource }),
  z.object({ event_type: z.literal('CUSTOMER.DISPUTE.UPDATED'), resource: disputeResource }),
  z.object({ event_type: z.literal('CUSTOMER.DISPUTE.RESOLVED'), resource: disputeResource }),
])
export type HandledEvent = z.output<typeof handledEvent>

const handledTypes = new Set<string>(handledEvent.options.map((option) => option.shape.event_type.value))

export function isHandledType(type: string): boolean {
  return handledTypes.has(type)
}
