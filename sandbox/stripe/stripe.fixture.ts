/** Starts the Stripe stand-in on its own port, and calls its controls. */
import Stripe from 'stripe'
import { type Control, controlAt, startStandIn } from '../stand-in.fixture.ts'
import { openStripe } from './stand-in.ts'

export type StripeControl = Control

export interface PaidSession {
  sessionId: string
  status: string
  intentId: string | null
}

/** Returns the caller of the control endpoints of the stand-in that an environment points at. */
export function controlStripe(env: Record<string, string>): StripeControl {
  return controlAt(`${env.STRIPE_API_URL}/stripe/control`)
}

/** Starts the stand-in; `await using` closes it. */
export async function startStripe() {
  const standIn = await startStandIn(openStripe, 'stripe')
  return {
    ...standIn,
    /** Stripe's SDK pointed at the stand-in, without retries. */
    sdk: (key = standIn.env.STRIPE_SECRET_KEY!) =>
      new Stripe(key, {
        host: '127.0.0.1',
        port: standIn.port,
        protocol: 'http',
        telemetry: false,
        maxNetworkRetries: 0,
        timeout: 60_000,
      }),
  }
}

export type TestStripe = Awaited<ReturnType<typeof startStripe>>
