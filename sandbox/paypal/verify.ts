/** Webhook signatures: the certificate, and PayPal's own check of a delivery. */
import { verify } from 'node:crypto'
import { Router } from 'express'
import { notFound } from './api-error.ts'
import type { Book } from './book.ts'
import type { Door } from './door.ts'
import { certificateUrl, signatureBase } from './transmission.ts'
import { parse, verifyRequest } from './requests.ts'

/** The routes of /v1/notifications. */
export function notificationRoutes(book: Book, door: Door): Router {
  const router = Router()

  router.get('/v1/notifications/certs/:id', (request, response, next) => {
    if (request.params.id !== book.app.certId) return next()
    response.type('application/x-pem-file').send(book.app.certPem)
  })

  router.post(
    '/v1/notifications/verify-webhook-signature',
    door.open(undefined, (request) => {
      const asked = parse(verifyRequest, request.body)
      const raw = rawEvent(rawBodyOf(request))
      const isOurs = asked.webhook_id === book.app.webhookId && asked.cert_url === certificateUrl(book)
      const base = signatureBase(asked.transmission_id, asked.transmission_time, asked.webhook_id, raw)
      const signature = Buffer.from(asked.transmission_sig, 'base64')
      const isSigned = isOurs && verify('sha256', Buffer.from(base), book.app.certPem, signature)
      return { status: 200, body: { verification_status: isSigned ? 'SUCCESS' : 'FAILURE' } }
    }),
  )

  router.get(
    '/v1/notifications/webhooks-events/:id',
    door.open('get', ({ params }) => {
      const event = book.events[String(params.id)]
      if (!event) throw notFound()
      return { status: 200, body: JSON.parse(event.raw) }
    }),
  )

  return router
}

const rawBodies = new WeakMap<object, string>()

/** Keeps the exact text of a body: a checksum does not survive parsing and writing again. */
export function keepRawBody(request: object, _response: unknown, bytes: Buffer): void {
  rawBodies.set(request, bytes.toString())
}

function rawBodyOf(request: object): string {
  return rawBodies.get(request) ?? ''
}

/** The text of the `webhook_event` object inside the body, as it was sent. */
export function rawEvent(body: string): string {
  const found = /"webhook_event"\s*:\s*\{/.exec(body)
  if (!found) return ''
  const start = found.index + found[0].length - 1
  let depth = 0
  for (const token of body.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token[0] === '{') depth += 1
    if (token[0] === '}') depth -= 1
    if (depth === 0) return body.slice(start, start + token.index + 1)
  }
  return ''
}
