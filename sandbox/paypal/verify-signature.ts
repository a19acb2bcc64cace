/** Serves PayPal's calls about webhooks: the certificate, the verification of a signature, and what is registered. */
import { verify } from 'node:crypto'
import type { Router } from 'express'
import { type Api, findById } from './api-handler.ts'
import { notFound } from './api-error.ts'
import type { PaypalContext } from './captures.ts'
import { certificateUrl, signatureBase } from './webhooks.ts'
import { parse, verifyRequest } from './requests.ts'

/** Adds the calls of /v1/notifications. */
export function addNotificationCalls(router: Router, api: Api, { store }: PaypalContext): void {
  router.get('/v1/notifications/certs/:id', (request, response, next) => {
    if (request.params.id !== store.app.certId) return next()
    response.type('application/x-pem-file').send(store.app.certPem)
  })
  api.post('/v1/notifications/verify-webhook-signature', (request) => {
    const wanted = parse(verifyRequest, request.body)
    const raw = rawEvent(rawBodies.get(request) ?? '')
    const isOurs = wanted.webhook_id === store.app.webhookId && wanted.cert_url === certificateUrl(store)
    const base = signatureBase(wanted.transmission_id, wanted.transmission_time, wanted.webhook_id, raw)
    const signature = Buffer.from(wanted.transmission_sig, 'base64')
    const isSigned = isOurs && verify('sha256', Buffer.from(base), store.app.certPem, signature)
    return { status: 200, body: { verification_status: isSigned ? 'SUCCESS' : 'FAILURE' } }
  })
  api.get('/v1/notifications/webhooks/:id', ({ params: { id } }) => {
    const { webhookId, webhookUrl: url, webhookEvents: events = ['*'] } = store.app
    if (id !== webhookId || !url) throw notFound()
    const href = `${store.base}/v1/notifications/webhooks/${webhookId}`
    const event_types = events.map((name) => ({ name, description: name }))
    return { id, url, event_types, links: [{ href, rel: 'self', method: 'GET' }] }
  })
  api.get(
    '/v1/notifications/webhooks-events/:id',
    (request) => JSON.parse(findById(store.events, request).raw) as unknown,
  )
}

const rawBodies = new WeakMap<object, string>()

/** Stores the exact text of a body, because parsing and serializing it again would change its checksum. */
export function storeRawBody(request: object, _response: unknown, bytes: Buffer): void {
  rawBodies.set(request, bytes.toString())
}

/** Returns the exact text of the `webhook_event` object inside a body. */
function rawEvent(body: string): string {
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
