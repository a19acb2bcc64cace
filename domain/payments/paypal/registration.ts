/** Reads where PayPal sends our webhooks. */
import { ApiError } from '@paypal/paypal-server-sdk'
import { z } from 'zod'
import type { PaypalConfig } from '../../config/config.ts'
import { KeysRefusedError } from '../provider/registration.ts'
import type { RegisteredWebhook } from '../provider/registration.ts'
import { createPaypalClient, isTokenRefused, paypalLimits, unknownOutcome } from './client.ts'

const webhook = z.object({ url: z.string(), event_types: z.array(z.object({ name: z.string() })) })

/**
 * Returns the webhook that PAYPAL_WEBHOOK_ID names; undefined if our app has none with this id. Throws `KeysRefusedError` or
 * OutcomeUnknownError. PayPal has no switch for a webhook: one that exists is enabled.
 * https://developer.paypal.com/api/webhooks/v1/webhooks-get
 */
export async function findPaypalWebhook(
  config: PaypalConfig,
  limits = paypalLimits,
): Promise<RegisteredWebhook | undefined> {
  const client = createPaypalClient(config, limits)
  try {
    const path = `/v1/notifications/webhooks/${encodeURIComponent(config.webhookId)}`
    const { url, event_types } = webhook.parse(await client.request('GET', path))
    return { url, isEnabled: true, events: event_types.map(({ name }) => name) }
  } catch (error) {
    if (isTokenRefused(error)) throw new KeysRefusedError('unknown')
    const status = error instanceof ApiError ? error.statusCode : 0
    if (status === 403) throw new KeysRefusedError('not_permitted')
    if (status === 400 || status === 404) return undefined
    throw unknownOutcome('a question about the webhook', error)
  }
}
