/** Reads where Stripe sends our webhooks, and makes those that we need. */
import Stripe from 'stripe'
import type { StripeConfig } from '../../config/config.ts'
import { RefusedError } from '../provider/errors.ts'
import { KeysRefusedError, findFitting } from '../provider/registration.ts'
import type { RegisteredWebhook, WebhookTarget } from '../provider/registration.ts'
import { createStripeClient, definiteCode, stripeLimits, unknownOutcome } from './client.ts'
import type { StripeKeys } from './client.ts'
import { endpointTypesFor, thinTypes } from './webhook-events.ts'

export interface StripeWebhooks {
  /** The endpoints for events of the API v1. Stripe does not say whose events an endpoint gets: ours or connected accounts'. */
  endpoints: RegisteredWebhook[]
  /** The event destinations for thin events, of the API v2. */
  thin: RegisteredWebhook[]
}

/** The secrets that webhooks are signed with. Stripe shows each only when it is made. */
export type StripeSecrets = Pick<StripeConfig, 'webhookSecret' | 'accountWebhookSecret'>

/**
 * Lists the webhooks of our key's mode. Throws `KeysRefusedError` or OutcomeUnknownError.
 * https://docs.stripe.com/api/webhook_endpoints/object, https://docs.stripe.com/api/v2/core/event_destinations/object
 */
export async function listStripeWebhooks(keys: StripeKeys, limits = stripeLimits): Promise<StripeWebhooks> {
  const client = createStripeClient(keys, limits)
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

/**
 * Makes sure that one endpoint for events about payments and, with a platform, one destination for thin events go to the target, and
 * returns their secrets. Those that fit are kept if their secrets are `known`; otherwise those that go there or to the former address are replaced.
 * Throws `KeysRefusedError`, RefusedError or OutcomeUnknownError. https://docs.stripe.com/api/webhook_endpoints/create,
 * https://docs.stripe.com/api/v2/core/event_destinations/create
 */
export async function registerStripeWebhooks(
  keys: StripeKeys & Pick<StripeConfig, 'publishableKey' | 'hasPlatform'>,
  target: WebhookTarget,
  known: Partial<StripeSecrets>,
): Promise<StripeSecrets> {
  const client = createStripeClient(keys)
  const { endpoints, thin } = await listStripeWebhooks(keys)
  const types = [...endpointTypesFor(keys)] as Stripe.WebhookEndpointCreateParams.EnabledEvent[]
  const { url } = target
  return {
    webhookSecret: await keepOrReplace(findFitting(endpoints, target, types), known.webhookSecret, {
      remove: (id) => client.webhookEndpoints.del(id),
      create: async () =>
        (await client.webhookEndpoints.create({ url, enabled_events: types, connect: keys.hasPlatform }))
          .secret,
    }),
    accountWebhookSecret: keys.hasPlatform
      ? await registerDestination(client, thin, target, known)
      : undefined,
  }
}

async function registerDestination(
  client: Stripe,
  thin: RegisteredWebhook[],
  target: WebhookTarget,
  known: Partial<StripeSecrets>,
): Promise<string> {
  return keepOrReplace(findFitting(thin, target, thinTypes.slice(0, 1)), known.accountWebhookSecret, {
    remove: (id) => client.v2.core.eventDestinations.del(id),
    create: async () => (await createDestination(client, target.url)).webhook_endpoint?.signing_secret,
  })
}

interface Changes {
  remove(id: string): Promise<unknown>
  create(): Promise<string | undefined>
}

async function keepOrReplace(
  { fitting, outdated }: ReturnType<typeof findFitting>,
  known: string | undefined,
  { remove, create }: Changes,
): Promise<string> {
  if (fitting && known) return known
  for (const { id } of outdated) await call('the removal of a webhook', () => remove(id))
  const secret = await call('a new webhook', create)
  if (!secret) throw unknownOutcome('a new webhook', new Error('no secret'))
  return secret
}

async function createDestination(client: Stripe, url: string) {
  return client.v2.core.eventDestinations.create({
    name: 'Brimful: accounts',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    events_from: ['@accounts'],
    enabled_events: [...thinTypes],
    webhook_endpoint: { url },
    include: ['webhook_endpoint.signing_secret'],
  })
}

async function listAll<T>(doing: string, list: () => AsyncIterable<T>): Promise<T[]> {
  return call(doing, async () => {
    const found: T[] = []
    for await (const item of list()) found.push(item)
    return found
  })
}

async function call<T>(doing: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) throw new KeysRefusedError('unknown')
    if (error instanceof Stripe.errors.StripePermissionError) throw new KeysRefusedError('not_permitted')
    const code = definiteCode(error)
    throw code === undefined ? unknownOutcome(doing, error) : new RefusedError(code)
  }
}

function toWebhook({ id, url, status, enabled_events }: Stripe.WebhookEndpoint): RegisteredWebhook {
  return { id, url, isEnabled: status === 'enabled', events: enabled_events }
}

function toThinWebhook(destination: Stripe.V2.Core.EventDestination): RegisteredWebhook {
  const { id, status, enabled_events: events, webhook_endpoint } = destination
  return { id, url: webhook_endpoint?.url ?? '', isEnabled: status === 'enabled', events }
}
