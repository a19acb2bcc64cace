/** PayPal's SDK with our base URL and one shared access token. Its errors are sorted into definite and unknown outcomes. */
import {
  ApiError,
  Client,
  Environment,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'
import type { ClientCredentialsAuthManager, OAuthToken } from '@paypal/paypal-server-sdk'
import { isFaultStatus } from '../../../db/wires.ts'
import type { PaypalConfig } from '../../config.ts'
import { OutcomeUnknownError } from '../provider/errors.ts'
import type { CallLimits } from '../provider/payment-provider.ts'
import { repeatWhileSilent } from './repeat-while-silent.ts'

/** Limits of our own, because by default the SDK has no timeout and no retries. */
export const paypalLimits: CallLimits = { timeoutMs: 10_000, retries: 2 }

export interface PaypalClient {
  /** The SDK's controller for orders, authorised. */
  orders(): OrdersController
  /** The SDK's controller for captures and refunds, authorised. */
  payments(): PaymentsController
  /** Makes a GET request that the SDK has no controller for, and returns the body. */
  get(path: string, query: Record<string, string>, headers: Record<string, string>): Promise<string>
  /** Makes an authorised request that the SDK has no controller for, and returns the parsed body. Throws the SDK's ApiError. */
  request(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>
  /** Drops the access token after PayPal refused it; the SDK alone would keep using it. */
  renew(): void
}

/** Creates the SDK's client. `renew` replaces it, so `orders()` or `payments()` must be called for each request. */
export function createPaypalClient(config: PaypalConfig, { timeoutMs } = paypalLimits): PaypalClient {
  let client: Client | undefined
  let token: OAuthToken | undefined
  let fetching: Promise<OAuthToken> | undefined
  const failures = rememberFailures()

  /**
   * Provides the access token. All calls that wait for one share a single request, while the SDK alone would make one for each. A
   * failure is reused for `tokenFailureMs`.
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
      client = undefined // a client whose token request failed would fail every later call with the same error
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
      return JSON.parse((await request.callAsText()).result) as unknown
    },
    renew() {
      token = undefined
      client = undefined
    },
  }
}

/**
 * For how long a failed request for an access token is reused for all calls. It is shorter than a call's pause before a retry.
 */
export const tokenFailureMs = 250

/** Remembers a failure, so that many calls by strangers do not cause as many requests for an access token. */
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
  { apiUrl, clientId, clientSecret }: PaypalConfig,
  timeout: number,
  oAuthTokenProvider: ProvideToken,
): Client {
  /** Sends each request to our base address instead of the SDK's, which has no option for it. */
  class AddressedClient extends Client {
    // The parent's constructor calls this method before our fields exist, so it uses variables of the outer function.
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
 * Returns PayPal's code for a definite refusal (4xx). Undefined for 5xx, 409 (still processing), and for no or an unreadable
 * response.
 */
export function definiteIssue(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { statusCode } = error
  const isDefinite = statusCode >= 400 && statusCode < 500 && ![401, 408, 409, 429].includes(statusCode)
  return isDefinite ? issueOf(error.body) : undefined
}

/** Error codes which mean that the platform may not do this for the seller. */
export const notPermittedIssues: ReadonlySet<string> = new Set([
  'PERMISSION_DENIED',
  'CONSENT_NEEDED',
  'NOT_AUTHORIZED',
])

/** Returns whether PayPal refused our token. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof ApiError && error.statusCode === 401
}

/** Returns whether PayPal gave no response, or one that means that PayPal itself has a problem. */
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
