/**
 * The platform's webhooks: the endpoint for events of connected accounts, and the event destination for thin events. Stripe allows
 * several of each; this sandbox has one, so that a second one by mistake is refused.
 * https://docs.stripe.com/api/webhook_endpoints, https://docs.stripe.com/api/v2/core/event_destinations
 */
import type Stripe from 'stripe'
import { invalid, missing } from './api-error.ts'
import { type Api, parse, queryOf } from './api-handler.ts'
import { makeId } from './ids.ts'
import { pageOf } from './lists.ts'
import { createDestination, createEndpoint, includable, listEndpoints } from './requests.ts'
import type { App } from './store.ts'
import type { StripeContext } from './context.ts'
import { apiVersion } from './wire.ts'

/** Adds the calls about endpoints and event destinations. */
export function addWebhookCalls(api: Api, { store }: StripeContext): void {
  const { app } = store

  api.add('get', '/v1/webhook_endpoints', 'get', (request) => {
    const query = parse(listEndpoints, queryOf(request))
    return pageOf(query, request.path, app.webhookUrl ? [endpointView(app, app.webhookUrl)] : [])
  })
  api.add('post', '/v1/webhook_endpoints', 'account', ({ body }) => {
    const { url, enabled_events } = parse(createEndpoint, body)
    if (app.webhookUrl) throw invalid('This sandbox has one webhook endpoint: delete it first.')
    const secret = makeId('whsec', 32)
    const made = { webhookUrl: url, webhookEvents: enabled_events, webhookSecret: secret }
    Object.assign(app, made, { endpointId: makeId('we') })
    store.save()
    return { ...endpointView(app, url), secret }
  })
  api.add('delete', '/v1/webhook_endpoints/:id', 'account', ({ params }) => {
    const id = String(params.id)
    if (!app.webhookUrl || id !== endpointIdOf(app)) throw missing('webhook endpoint', id)
    app.webhookUrl = undefined
    store.save()
    return { id, object: 'webhook_endpoint', deleted: true }
  })
  addDestinationCalls(api, { app, save: store.save })
}

function addDestinationCalls(api: Api, { app, save }: { app: App; save: () => void }): void {
  api.add('get', '/v2/core/event_destinations', 'get', (request) => {
    const { include = [] } = parse(includable, queryOf(request))
    const isShown = include.includes('webhook_endpoint.url')
    const data = app.destinationUrl ? [destinationView(app, isShown ? { url: app.destinationUrl } : {})] : []
    return { data, next_page_url: null, previous_page_url: null }
  })
  api.add('post', '/v2/core/event_destinations', 'account', ({ body }) => {
    const { webhook_endpoint, enabled_events, include } = parse(createDestination, body)
    if (app.destinationUrl) throw invalid('This sandbox has one event destination: delete it first.')
    const secret = makeId('whsec', 32)
    const made = { destinationUrl: webhook_endpoint.url, destinationEvents: enabled_events }
    Object.assign(app, made, { accountWebhookSecret: secret, destinationId: makeId('ed_test') })
    save()
    return destinationView(app, include ? { signing_secret: secret } : {})
  })
  api.add('delete', '/v2/core/event_destinations/:id', 'account', ({ params }) => {
    const id = String(params.id)
    if (!app.destinationUrl || id !== destinationIdOf(app)) throw missing('event destination', id)
    app.destinationUrl = undefined
    save()
    return { id }
  })
}

const created = 1_764_547_200
const endpointIdOf = ({ endpointId = 'we_1Sandbox000000000000000' }: App) => endpointId
const destinationIdOf = ({ destinationId = 'ed_test_sandbox' }: App) => destinationId

function endpointView(app: App, url: string): Stripe.WebhookEndpoint {
  return {
    id: endpointIdOf(app),
    object: 'webhook_endpoint',
    api_version: apiVersion,
    application: null,
    created,
    description: null,
    enabled_events: app.webhookEvents ?? ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  }
}

function destinationView(
  app: App,
  webhook_endpoint: { url?: string; signing_secret?: string },
): Stripe.V2.Core.EventDestination {
  const time = new Date(created * 1000).toISOString()
  return {
    id: destinationIdOf(app),
    object: 'v2.core.event_destination',
    created: time,
    description: '',
    enabled_events: app.destinationEvents ?? [
      'v2.core.account[configuration.merchant].capability_status_updated',
      'v2.core.account.closed',
    ],
    event_payload: 'thin',
    events_from: ['@accounts'],
    livemode: false,
    metadata: {},
    name: 'Accounts',
    status: 'enabled',
    type: 'webhook_endpoint',
    updated: time,
    webhook_endpoint,
  }
}
