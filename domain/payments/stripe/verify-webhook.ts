/** Verifies that Stripe signed a webhook with the secret of one of our two endpoints, within the last five minutes. */
import type { StripeConfig } from '../../config.ts'
import { createStripeClient } from './client.ts'

/** True when one of our secrets signed exactly these bytes within the tolerance. */
export type VerifyStripeWebhook = (rawBody: Buffer, signature: string) => boolean

/** Stripe's default, in seconds. */
const tolerance = 300

/** Creates the verifier. One address receives both snapshot events (payments) and thin events (accounts), each with its own secret. */
export function stripeWebhookVerifier(config: StripeConfig): VerifyStripeWebhook {
  const { webhooks } = createStripeClient(config)
  const secrets = [config.webhookSecret, config.accountWebhookSecret]
  return (rawBody, signature) =>
    secrets.some((secret) => {
      try {
        return webhooks.signature?.verifyHeader(rawBody, signature, secret, tolerance) ?? false
      } catch {
        return false
      }
    })
}
