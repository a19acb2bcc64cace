/** Makes calls to PayPal with retries, and parses the responses with our own schemas. */
import pRetry from 'p-retry'
import type { z } from 'zod'
import type { PaypalConfig } from '../../config/config.ts'
import type { CallLimits } from '../provider/payment-provider.ts'
import { watchCall } from '../../../db/wires.ts'
import { ownPayeeId } from '../provider/own-account.ts'
import { definiteIssue, isTokenRefused, isUnanswered, unknownOutcome } from './client.ts'
import type { PaypalClient } from './client.ts'

/**
 * Makes a call; `doing` describes it in errors. Retries while PayPal gives no definite response, then throws OutcomeUnknownError.
 */
export type CallPaypal = <T>(doing: string, call: () => Promise<{ result: T }>) => Promise<T>

/**
 * The pauses between retries, in milliseconds. Two retries take about a second. Retries are safe, because every write has a
 * PayPal-Request-Id.
 */
const pauses = { minTimeout: 300, maxTimeout: 1000 } as const

/** Returns the function through which all calls to PayPal are made. */
export function openCaller(client: PaypalClient, { retries }: CallLimits): CallPaypal {
  return async function callPaypal<T>(doing: string, call: () => Promise<{ result: T }>): Promise<T> {
    const attempt = () =>
      watchCall('paypal', call(), isUnanswered).catch((error: unknown) => {
        if (isTokenRefused(error)) client.renew()
        throw error
      })
    try {
      const shouldRetry = ({ error }: { error: Error }) => definiteIssue(error) === undefined
      return (await pRetry(attempt, { ...pauses, retries, shouldRetry })).result
    } catch (error) {
      throw definiteIssue(error) === undefined ? unknownOutcome(doing, error) : error
    }
  }
}

export type PaypalReader = ReturnType<typeof openReader>

/**
 * Returns a function that makes GET requests and parses the responses with our own schemas. If we are a PayPal partner, it acts for
 * the seller.
 */
export function openReader(
  { clientId, isPartner }: PaypalConfig,
  client: PaypalClient,
  callPaypal: CallPaypal,
) {
  /** Returns the value of the header with which a partner acts for a seller: an unsigned JWT, as PayPal documents it. */
  function assertionFor(payeeId: string): string | undefined {
    if (!isPartner || payeeId === ownPayeeId) return undefined
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg: 'none' })}.${part({ iss: clientId, payer_id: payeeId })}.`
  }

  async function read<T>(
    doing: string,
    schema: z.ZodType<T>,
    call: () => Promise<{ body: unknown }>,
  ): Promise<T> {
    return callPaypal(doing, async () => {
      const parsed = schema.safeParse(JSON.parse(String((await call()).body)))
      if (!parsed.success) throw unknownOutcome(doing, new Error('unreadable'))
      return { result: parsed.data }
    })
  }

  async function get<T>(
    doing: string,
    schema: z.ZodType<T>,
    path: string,
    payeeId: string,
    query: Record<string, string> = {},
  ): Promise<T> {
    const assertion = assertionFor(payeeId)
    const headers: Record<string, string> = assertion ? { 'PayPal-Auth-Assertion': assertion } : {}
    return read(doing, schema, async () => ({ body: await client.get(path, query, headers) }))
  }

  return { assertionFor, read, get }
}
