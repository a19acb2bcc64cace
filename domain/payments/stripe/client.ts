/** Stripe's SDK with our base URL. Its errors are sorted into refusals and unknown outcomes. */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import Stripe from 'stripe'
import { isFaultStatus, watchCall } from '../../../db/wires.ts'
import type { StripeConfig } from '../../config/config.ts'
import { OutcomeUnknownError, AccessLostError, RefusedError } from '../provider/errors.ts'
import { ownPayeeId } from '../provider/own-account.ts'
import type { CallLimits } from '../provider/payment-provider.ts'

/**
 * Our limits on calls. The SDK's default timeout is 80 seconds. After a connection reset, a 409 or a 5xx, it retries with the same
 * idempotency key.
 */
export const stripeLimits: CallLimits = { timeoutMs: 10_000, retries: 2 }

/** The part of the configuration that calls need. */
export type StripeKeys = Pick<StripeConfig, 'secretKey' | 'apiUrl'>

/** Creates the SDK's client for a configuration. */
export function createStripeClient({ secretKey, apiUrl }: StripeKeys, limits = stripeLimits): Stripe {
  return new Stripe(secretKey, {
    timeout: limits.timeoutMs,
    maxNetworkRetries: limits.retries,
    httpAgent: openAgent(apiUrl, limits.timeoutMs),
    telemetry: false,
    ...(apiUrl ? addressOf(apiUrl) : {}),
  })
}

/**
 * Opens an HTTP agent whose timeout includes connecting. The SDK's own agent limits only the wait for a response, and the kernel
 * tries to connect for two minutes.
 */
function openAgent(apiUrl: string | undefined, timeout: number): HttpAgent | HttpsAgent {
  const options = { keepAlive: true, timeout }
  return apiUrl?.startsWith('http:') ? new HttpAgent(options) : new HttpsAgent(options)
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
 * Returns the option that makes a call on a payee's account. Calls on our own account name none.
 * https://docs.stripe.com/connect/authentication#stripe-account-header
 */
export function onAccount(payeeId: string): { stripeAccount?: string } {
  return payeeId === ownPayeeId ? {} : { stripeAccount: payeeId }
}

/** Reads a list page by page, to its end. Returns the results of `convert`, without those that are undefined. */
export async function listStripe<T, U>(
  doing: string,
  list: () => AsyncIterable<T>,
  convert: (item: T) => U | undefined,
): Promise<U[]> {
  return callStripe(doing, async () => {
    const found: U[] = []
    for await (const item of list()) {
      const converted = convert(item)
      if (converted !== undefined) found.push(converted)
    }
    return found
  })
}

/** Makes a call; `doing` describes it in errors. Throws RefusedError, RefundNotPermittedError or OutcomeUnknownError. */
export async function callStripe<T>(doing: string, call: () => Promise<T>): Promise<T> {
  try {
    return await watchCall('stripe', call(), isUnanswered)
  } catch (error) {
    const code = definiteCode(error)
    if (code === undefined) throw unknownOutcome(doing, error)
    throw code === 'account_invalid' ? new AccessLostError(code) : new RefusedError(code)
  }
}

/**
 * Returns Stripe's code for a definite refusal (4xx). Undefined when the outcome is unknown: no response, 5xx, 429, 409 (still
 * processing), or 401, because a rejected API key says nothing about an earlier attempt of the same call.
 */
export function definiteCode(error: unknown): string | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined
  const { statusCode = 0, code, type } = error
  const isDefinite = statusCode >= 400 && statusCode < 500 && ![401, 408, 409, 429].includes(statusCode)
  return isDefinite ? (code ?? type) : undefined
}

function isUnanswered(error: unknown): boolean {
  return isFaultStatus(error instanceof Stripe.errors.StripeError ? error.statusCode : undefined)
}

/** Returns true when the account that the call names is not connected to the platform. */
export function isAccountGone(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError && error.code === 'account_invalid'
}

/** Returns the error for a call without a definite response. Its message contains neither Stripe's body nor our headers. */
export function unknownOutcome(doing: string, error: unknown): OutcomeUnknownError {
  return new OutcomeUnknownError(`Stripe gave no definite response to ${doing} (${causeOf(error)})`)
}

function causeOf(error: unknown): string {
  if (error instanceof Stripe.errors.StripeError) return `${error.type} ${error.statusCode ?? ''}`.trim()
  return error instanceof Error ? error.name : 'unknown'
}
