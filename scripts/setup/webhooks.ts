/** Makes the webhooks of the providers whose keys an installation has. */
import { registerPaypalWebhook } from '../../domain/payments/paypal/registration.ts'
import type { WebhookTarget } from '../../domain/payments/provider/registration.ts'
import { registerStripeWebhooks } from '../../domain/payments/stripe/registration.ts'
import { explainProvider } from './questions.ts'
import type { Variables } from './variables-file.ts'

export interface Installation {
  /** The variables as they will be, and as they are in the file. */
  all: Variables
  before: Variables
  /** The variables of this process, with a test's stand-ins. */
  given: NodeJS.ProcessEnv
}

/** Returns the variables that name the webhooks, and hold their secrets. Throws `ConfigError` if a provider refuses. */
export async function registerWebhooks(installation: Installation): Promise<Variables> {
  return { ...(await registerAtStripe(installation)), ...(await registerAtPaypal(installation)) }
}

async function registerAtStripe({ all, before, given }: Installation): Promise<Variables> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = all
  if (!secretKey) return {}
  const keys = {
    secretKey,
    publishableKey: publishableKey || undefined,
    apiUrl: given.STRIPE_API_URL,
    hasPlatform: !all.SOLO,
  }
  const isSameKey = secretKey === before.STRIPE_SECRET_KEY
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_ACCOUNT_WEBHOOK_SECRET: accountWebhookSecret } = before
  const known = isSameKey && webhookSecret ? { webhookSecret, accountWebhookSecret } : {}
  const made = await registerStripeWebhooks(keys, targetOf('stripe', all, before), known).catch(
    explainProvider,
  )
  return {
    STRIPE_WEBHOOK_SECRET: made.webhookSecret,
    STRIPE_ACCOUNT_WEBHOOK_SECRET: made.accountWebhookSecret ?? '',
  }
}

async function registerAtPaypal({ all, before, given }: Installation): Promise<Variables> {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = all
  if (!clientId || !clientSecret) return {}
  const keys = { clientId, clientSecret, apiUrl: given.PAYPAL_API_URL, hasPlatform: !all.SOLO }
  const id = await registerPaypalWebhook(keys, targetOf('paypal', all, before)).catch(explainProvider)
  return { PAYPAL_WEBHOOK_ID: id }
}

function targetOf(provider: string, all: Variables, before: Variables): WebhookTarget {
  const addressAt = (site: string) => `${site}/api/v1/${provider}/webhook`
  return {
    url: addressAt(all.PUBLIC_URL ?? ''),
    formerUrl: before.PUBLIC_URL ? addressAt(before.PUBLIC_URL) : undefined,
  }
}
