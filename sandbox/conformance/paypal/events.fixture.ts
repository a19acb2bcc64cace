/**
 * Schemas of webhooks and of the call that verifies one, from https://developer.paypal.com/docs/api/webhooks/v1/ (definitions
 * `event` and `verify_webhook_signature`). The event names are from
 * https://developer.paypal.com/api/rest/webhooks/event-names/, the headers from
 * https://developer.paypal.com/api/rest/webhooks/rest/.
 */
import { completeObject, listOf, objectWith, type SchemaObject } from '../json-schema.fixture.ts'
import { dispute } from './disputes.fixture.ts'
import { publishedAtPaypal } from './event-names.fixture.ts'
import { order } from './orders.fixture.ts'
import { linksWith, time } from './schemas.fixture.ts'
import { capture, refund } from './payments.fixture.ts'
import { onboardedSeller, revokedSeller } from './sellers.fixture.ts'

const algorithm: SchemaObject = { type: 'string', pattern: '^[a-zA-Z0-9]{1,100}$' }
const certificateUrl: SchemaObject = { type: 'string', maxLength: 500, pattern: '^https?://' }
const transmissionId: SchemaObject = { type: 'string', maxLength: 50, pattern: '^(?!\\d+$)\\w+\\S+' }
const signature: SchemaObject = { type: 'string', maxLength: 500, pattern: '^(?!\\d+$)\\w+\\S+' }

/** The headers of a webhook that its signature is verified with. */
export const deliveryHeaders: SchemaObject = {
  ...completeObject({
    'content-type': { type: 'string', pattern: '^application/json' },
    'paypal-auth-algo': algorithm,
    'paypal-cert-url': certificateUrl,
    'paypal-transmission-id': transmissionId,
    'paypal-transmission-sig': signature,
    'paypal-transmission-time': time,
  }),
  additionalProperties: true,
}

function eventOf(type: string, resourceType: string, resource: SchemaObject): SchemaObject {
  return objectWith('id create_time resource_type event_version event_type resource links', {
    id: { type: 'string', pattern: '^WH-' },
    create_time: time,
    resource_type: { const: resourceType },
    event_version: { type: 'string', pattern: '^[0-9]+\\.[0-9]+$' },
    event_type: { const: type },
    summary: { type: 'string' },
    resource_version: { type: 'string', pattern: '^[0-9]+\\.[0-9]+$' },
    resource,
    links: linksWith('self', 'GET'),
  })
}

function ofStatus(resource: SchemaObject, status: string[]): SchemaObject {
  return { allOf: [resource], type: 'object', properties: { status: { enum: status } }, required: ['status'] }
}

/**
 * The type of each event, the type of its resource, and the schema of the resource. The status of a denied capture is DECLINED.
 */
const kinds: [type: string, resourceType: string, resource: SchemaObject][] = [
  ['CHECKOUT.ORDER.APPROVED', 'checkout-order', ofStatus(order, ['APPROVED'])],
  ['PAYMENT.CAPTURE.COMPLETED', 'capture', ofStatus(capture, ['COMPLETED'])],
  ['PAYMENT.CAPTURE.PENDING', 'capture', ofStatus(capture, ['PENDING'])],
  ['PAYMENT.CAPTURE.DENIED', 'capture', ofStatus(capture, ['DECLINED', 'FAILED'])],
  ['PAYMENT.CAPTURE.DECLINED', 'capture', ofStatus(capture, ['DECLINED'])],
  ['PAYMENT.CAPTURE.REFUNDED', 'refund', refund],
  ['PAYMENT.CAPTURE.REVERSED', 'refund', refund],
  [
    'CUSTOMER.DISPUTE.CREATED',
    'dispute',
    ofStatus(dispute, ['OPEN', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW']),
  ],
  [
    'CUSTOMER.DISPUTE.UPDATED',
    'dispute',
    ofStatus(dispute, ['OPEN', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW']),
  ],
  ['CUSTOMER.DISPUTE.RESOLVED', 'dispute', ofStatus(dispute, ['RESOLVED'])],
  ['MERCHANT.ONBOARDING.COMPLETED', 'merchant-onboarding', onboardedSeller],
  ['MERCHANT.PARTNER-CONSENT.REVOKED', 'partner-consent', revokedSeller],
]

/** The schema of each event, by its type. */
export const events: ReadonlyMap<string, SchemaObject> = new Map(
  kinds.map((kind) => [kind[0], eventOf(...kind)]),
)

/** The request that verifies a signature. */
export const verifyRequest = completeObject({
  auth_algo: algorithm,
  cert_url: certificateUrl,
  transmission_id: transmissionId,
  transmission_sig: signature,
  transmission_time: time,
  webhook_id: { type: 'string', maxLength: 50, pattern: '^[a-zA-Z0-9]+$' },
  webhook_event: { type: 'object' },
})

export const verifyAnswer = completeObject({ verification_status: { enum: ['SUCCESS', 'FAILURE'] } })

/** A registered webhook: definition `webhook`. */
export const webhook = completeObject({
  id: { type: 'string' },
  url: { type: 'string', maxLength: 2048, pattern: '^https?://' },
  event_types: {
    type: 'array',
    maxItems: 500,
    items: objectWith('name', { name: { type: 'string' }, description: { type: 'string' } }),
  },
  links: linksWith('self', 'GET'),
})

export const webhookList = completeObject({ webhooks: listOf(webhook) })

/** A webhook to be made: https://developer.paypal.com/api/webhooks/v1/webhooks-post */
export const webhookRequest = completeObject({
  url: { type: 'string', maxLength: 2048, pattern: '^https?://' },
  event_types: {
    type: 'array',
    minItems: 1,
    maxItems: 500,
    items: completeObject({ name: { enum: ['*', ...publishedAtPaypal] } }),
  },
})
