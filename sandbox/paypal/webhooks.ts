/** Makes and sends PayPal's webhooks, and signs each delivery. */
import { randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { openWebhookQueue } from '../webhooks.ts'
import { makeDebugId, makeEventId } from './ids.ts'
import type { Store, WebhookEvent } from './store.ts'

/** An event as a webhook reports it. */
export interface EventData {
  type: string
  resourceType: string
  resource: Record<string, unknown>
  summary: string
  orderId?: string
  captureId?: string
}

export type WebhookSender = ReturnType<typeof openWebhooks>

/** Starts the sender of PayPal's webhooks. */
export function openWebhooks(store: Store) {
  const queue = openWebhookQueue(store, (event: WebhookEvent) => {
    // A retry repeats the transmission's id and time; a resent event gets new ones.
    const { webhookId, keyPem } = store.app
    const headers = signTransmission(event.raw, { webhookId, keyPem, certUrl: certificateUrl(store) })
    return () => headers
  })
  /** Stores an event and sends it once the current call has finished. */
  const send = (data: EventData) => queue.add(makeEvent(store, data))
  return { ...queue, send }
}

/** Returns the text that PayPal signs: id and time of the transmission, the webhook's id, and the checksum of the exact body. */
export function signatureBase(id: string, time: string, webhookId: string, raw: string): string {
  return `${id}|${time}|${webhookId}|${crc32(raw)}`
}

/** Returns the address of the certificate that verifies the signatures. */
export function certificateUrl(store: Store): string {
  return `${store.base}/v1/notifications/certs/${store.app.certId}`
}

function makeEvent(store: Store, { orderId, captureId, ...data }: EventData) {
  const id = makeEventId()
  const createTime = new Date().toISOString()
  const self = `${store.base}/v1/notifications/webhooks-events/${id}`
  const raw = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: createTime,
    resource_type: data.resourceType,
    resource_version: '2.0',
    event_type: data.type,
    summary: data.summary,
    resource: data.resource,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  })
  return { id, type: data.type, orderId, captureId, createTime, raw }
}

interface Signature {
  webhookId: string
  certUrl: string
  keyPem: string
  /** The time of the transmission; now if undefined. */
  at?: Date
}

/** Returns the headers for a transmission of exactly this body. */
export function signTransmission(raw: string, { webhookId, certUrl, keyPem, at = new Date() }: Signature) {
  const id = randomUUID()
  const time = at.toISOString().replace(/\.\d+Z$/, 'Z')
  const base = signatureBase(id, time, webhookId, raw)
  return {
    accept: '*/*',
    'content-type': 'application/json',
    'user-agent': 'PayPal/AUHD-1.0-sandbox',
    'correlation-id': makeDebugId(),
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-auth-version': 'v2',
    'paypal-cert-url': certUrl,
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', Buffer.from(base), keyPem).toString('base64'),
  }
}
