/** Verifies that Stripe signed a webhook with the secret of one of our two endpoints, within the last five minutes. */
import type { StripeConfig } from '../../config/config.ts'
import type { WebhookGateway } from '../provider/payment-provider.ts'
import { createStripeClient } from './client.ts'

/** The maximum age of a signature in seconds: Stripe's default. */
const tolerance = 300

/**
 * Creates the verifier. Stripe sends snapshot events (payments) and thin events (accounts) to the same URL, each signed with a
 * secret of its own.
 */
export function stripeWebhookVerifier(config: StripeConfig): WebhookGateway['verify'] {
  const { webhooks } = createStripeClient(config)
  const secrets = [config.webhookSecret, config.accountWebhookSecret].filter((secret) => secret !== undefined)
  return async (rawBody, header) =>
    secrets.some((secret) => {
      try {
        return (
          webhooks.signature?.verifyHeader(rawBody, header('stripe-signature'), secret, tolerance) ?? false
        )
      } catch {
        return false
      }
    })
}
