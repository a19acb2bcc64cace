/** Verification of webhook signatures: the certificate, and PayPal's own verification call. */
import { verify } from 'node:crypto'
import { Router } from 'express'
import { notFound } from './api-error.ts'
import type { Store } from './store.ts'
import type { ApiHandlers } from './api-handler.ts'
import { certificateUrl, signatureBase } from './webhooks.ts'
import { parse, verifyRequest } from './requests.ts'

/** The routes of /v1/notifications. */
export function notificationRoutes(store: Store, handlers: ApiHandlers): Router {
  const router = Router()

  router.get('/v1/notifications/certs/:id', (request, response, next) => {
    if (request.params.id !== store.app.certId) return next()
    response.type('application/x-pem-file').send(store.app.certPem)
  })

  router.post(
    '/v1/notifications/verify-webhook-signature',
    handlers.handle(undefined, (request) => {
      const wanted = parse(verifyRequest, request.body)
      const raw = rawEvent(rawBodyOf(request))
      const isOurs = wanted.webhook_id === store.app.webhookId && wanted.cert_url === certificateUrl(store)
      const base = signatureBase(wanted.transmission_id, wanted.transmission_time, wanted.webhook_id, raw)
      const signature = Buffer.from(wanted.transmission_sig, 'base64')
      const isSigned = isOurs && verify('sha256', Buffer.from(base), store.app.certPem, signature)
      return { status: 200, body: { verification_status: isSigned ? 'SUCCESS' : 'FAILURE' } }
    }),
  )

  router.get(
    '/v1/notifications/webhooks-events/:id',
    handlers.handle('get', ({ params }) => {
      const event = store.events[String(params.id)]
      if (!event) throw notFound()
      return { status: 200, body: JSON.parse(event.raw) }
    }),
  )

  return router
}

const rawBodies = new WeakMap<object, string>()

/** Stores the exact text of a body, because parsing and serializing it again would change its checksum. */
export function storeRawBody(request: object, _response: unknown, bytes: Buffer): void {
  rawBodies.set(request, bytes.toString())
}

function rawBodyOf(request: object): string {
  return rawBodies.get(request) ?? ''
}

/** The exact text of the `webhook_event` object inside a body. */
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
