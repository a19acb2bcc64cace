/** Checks the keys of the payment providers, and where they send their webhooks. */
import type { Config } from '../config/config.ts'
import { findPaypalWebhook } from '../payments/paypal/registration.ts'
import { neededTypes } from '../payments/paypal/webhook-events.ts'
import { KeysRefusedError, isSame, lackingTypes, ofAddress } from '../payments/provider/registration.ts'
import type { RegisteredWebhook } from '../payments/provider/registration.ts'
import { listStripeWebhooks } from '../payments/stripe/registration.ts'
import { endpointTypesFor, thinTypePrefix } from '../payments/stripe/webhook-events.ts'
import { fault, off, ok, reasonOf, warning } from '../finding.ts'
import type { Check, Finding } from '../finding.ts'

/** One attempt each: a provider that does not respond is a finding. */
const limits = { timeoutMs: 10_000, retries: 0 }

/** Returns the checks of PayPal and Stripe. */
export function checkPayments({ paypal, stripe, publicUrl }: Config): Check[] {
  return [
    {
      subject: 'paypal',
      run: async () => {
        if (!paypal) return off('PAYPAL_CLIENT_ID is not set.')
        const url = `${publicUrl}/api/v1/paypal/webhook`
        return ask('PAYPAL_CLIENT_ID or PAYPAL_CLIENT_SECRET', async () =>
          judgePaypal(await findPaypalWebhook(paypal, limits), url, paypal.hasPlatform),
        )
      },
    },
    {
      subject: 'stripe',
      run: async () => {
        if (!stripe) return off('STRIPE_SECRET_KEY is not set.')
        const url = `${publicUrl}/api/v1/stripe/webhook`
        return ask('STRIPE_SECRET_KEY', async () => {
          const { endpoints, thin } = await listStripeWebhooks(stripe, limits)
          const whose = stripe.hasPlatform ? 'connected accounts' : 'your account'
          return [
            ...judgeEndpoint(endpoints, { url, whose, types: endpointTypesFor(stripe) }),
            ...(stripe.hasPlatform ? judgeThin(thin, url) : []),
          ]
        })
      },
    },
  ]
}

/** Returns what `judge` finds. Without a finding all is well. */
async function ask(keys: string, judge: () => Promise<Finding[]>): Promise<Finding | Finding[]> {
  try {
    const findings = await judge()
    return findings.length > 0 ? findings : ok('The keys are right, and webhooks come here.')
  } catch (error) {
    if (!(error instanceof KeysRefusedError)) return fault(`${reasonOf(error)}: run this again later.`)
    return error.reason === 'unknown'
      ? fault(`${keys} is refused: copy it from the provider’s dashboard again.`)
      : warning(`${keys} may not read which webhooks exist: look in the provider’s dashboard.`)
  }
}

function judgePaypal(webhook: RegisteredWebhook | undefined, url: string, hasPlatform: boolean): Finding[] {
  if (!webhook)
    return [fault(`PAYPAL_WEBHOOK_ID names no webhook of this app: create one for ${url}, and set its id.`)]
  if (!isSame(webhook.url, url))
    return [fault(`The webhook goes to ${hostOf(webhook.url)}: set its address to ${url}.`)]
  return judgeTypes('The webhook', webhook, neededTypes(hasPlatform))
}

function judgeEndpoint(
  endpoints: readonly RegisteredWebhook[],
  { url, whose, types }: { url: string; whose: string; types: readonly string[] },
): Finding[] {
  const [endpoint] = ofAddress(endpoints, url)
  if (!endpoint) return [fault(`No webhook endpoint goes to ${url}: create one for events of ${whose}.`)]
  if (!endpoint.isEnabled) return [fault('The webhook endpoint is disabled: enable it in the dashboard.')]
  return judgeTypes('The webhook endpoint', endpoint, types)
}

function judgeThin(destinations: readonly RegisteredWebhook[], url: string): Finding[] {
  const [destination] = ofAddress(destinations, url)
  if (!destination)
    return [
      fault(`No event destination for thin events goes to ${url}: create one for v2.core.account events.`),
    ]
  if (!destination.isEnabled) return [fault('The event destination is disabled: enable it in the dashboard.')]
  return destination.events.some((type) => type.startsWith(thinTypePrefix))
    ? []
    : [fault(`The event destination lacks all types that begin with ${thinTypePrefix}: add them.`)]
}

function judgeTypes(name: string, webhook: RegisteredWebhook, needed: readonly string[]): Finding[] {
  const missing = lackingTypes(webhook, needed)
  return missing.length > 0 ? [fault(`${name} lacks ${missing.join(', ')}: add them.`)] : []
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'an invalid address'
}
