/** For tests: the stand-in on a port of its own, and its controls. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import Stripe from 'stripe'
import { openState } from '../state.ts'
import { openStripe } from './stand-in.ts'

export type StripeControl = <T = Record<string, unknown>>(path: string, body?: unknown) => Promise<T>

export interface PaidSession {
  sessionId: string
  status: string
  intentId: string | null
}

/** Tells the stand-in behind an environment what people do at Stripe. */
export function controlStripe(env: Record<string, string>): StripeControl {
  return async <T>(path: string, body?: unknown) => {
    const response = await fetch(`${env.STRIPE_API_URL}/stripe/control/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`control/${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
}

/** Starts it; `await using` ends it. */
export async function startStripe() {
  const app = express()
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const requests: string[] = []
  server.prependListener('request', ({ method, url }) => requests.push(`${method} ${url}`))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const standIn = await openStripe({ origin, state: openState() })
  app.use(standIn.router)

  const control = controlStripe(standIn.env)

  return {
    origin,
    env: standIn.env,
    /** Method and path of every call so far. */
    requests,
    control,
    /** Stripe's own SDK, pointed here; without repeats, so that a test sees each answer. */
    sdk: (key = standIn.env.STRIPE_SECRET_KEY!) =>
      new Stripe(key, {
        host: '127.0.0.1',
        port,
        protocol: 'http',
        telemetry: false,
        maxNetworkRetries: 0,
        timeout: 5000,
      }),
    async [Symbol.asyncDispose]() {
      await standIn.close?.()
      server.closeAllConnections()
      server.close()
    },
  }
}

export type TestStripe = Awaited<ReturnType<typeof startStripe>>
