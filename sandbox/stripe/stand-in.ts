/**
 * The stand-in for Stripe: its two APIs, its pages and its webhooks. The SDK accepts a host without a path, so `/v1` and `/v2`
 * are at the root of the sandbox; everything else is under `/stripe`.
 */
import express, { Router } from 'express'
import { openFaults } from '../faults.ts'
import type { OpenStandIn } from '../stand-in.ts'
import { accountRoutes } from './accounts.ts'
import { activityRoutes } from './activity-page.ts'
import { openStore } from './store.ts'
import { checkoutRoutes } from './checkout-page.ts'
import { controlRoutes } from './control.ts'
import { createHandlers } from './api-handler.ts'
import type { StripeFaults } from './faults.ts'
import { missing } from './api-error.ts'
import { openWebhooks } from './webhooks.ts'
import { disputeRoutes, refundRoutes, sessionRoutes } from './payment-routes.ts'
import { setupRoutes } from './setup-page.ts'

/** Opens the Stripe stand-in. */
export const openStripe: OpenStandIn = ({ origin, state }) => {
  const store = openStore(origin, state)
  const webhooks = openWebhooks(store)
  const faults: StripeFaults = openFaults()
  const context = { store, webhooks }
  const handlers = createHandlers(store, faults)

  const router = Router()
  router.use(['/v1', '/v2', '/stripe'], express.urlencoded({ extended: true }), express.json())
  router.use(
    sessionRoutes(context, handlers),
    refundRoutes(context, handlers),
    disputeRoutes(context, handlers),
    accountRoutes(context, handlers),
  )
  router.use(
    ['/v1', '/v2'],
    handlers.handle(undefined, ({ originalUrl }) => {
      throw missing('API call in this sandbox', originalUrl)
    }),
  )
  router.use(
    checkoutRoutes(context),
    setupRoutes(context),
    activityRoutes(context),
    controlRoutes(context, faults),
  )

  return {
    router,
    env: {
      STRIPE_SECRET_KEY: store.app.secretKey,
      STRIPE_WEBHOOK_SECRET: store.app.webhookSecret,
      STRIPE_ACCOUNT_WEBHOOK_SECRET: store.app.accountWebhookSecret,
      STRIPE_API_URL: origin,
    },
    close: async () => webhooks.close(),
  }
}
