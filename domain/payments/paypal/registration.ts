/** Reads where PayPal sends our webhooks, and makes the one that we need. */
import { ApiError } from '@paypal/paypal-server-sdk'
import { z } from 'zod'
import type { PaypalConfig } from '../../config/config.ts'
import { RefusedError } from '../provider/errors.ts'
import { KeysRefusedError, findFitting } from '../provider/registration.ts'
import type { RegisteredWebhook, WebhookTarget } from '../provider/registration.ts'
import { createPaypalClient, definiteIssue, isTokenRefused, paypalLimits, unknownOutcome } from './client.ts'
import type { PaypalKeys } from './client.ts'
import { neededTypes } from './webhook-events.ts'

const webhook = z
  .object({ id: z.string(), url: z.string(), event_types: z.array(z.object({ name: z.string() })) })
  .transform(({ id, url, event_types }): RegisteredWebhook => ({
    id,
    url,
    isEnabled: true, // PayPal has no switch for a webhook
    events: event_types.map(({ name }) => name),
  }))
const webhookList = z.object({ webhooks: z.array(webhook) })
const path = '/v1/notifications/webhooks'

/**
 * Returns the webhook that PAYPAL_WEBHOOK_ID names; undefined if our app has none with this id. Throws `KeysRefusedError` or
 * OutcomeUnknownError. https://developer.paypal.com/api/webhooks/v1/webhooks-get
 */
export async function findPaypalWebhook(
  config: PaypalConfig,
  limits = paypalLimits,
): Promise<RegisteredWebhook | undefined> {
  const client = createPaypalClient(config, limits)
  const found = await call('a question about the webhook', () =>
    client.request('GET', `${path}/${encodeURIComponent(config.webhookId)}`).catch((error: unknown) => {
      if (error instanceof ApiError && [400, 404].includes(error.statusCode)) return undefined
      throw error
    }),
  )
  return webhook.optional().parse(found)
}

/** Lists the webhooks of our app. Throws as `registerPaypalWebhook` does. https://developer.paypal.com/api/webhooks/v1/webhooks-list */
export async function listPaypalWebhooks(keys: PaypalKeys): Promise<RegisteredWebhook[]> {
  const client = createPaypalClient(keys)
  return webhookList.parse(await call('a list of webhooks', () => client.request('GET', path))).webhooks
}

/**
 * Makes sure that exactly one webhook of our app goes to the target, with every type that we handle, and returns its id. One that fits is
 * kept; others that go there or to the former address are deleted first, because PayPal refuses two with one address. Throws
 * `KeysRefusedError`, RefusedError or OutcomeUnknownError. https://developer.paypal.com/api/webhooks/v1/webhooks-post
 */
export async function registerPaypalWebhook(
  keys: PaypalKeys & Pick<PaypalConfig, 'hasPlatform'>,
  target: WebhookTarget,
): Promise<string> {
  const client = createPaypalClient(keys)
  const webhooks = await listPaypalWebhooks(keys)
  const types = neededTypes(keys.hasPlatform)
  const { fitting, outdated } = findFitting(webhooks, target, types)
  if (fitting) return fitting.id
  for (const { id } of outdated)
    await call('the removal of a webhook', () => client.request('DELETE', `${path}/${id}`))
  const wanted = { url: target.url, event_types: types.map((name) => ({ name })) }
  return webhook.parse(await call('a new webhook', () => client.request('POST', path, wanted))).id
}

async function call<T>(doing: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (isTokenRefused(error)) throw new KeysRefusedError('unknown')
    if (error instanceof ApiError && error.statusCode === 403) throw new KeysRefusedError('not_permitted')
    const issue = definiteIssue(error)
    throw issue === undefined ? unknownOutcome(doing, error) : new RefusedError(issue)
  }
}
