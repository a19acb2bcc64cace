/**
 * Webhooks: https://developer.paypal.com/docs/api/webhooks/v1/ (definitions `event`, `verify_webhook_signature`), the names at
 * https://developer.paypal.com/api/rest/webhooks/event-names/, the headers at
 * https://developer.paypal.com/api/rest/webhooks/rest/.
 */
import type { SchemaObject } from '../json-schema.fixture.ts'
import { dispute } from './disputes.fixture.ts'
import { order } from './orders.fixture.ts'
import { linksWith, objectOf, time } from './schemas.fixture.ts'
import { capture, refund } from './payments.fixture.ts'
import { onboardedSeller, revokedSeller } from './sellers.fixture.ts'

/** The headers of a webhook that its signature is verified with. */
export const deliveryHeaders: SchemaObject = {
  type: 'object',
  properties: {
    'content-type': { type: 'string', pattern: '^application/json' },
    'paypal-auth-algo': { type: 'string', pattern: '^[a-zA-Z0-9]{1,100}$' },
    'paypal-cert-url': { type: 'string', maxLength: 500, pattern: '^https?://' },
    'paypal-transmission-id': { type: 'string', maxLength: 50, pattern: '^(?!\\d+$)\\w+\\S+' },
    'paypal-transmission-sig': { type: 'string', maxLength: 500, pattern: '^(?!\\d+$)\\w+\\S+' },
    'paypal-transmission-time': time,
  },
  required: [
    'content-type',
    'paypal-auth-algo',
    'paypal-cert-url',
    'paypal-transmission-id',
    'paypal-transmission-sig',
    'paypal-transmission-time',
  ],
}

function event(type: string, resourceType: string, resource: SchemaObject): SchemaObject {
  return objectOf(
    {
      id: { type: 'string', pattern: '^WH-' },
      create_time: time,
      resource_type: { const: resourceType },
      event_version: { type: 'string', pattern: '^[0-9]+\\.[0-9]+$' },
      event_type: { const: type },
      summary: { type: 'string' },
      resource_version: { type: 'string', pattern: '^[0-9]+\\.[0-9]+$' },
      resource,
      links: linksWith('self', 'GET'),
    },
    ['id', 'create_time', 'resource_type', 'event_version', 'event_type', 'resource', 'links'],
  )
}

function ofStatus(resource: SchemaObject, status: string[]): SchemaObject {
  return { allOf: [resource], type: 'object', properties: { status: { enum: status } }, required: ['status'] }
}

function captureEvent(name: string, status: string[]): [string, SchemaObject] {
  const type = `PAYMENT.CAPTURE.${name}`
  return [type, event(type, 'capture', ofStatus(capture, status))]
}

function refundEvent(name: string): [string, SchemaObject] {
  const type = `PAYMENT.CAPTURE.${name}`
  return [type, event(type, 'refund', refund)]
}

function disputeEvent(name: string, status: string[]): [string, SchemaObject] {
  const type = `CUSTOMER.DISPUTE.${name}`
  return [type, event(type, 'dispute', ofStatus(dispute, status))]
}

function sellerEvent(name: string, resourceType: string, resource: SchemaObject): [string, SchemaObject] {
  const type = `MERCHANT.${name}`
  return [type, event(type, resourceType, resource)]
}

/** The schema of each event, by its type. The status of a denied capture is DECLINED. */
export const events: ReadonlyMap<string, SchemaObject> = new Map([
  [
    'CHECKOUT.ORDER.APPROVED',
    event('CHECKOUT.ORDER.APPROVED', 'checkout-order', ofStatus(order, ['APPROVED'])),
  ],
  captureEvent('COMPLETED', ['COMPLETED']),
  captureEvent('PENDING', ['PENDING']),
  captureEvent('DENIED', ['DECLINED', 'FAILED']),
  captureEvent('DECLINED', ['DECLINED']),
  refundEvent('REFUNDED'),
  refundEvent('REVERSED'),
  disputeEvent('CREATED', ['OPEN', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW']),
  disputeEvent('RESOLVED', ['RESOLVED']),
  sellerEvent('ONBOARDING.COMPLETED', 'merchant-onboarding', onboardedSeller),
  sellerEvent('PARTNER-CONSENT.REVOKED', 'partner-consent', revokedSeller),
])

/** The request that verifies a signature. */
export const verifyRequest = objectOf(
  {
    auth_algo: { type: 'string', maxLength: 100, pattern: '^[a-zA-Z0-9]+$' },
    cert_url: { type: 'string', maxLength: 500, pattern: '^https?://' },
    transmission_id: { type: 'string', maxLength: 50, pattern: '^(?!\\d+$)\\w+\\S+' },
    transmission_sig: { type: 'string', maxLength: 500, pattern: '^(?!\\d+$)\\w+\\S+' },
    transmission_time: time,
    webhook_id: { type: 'string', maxLength: 50, pattern: '^[a-zA-Z0-9]+$' },
    webhook_event: { type: 'object' },
  },
  [
    'auth_algo',
    'cert_url',
    'transmission_id',
    'transmission_sig',
    'transmission_time',
    'webhook_id',
    'webhook_event',
  ],
)

export const verifyAnswer = objectOf({ verification_status: { enum: ['SUCCESS', 'FAILURE'] } }, [
  'verification_status',
])
