/** PayPal's SDK with our base URL and one shared access token. Its errors are sorted into refusals and unknown outcomes. */
import { Readable } from 'node:stream'
import {
  ApiError,
  Client,
  Environment,
  FileWrapper,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'
import type { ClientCredentialsAuthManager, OAuthToken } from '@paypal/paypal-server-sdk'
import { isFaultStatus } from '../../../db/wires.ts'
import type { PaypalConfig } from '../../config/config.ts'
import { OutcomeUnknownError } from '../provider/errors.ts'
import type { CallLimits } from '../provider/payment-provider.ts'
import type { Content } from './json-form.ts'
import { repeatWhileSilent } from './repeat-while-silent.ts'

/** Our limits on calls. The SDK's default is no timeout and no retries. */
export const paypalLimits: CallLimits = { timeoutMs: 10_000, retries: 2 }

export interface PaypalClient {
  /** The SDK's controller for orders, authorised. */
  orders(): OrdersController
  /** The SDK's controller for captures and refunds, authorised. */
  payments(): PaymentsController
  /** Makes a GET request that the SDK has no controller for, and returns the body. */
  get(path: string, query: Record<string, string>, headers: Record<string, string>): Promise<string>
  /** Makes an authorised request that the SDK has no controller for, and returns the parsed body, undefined if it is empty. Throws the SDK's ApiError. */
  request(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>
  /** Makes a POST request with any kind of body, and returns the response's. Throws the SDK's ApiError. */
  post(path: string, content: Content, headers: Record<string, string>): Promise<string>
  /** Drops the access token, after PayPal refused it. The SDK alone would keep using it. */
  renew(): void
}

/** The part of the configuration that calls need. */
export type PaypalKeys = Pick<PaypalConfig, 'clientId' | 'clientSecret' | 'apiUrl'>

/** Creates the SDK's client. `renew` replaces the client, so callers must call `orders()` or `payments()` for each request. */
export function createPaypalClient(config: PaypalKeys, { timeoutMs } = paypalLimits): PaypalClient {
  let client: Client | undefined
  let token: OAuthToken | undefined
  let fetching: Promise<OAuthToken> | undefined
  const failures = rememberFailures()

  /**
   * Provides the access token to the SDK. All calls that need a new token share one request, for which the SDK alone would make one
   * each. A failure is reused for `tokenFailureMs`.
   */
  async function provide(
    _: OAuthToken | undefined,
    manager: ClientCredentialsAuthManager,
  ): Promise<OAuthToken> {
    if (token && !manager.isExpired(token)) return token
    try {
      failures.rethrow()
      fetching ??= failures.watch(repeatWhileSilent(() => manager.fetchToken())).finally(() => {
        fetching = undefined
      })
      token = await fetching
      return token
    } catch (error) {
      client = undefined // after a failed token request, the SDK's client fails every later call with the same error
      throw error
    }
  }

  function open(): Client {
    client ??= openClient(config, timeoutMs, provide)
    return client
  }

  return {
    orders: () => new OrdersController(open()),
    payments: () => new PaymentsController(open()),
    async get(path, query, headers) {
      const request = open().getRequestBuilderFactory()('GET', path)
      for (const [name, value] of Object.entries(query)) request.query(name, value)
      for (const [name, value] of Object.entries(headers)) request.header(name, value)
      request.authenticate([{ oauth2: true }])
      return (await request.callAsText()).body as string
    },
    async request(method, path, body) {
      const request = open().getRequestBuilderFactory()(method, path)
      request.authenticate([{ oauth2: true }])
      if (body) {
        request.header('Content-Type', 'application/json')
        request.text(JSON.stringify(body))
      }
      const { result } = await request.callAsText()
      return result === '' ? undefined : (JSON.parse(result) as unknown)
    },
    async post(path, { type, bytes }, headers) {
      const request = open().getRequestBuilderFactory()('POST', path)
      const own = { 'Content-Type': type, 'Content-Length': String(bytes.length) }
      for (const [name, value] of Object.entries({ ...headers, ...own })) request.header(name, value)
      request.authenticate([{ oauth2: true }])
      request.stream(new FileWrapper(Readable.from([bytes]), { contentType: type }))
      return (await request.callAsText()).result
    },
    renew() {
      token = undefined
      client = undefined
    },
  }
}

/**
 * How many milliseconds the failure of an access token request is reused for all calls. This is shorter than the pause before a
 * retry.
 */
export const tokenFailureMs = 250

/** Remembers a failed request for an access token, so that many calls by strangers do not cause as many requests. */
function rememberFailures() {
  let last: { error: unknown; until: number } | undefined
  return {
    /** Throws the last failure again while it is remembered. */
    rethrow(): void {
      if (last && performance.now() < last.until) throw last.error
    },
    /** Waits for a request, and remembers its failure. */
    async watch<T>(request: Promise<T>): Promise<T> {
      try {
        return await request
      } catch (error) {
        last = { error, until: performance.now() + tokenFailureMs }
        throw error
      }
    },
  }
}

type ProvideToken = (
  last: OAuthToken | undefined,
  manager: ClientCredentialsAuthManager,
) => Promise<OAuthToken>

function openClient(
  { apiUrl, clientId, clientSecret }: PaypalKeys,
  timeout: number,
  oAuthTokenProvider: ProvideToken,
): Client {
  /** Sends each request to our base address instead of the SDK's, which has no option for it. */
  class AddressedClient extends Client {
    // The parent's constructor calls this method before the fields of this class exist, so the method uses variables of the outer
    // function.
    override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
      const factory = super.getRequestBuilderFactory()
      if (!apiUrl) return factory
      return (method, path) => {
        const request = factory(method, path)
        request.interceptRequest((http) => ({
          ...http,
          url: http.url.replace(/^https:\/\/api-m(\.sandbox)?\.paypal\.com/, apiUrl),
        }))
        return request
      }
    }
  }
  return new AddressedClient({
    environment: Environment.Production,
    timeout,
    clientCredentialsAuthCredentials: {
      oAuthClientId: clientId,
      oAuthClientSecret: clientSecret,
      oAuthTokenProvider,
    },
  })
}

/**
 * Returns PayPal's code for a definite refusal (4xx). Undefined for a 5xx, for 409 (still processing), and if there is no response
 * or an unreadable one.
 */
export function definiteIssue(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { statusCode } = error
  const isDefinite = statusCode >= 400 && statusCode < 500 && ![401, 408, 409, 429].includes(statusCode)
  return isDefinite ? issueOf(error.body) : undefined
}

/** PayPal's error codes for a call that the platform may not make for the seller. */
export const notPermittedIssues: ReadonlySet<string> = new Set([
  'PERMISSION_DENIED',
  'CONSENT_NEEDED',
  'NOT_AUTHORIZED',
])

/** Returns whether PayPal refused our access token. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof ApiError && error.statusCode === 401
}

/** Returns whether PayPal gave no response, or a response that reports a problem of PayPal itself. */
export function isUnanswered(error: unknown): boolean {
  return isFaultStatus(error instanceof ApiError ? error.statusCode : undefined)
}

/** Returns the error for a call without a definite response. Its message contains neither PayPal's body nor our headers. */
export function unknownOutcome(doing: string, error: unknown): OutcomeUnknownError {
  return new OutcomeUnknownError(`PayPal gave no definite response to ${doing} (${causeOf(error)})`)
}

function causeOf(error: unknown): string {
  if (error instanceof ApiError) return `HTTP ${error.statusCode}`
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown'
}

function issueOf(body: unknown): string {
  try {
    const response = JSON.parse(String(body)) as { name?: string; details?: { issue?: string }[] }
    return response.details?.[0]?.issue ?? response.name ?? 'UNKNOWN'
  } catch {
    return 'UNKNOWN'
  }
}
