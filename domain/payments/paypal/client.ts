/** PayPal's SDK, told where to call, with one token for all and answers sorted into known and unknown. */
import {
  ApiError,
  Client,
  Environment,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'
import type { ClientCredentialsAuthManager, OAuthToken } from '@paypal/paypal-server-sdk'
import type { PaypalConfig } from '../../config.ts'
import { OutcomeUnknownError } from '../provider/payment-provider.ts'
import type { CallLimits } from '../provider/payment-provider.ts'

/** The SDK's own defaults are to wait for ever and to repeat nothing. */
export const paypalLimits: CallLimits = { timeoutMs: 15_000, retries: 2 }

export interface PaypalClient {
  /** The SDK's controller for orders, authorised. */
  orders(): OrdersController
  /** The same for what is given back. */
  payments(): PaymentsController
  /** A GET of something that the SDK has no controller for; resolves to the answer's text. */
  get(path: string, query: Record<string, string>, headers: Record<string, string>): Promise<string>
  /** A call that the SDK has no controller for, authorised in the same way. Throws as the controllers do. */
  request(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>
  /** Forgets the token, because PayPal has refused it: the SDK would keep it. */
  renew(): void
}

/** Makes the SDK's client; it may be replaced by a fresh one, so ask for `orders()` at each call. */
export function createPaypalClient(config: PaypalConfig, { timeoutMs } = paypalLimits): PaypalClient {
  let client: Client | undefined
  let token: OAuthToken | undefined
  let fetching: Promise<OAuthToken> | undefined

  /** One fetch for many waiting calls; the SDK alone would fetch once for each. */
  async function provide(
    _: OAuthToken | undefined,
    manager: ClientCredentialsAuthManager,
  ): Promise<OAuthToken> {
    if (token && !manager.isExpired(token)) return token
    fetching ??= manager.fetchToken().finally(() => {
      fetching = undefined
    })
    try {
      token = await fetching
      return token
    } catch (error) {
      client = undefined // the SDK would answer every later call with this same failure
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

type ProvideToken = (
  last: OAuthToken | undefined,
  manager: ClientCredentialsAuthManager,
) => Promise<OAuthToken>

function openClient(
  { apiUrl, clientId, clientSecret }: PaypalConfig,
  timeout: number,
  oAuthTokenProvider: ProvideToken,
): Client {
  /** The SDK has no option for its address, so requests are re-addressed on their way out. */
  class AddressedClient extends Client {
    // The parent's constructor calls this before any field of ours exists: hence the closure.
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

/** PayPal’s own word for a definite no (4xx); undefined when the outcome is not known: 5xx, 409 (it is still at it), timeout, reset, unreadable. */
export function definiteIssue(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { statusCode } = error
  const isDefinite = statusCode >= 400 && statusCode < 500 && ![401, 408, 409, 429].includes(statusCode)
  return isDefinite ? issueOf(error.body) : undefined
}

/** Whether PayPal refused our token. */
export function isTokenRefused(error: unknown): boolean {
  return error instanceof ApiError && error.statusCode === 401
}

/** Whatever went wrong without a definite answer, without PayPal's body or our headers in it. */
export function unknownOutcome(doing: string, error: unknown): OutcomeUnknownError {
  return new OutcomeUnknownError(`PayPal did not tell the outcome of ${doing} (${causeOf(error)})`)
}

function causeOf(error: unknown): string {
  if (error instanceof ApiError) return `HTTP ${error.statusCode}`
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown'
}

function issueOf(body: unknown): string {
  try {
    const answer = JSON.parse(String(body)) as { name?: string; details?: { issue?: string }[] }
    return answer.details?.[0]?.issue ?? answer.name ?? 'UNKNOWN'
  } catch {
    return 'UNKNOWN'
  }
}
