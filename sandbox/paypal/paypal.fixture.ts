/** For tests: the stand-in on a port of its own, PayPal's own SDK pointed at it, and a listener for webhooks. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, OrdersController, PaymentsController } from '@paypal/paypal-server-sdk'
import express from 'express'
import { openState } from '../state.ts'
import { openPaypal } from './stand-in.ts'

/** A delivery as it came in. */
export interface Received {
  headers: IncomingHttpHeaders
  raw: Buffer
  event: { id: string; event_type: string; resource: Record<string, unknown> }
}

/** Starts everything; `await using` ends it. */
export async function startPaypal() {
  const app = express()
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const requests: string[] = []
  server.prependListener('request', ({ method, url }) => requests.push(`${method} ${url}`))
  const origin = `http://127.0.0.1:${portOf(server)}`
  const standIn = await openPaypal({ origin, state: openState() })
  app.use(standIn.router)
  /** A fresh client of the SDK, which has no token yet. */
  function connect() {
    const client = new (clientFor(standIn.env.PAYPAL_API_URL!))({
      clientCredentialsAuthCredentials: {
        oAuthClientId: standIn.env.PAYPAL_CLIENT_ID!,
        oAuthClientSecret: standIn.env.PAYPAL_CLIENT_SECRET!,
      },
      timeout: 5000,
    })
    return { client, orders: new OrdersController(client), payments: new PaymentsController(client) }
  }
  const connected = connect()

  async function control<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${origin}/paypal/control/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`control/${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<T>
  }

  return {
    app,
    origin,
    /** Method and path of every call so far. */
    requests,
    env: standIn.env,
    connect,
    ...connected,
    control,
    /** A call of the API with the SDK's own authentication, for what has no controller. */
    async call(method: 'GET' | 'POST', path: string, body?: string, headers: Record<string, string> = {}) {
      const builder = connected.client.getRequestBuilderFactory()(method, path)
      builder.header('Content-Type', 'application/json')
      for (const [name, value] of Object.entries(headers)) builder.header(name, value)
      if (body !== undefined) builder.text(body)
      builder.authenticate([{ oauth2: true }])
      return JSON.parse((await builder.callAsText()).body as string)
    },
    async [Symbol.asyncDispose]() {
      await standIn.close?.()
      server.closeAllConnections()
      server.close()
    },
  }
}

export type TestPaypal = Awaited<ReturnType<typeof startPaypal>>

/** Listens for webhooks; `answer` says which status each delivery gets. */
export async function startListener(answer: (count: number) => number = () => 200) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      received.push({ headers: request.headers, raw, event: JSON.parse(raw.toString()) })
      response.writeHead(answer(received.length)).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}/webhooks/paypal`,
    received,
    types: () => received.map(({ event }) => event.event_type),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** PayPal's client with its fixed host replaced, as the product does it. */
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

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
