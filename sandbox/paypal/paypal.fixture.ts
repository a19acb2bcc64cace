/** Starts the PayPal stand-in on its own port, with PayPal's SDK pointed at it. */
import {
  ApiError,
  CheckoutPaymentIntent,
  Client,
  type OrderRequest,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk'
import type { Delivery } from '../conformance/webhook-listener.fixture.ts'
import { startStandIn } from '../stand-in.fixture.ts'
import { openPaypal } from './stand-in.ts'

/** Starts the stand-in; `await using` closes it. */
export async function startPaypal() {
  const standIn = await startStandIn(openPaypal, 'paypal')
  /** Returns a new SDK client, which has no token yet. */
  function connect() {
    const client = new (clientFor(standIn.env.PAYPAL_API_URL!))({
      clientCredentialsAuthCredentials: {
        oAuthClientId: standIn.env.PAYPAL_CLIENT_ID!,
        oAuthClientSecret: standIn.env.PAYPAL_CLIENT_SECRET!,
      },
      timeout: 60_000,
    })
    return { client, orders: new OrdersController(client), payments: new PaymentsController(client) }
  }
  const connected = connect()
  return {
    ...standIn,
    connect,
    ...connected,
    /** Posts a form to the token call, with the app's id and by default its secret. */
    grant(form: Record<string, string>, secret = standIn.env.PAYPAL_CLIENT_SECRET!): Promise<Response> {
      return fetch(`${standIn.origin}/paypal/v1/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${standIn.env.PAYPAL_CLIENT_ID}:${secret}`)}` },
        body: new URLSearchParams(form),
      })
    },
    /** Opens an order of 7.00 whose unit has these changes, and returns its id. */
    async openTip(change: UnitChange = {}): Promise<string> {
      const { result } = await connected.orders.createOrder({ body: orderOf(change) })
      return result.id!
    },
    /** Approves an order as the payer, captures it, and returns the capture. */
    async payOrder(orderId: string, outcome = 'pay') {
      await standIn.control('approve', { orderId, outcome })
      const { result } = await connected.orders.captureOrder({ id: orderId })
      return result.purchaseUnits![0]!.payments!.captures![0]!
    },
    /** Makes an authenticated call that the SDK does not have. */
    async call(method: 'GET' | 'POST', path: string, body?: string, headers: Record<string, string> = {}) {
      const builder = connected.client.getRequestBuilderFactory()(method, path)
      builder.header('Content-Type', 'application/json')
      for (const [name, value] of Object.entries(headers)) builder.header(name, value)
      if (body !== undefined) builder.text(body)
      builder.authenticate([{ oauth2: true }])
      return JSON.parse((await builder.callAsText()).body as string)
    },
  }
}

type UnitChange = Partial<OrderRequest['purchaseUnits'][number]>

/** Returns an order of 7.00 whose purchase unit has these changes. */
export function orderOf(change: UnitChange = {}): OrderRequest {
  const amount = { currencyCode: 'GBP', value: '7.00' }
  return {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [{ amount, customId: 'tip-1', ...change }],
  }
}

export type TestPaypal = Awaited<ReturnType<typeof startPaypal>>

/** Waits for a call to fail; returns the status, the issue codes and the body. */
export async function refusal(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected a refusal, got ${error}`)
  const body = JSON.parse(error.body as string)
  const details: { issue: string; field?: string }[] = body.details ?? []
  return { status: error.statusCode, issues: details.map(({ issue }) => issue), body }
}

/** Parses the event in a webhook. */
export function eventOf({ body }: Delivery) {
  return JSON.parse(body) as { id: string; event_type: string; resource: Record<string, unknown> }
}

/** Returns the event types of webhooks, in order of arrival. */
export function typesOf(deliveries: Delivery[]): string[] {
  return deliveries.map((delivery) => eventOf(delivery).event_type)
}

/** Returns PayPal's client class with its fixed host replaced, as the product does. */
function clientFor(baseUrl: string): typeof Client {
  return class HostClient extends Client {
    override getRequestBuilderFactory() {
      const factory = super.getRequestBuilderFactory()
      const make: typeof factory = (method, path) => {
        const builder = factory(method, path)
        builder.interceptRequest((request) => ({
          ...request,
          url: request.url.replace(/^https:\/\/api-m(\.sandbox)?\.paypal\.com/, baseUrl),
        }))
        return builder
      }
      return make
    }
  }
}
