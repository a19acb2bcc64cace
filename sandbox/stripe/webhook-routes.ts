/**
 * Lists where the platform's webhooks go: the endpoint for events of connected accounts, and the event destination for thin events.
 * https://docs.stripe.com/api/webhook_endpoints/list, https://docs.stripe.com/api/v2/core/event_destinations/list
 */
import type Stripe from 'stripe'
import { type Api, parse, queryOf } from './api-handler.ts'
import { pageOf } from './lists.ts'
import { includable, listEndpoints } from './requests.ts'
import type { App } from './store.ts'
import type { StripeContext } from './context.ts'
import { apiVersion } from './wire.ts'

/** Adds the calls that list endpoints and event destinations. Both exist while the sandbox knows where webhooks go. */
export function addWebhookCalls(api: Api, { store: { app } }: StripeContext): void {
  api.add('get', '/v1/webhook_endpoints', 'get', (request) => {
    const query = parse(listEndpoints, queryOf(request))
    return pageOf(query, request.path, app.webhookUrl ? [endpointView(app, app.webhookUrl)] : [])
  })

  api.add('get', '/v2/core/event_destinations', 'get', (request) => {
    const { include = [] } = parse(includable, queryOf(request))
    const isShown = include.includes('webhook_endpoint.url')
    const data = app.webhookUrl ? [destinationView(app.webhookUrl, isShown)] : []
    return { data, next_page_url: null, previous_page_url: null }
  })
}

const created = 1_764_547_200

function endpointView({ webhookEvents }: App, url: string): Stripe.WebhookEndpoint {
  return {
    id: 'we_1Sandbox000000000000000',
    object: 'webhook_endpoint',
    api_version: apiVersion,
    application: null,
    created,
    description: null,
    enabled_events: webhookEvents ?? ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  }
}

function destinationView(url: string, isShown: boolean): Stripe.V2.Core.EventDestination {
  const time = new Date(created * 1000).toISOString()
  return {
    id: 'ed_test_sandbox',
    object: 'v2.core.event_destination',
    created: time,
    description: '',
    enabled_events: [
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
    webhook_endpoint: isShown ? { url } : {},
  }
}
