/** Serves PayPal's calls about webhooks: the certificate, the verification of a signature, and what is registered. */
import { verify } from 'node:crypto'
import type { Router } from 'express'
import { type Api, findById } from './api-handler.ts'
import { notFound, webhookRefused } from './api-error.ts'
import type { PaypalContext } from './captures.ts'
import { certificateUrl, signatureBase } from './webhooks.ts'
import { makeTransactionId } from './ids.ts'
import { parse, verifyRequest, webhookRequest } from './requests.ts'
import type { Store } from './store.ts'

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
  addRegistration(api, store)
  api.get(
    '/v1/notifications/webhooks-events/:id',
    (request) => JSON.parse(findById(store.events, request).raw) as unknown,
  )
}

/**
 * Adds the calls that register a webhook. PayPal allows ten; this sandbox has one, so that a second one by mistake is refused.
 * https://developer.paypal.com/api/webhooks/v1/webhooks-post
 */
function addRegistration(api: Api, store: Store): void {
  const { app } = store
  const show = () => {
    const { webhookId: id, webhookUrl: url, webhookEvents: events = ['*'] } = app
    const href = `${store.base}/v1/notifications/webhooks/${id}`
    const event_types = events.map((name) => ({ name, description: name }))
    return { id, url, event_types, links: [{ href, rel: 'self', method: 'GET' }] }
  }
  const find = (id: unknown) => {
    if (id !== app.webhookId || !app.webhookUrl) throw notFound()
  }
  api.get('/v1/notifications/webhooks', () => ({ webhooks: app.webhookUrl ? [show()] : [] }))
  api.get('/v1/notifications/webhooks/:id', ({ params }) => {
    find(params.id)
    return show()
  })
  api.post('/v1/notifications/webhooks', ({ body }) => {
    const { url, event_types } = parse(webhookRequest, body)
    if (app.webhookUrl) throw webhookRefused(app.webhookUrl === url)
    const webhookEvents = event_types.map(({ name }) => name)
    Object.assign(app, { webhookUrl: url, webhookEvents, webhookId: makeTransactionId() })
    store.save()
    return { status: 201, body: show() }
  })
  api.delete('/v1/notifications/webhooks/:id', ({ params }) => {
    find(params.id)
    app.webhookUrl = undefined
    store.save()
    return { status: 204, body: '' }
  })
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
