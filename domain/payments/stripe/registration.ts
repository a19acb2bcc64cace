/** Reads where Stripe sends our webhooks. */
import Stripe from 'stripe'
import type { StripeConfig } from '../../config/config.ts'
import { KeysRefusedError } from '../provider/registration.ts'
import type { RegisteredWebhook } from '../provider/registration.ts'
import { createStripeClient, stripeLimits, unknownOutcome } from './client.ts'

export interface StripeWebhooks {
  /** The endpoints for events of the API v1. Stripe does not say whose events an endpoint gets: ours or connected accounts'. */
  endpoints: RegisteredWebhook[]
  /** The event destinations for thin events, of the API v2. */
  thin: RegisteredWebhook[]
}

/**
 * Lists the webhooks of our key's mode. Throws `KeysRefusedError` or OutcomeUnknownError.
 * https://docs.stripe.com/api/webhook_endpoints/object, https://docs.stripe.com/api/v2/core/event_destinations/object
 */
export async function listStripeWebhooks(
  config: StripeConfig,
  limits = stripeLimits,
): Promise<StripeWebhooks> {
  const client = createStripeClient(config, limits)
  const endpoints = await listAll('a list of webhook endpoints', () =>
    client.webhookEndpoints.list({ limit: 100 }),
  )
  const destinations = await listAll('a list of event destinations', () =>
    client.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'] }),
  )
  return {
    endpoints: endpoints.map(toWebhook),
    thin: destinations.filter(({ event_payload }) => event_payload === 'thin').map(toThinWebhook),
  }
}

async function listAll<T>(doing: string, list: () => AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  try {
    for await (const item of list()) found.push(item)
    return found
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) throw new KeysRefusedError('unknown')
    if (error instanceof Stripe.errors.StripePermissionError) throw new KeysRefusedError('not_permitted')
    throw unknownOutcome(doing, error)
  }
}

function toWebhook({ url, status, enabled_events: events }: Stripe.WebhookEndpoint): RegisteredWebhook {
  return { url, isEnabled: status === 'enabled', events }
}

function toThinWebhook(destination: Stripe.V2.Core.EventDestination): RegisteredWebhook {
  const { status, enabled_events: events, webhook_endpoint } = destination
  return { url: webhook_endpoint?.url ?? '', isEnabled: status === 'enabled', events }
}
