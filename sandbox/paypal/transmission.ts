/** One delivery of an event: signed as PayPal signs it, and sent once. */
import { randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { post } from '../webhooks.ts'
import type { Book, HookEvent } from './book.ts'
import { makeDebugId } from './ids.ts'

/** What names a delivery; a retry keeps it, a repeat has its own. */
export interface Transmission {
  id: string
  time: string
}

/** The signature that PayPal puts over an event: id, time, webhook and the checksum of the exact body. */
export function signatureBase(id: string, time: string, webhookId: string, raw: string): string {
  return `${id}|${time}|${webhookId}|${crc32(raw)}`
}

/** Where the certificate that checks our signatures is read. */
export function certificateUrl(book: Book): string {
  return `${book.base}/v1/notifications/certs/${book.app.certId}`
}

/** A delivery that starts now. */
export function newTransmission(): Transmission {
  return { id: randomUUID(), time: new Date().toISOString().replace(/\.\d+Z$/, 'Z') }
}

/** Sends the event to whoever listens; true when it was taken, or when nobody listens. */
export async function send(book: Book, event: HookEvent, transmission: Transmission): Promise<boolean> {
  const isTaken = await post(book.app, event, headersFor(book, event, transmission))
  book.save()
  return isTaken
}

function headersFor(book: Book, { raw }: HookEvent, { id, time }: Transmission): Record<string, string> {
  const base = signatureBase(id, time, book.app.webhookId, raw)
  return {
    accept: '*/*',
    'content-type': 'application/json',
    'user-agent': 'PayPal/AUHD-1.0-sandbox',
    'correlation-id': makeDebugId(),
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-auth-version': 'v2',
    'paypal-cert-url': certificateUrl(book),
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', Buffer.from(base), book.app.keyPem).toString('base64'),
  }
}
