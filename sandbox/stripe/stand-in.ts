/**
 * The stand-in for Stripe: its APIs v1 and v2, its pages and its webhooks. The SDK can be pointed at a host but not at a path, so
 * `/v1` and `/v2` are at the root of the sandbox; everything else is under `/stripe`.
 */
import express, { Router } from 'express'
import { openFaults } from '../faults.ts'
import type { OpenStandIn } from '../stand-in.ts'
import { addAccountCalls } from './accounts.ts'
import { addActivity } from './activity-page.ts'
import { openStore } from './store.ts'
import { addCheckout } from './checkout-page.ts'
import { addControls } from './control.ts'
import { createApi } from './api-handler.ts'
import type { StripeFaults } from './faults.ts'
import { addIntentCalls } from './intent-routes.ts'
import { missing } from './api-error.ts'
import { addDomainCalls } from './domains.ts'
import { addElements } from './elements.ts'
import { addFileCalls, readUpload } from './files.ts'
import { openWebhooks } from './webhooks.ts'
import { addDisputeCalls, addFeeCalls, addRefundCalls, addSessionCalls } from './payment-routes.ts'
import { addTransactionCalls } from './transaction-routes.ts'
import { addSetup } from './setup-page.ts'
import { addWebhookCalls } from './webhook-routes.ts'

/** Opens the Stripe stand-in. */
export const openStripe: OpenStandIn = ({ origin, state }) => {
  const store = openStore(origin, state)
  const context = { store, webhooks: openWebhooks(store) }
  const faults: StripeFaults = openFaults()
  const router = Router()
  router.use('/v1/files', express.raw({ type: 'multipart/form-data', limit: '20mb' }), readUpload)
  router.use(['/v1', '/v2', '/stripe'], express.urlencoded({ extended: true, limit: '1mb' }), express.json())

  const api = createApi(router, store, faults)
  addSessionCalls(api, context)
  addIntentCalls(api, context)
  addRefundCalls(api, context)
  addDisputeCalls(api, context)
  addFileCalls(api, context)
  addFeeCalls(api, context)
  addTransactionCalls(api, context)
  addAccountCalls(api, context)
  addWebhookCalls(api, context)
  addDomainCalls(api, context)
  const refuseUnknown = api.handle(undefined, ({ originalUrl }) => {
    throw missing('API call in this sandbox', originalUrl)
  })
  router.use(['/v1', '/v2'], refuseUnknown)
  addCheckout(router, context)
  addElements(router, context)
  addSetup(router, context)
  addActivity(router, context)
  addControls(router, context, faults)

  return {
    router,
    page: {
      path: '/stripe/activity',
      name: 'Stripe',
      about: 'card payments, bank debits, refunds and disputes',
    },
    env: {
      STRIPE_SECRET_KEY: store.app.secretKey,
      STRIPE_PUBLISHABLE_KEY: store.app.publishableKey,
      STRIPE_WEBHOOK_SECRET: store.app.webhookSecret,
      STRIPE_ACCOUNT_WEBHOOK_SECRET: store.app.accountWebhookSecret,
      STRIPE_API_URL: origin,
      STRIPE_JS_URL: `${origin}/stripe/js`,
    },
    close: async () => context.webhooks.close(),
  }
}
