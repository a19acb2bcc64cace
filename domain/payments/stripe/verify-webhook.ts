/** Whether a webhook is Stripe's own: signed with one of our two endpoints' secrets, within the last five minutes. */
import type { StripeConfig } from '../../config.ts'
import { createStripeClient } from './client.ts'

/** True when one of our secrets signed exactly these bytes, and not long ago. */
export type VerifyStripeWebhook = (rawBody: Buffer, signature: string) => boolean

/** Stripe's own default, in seconds. */
const tolerance = 300

/** Makes the check for one installation: one address serves the endpoint of payments and the destination of thin events. */
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
