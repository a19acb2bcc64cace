/** Stripe's SDK, told where to call, and its failures sorted into a definite no and an unknown outcome. */
import Stripe from 'stripe'
import type { StripeConfig } from '../../config.ts'
import { OutcomeUnknownError } from '../provider/payment-provider.ts'
import type { CallLimits } from '../provider/payment-provider.ts'

/** The SDK's own default is 80 seconds. It repeats with the same idempotency key after a reset, a 409 and a 5xx. */
export const stripeLimits: CallLimits = { timeoutMs: 20_000, retries: 2 }

/** Makes the SDK's client for a configuration. */
export function createStripeClient({ secretKey, apiUrl }: StripeConfig, patience = stripeLimits): Stripe {
  return new Stripe(secretKey, {
    timeout: patience.timeoutMs,
    maxNetworkRetries: patience.retries,
    telemetry: false,
    ...(apiUrl ? addressOf(apiUrl) : {}),
  })
}

function addressOf(apiUrl: string) {
  const { hostname, port, protocol } = new URL(apiUrl)
  const isHttp = protocol === 'http:'
  return {
    host: hostname,
    port: port || (isHttp ? 80 : 443),
    protocol: isHttp ? ('http' as const) : ('https' as const),
  }
}

/**
 * Stripe's own word for a definite no (4xx); undefined when the outcome is not known: no answer, 5xx, 429, 409 (it is still
 * at it), or our key refused, which is no answer to what was asked.
 */
export function definiteCode(error: unknown): string | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined
  const { statusCode = 0, code, type } = error
  const isDefinite = statusCode >= 400 && statusCode < 500 && ![401, 408, 409, 429].includes(statusCode)
  return isDefinite ? (code ?? type) : undefined
}

/** Whether the account we named is not, or not any more, connected to us. */
export function isAccountGone(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError && error.code === 'account_invalid'
}

/** Whatever went wrong without a definite answer, without Stripe's body or our headers in it. */
export function unknownOutcome(doing: string, error: unknown): OutcomeUnknownError {
  return new OutcomeUnknownError(`Stripe did not tell the outcome of ${doing} (${causeOf(error)})`)
}

function causeOf(error: unknown): string {
  if (error instanceof Stripe.errors.StripeError) return `${error.type} ${error.statusCode ?? ''}`.trim()
  return error instanceof Error ? error.name : 'unknown'
}
