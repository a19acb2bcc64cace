/**
 * Stripe, on this machine: its two APIs, its pages and its webhooks. The SDK takes a host and no path before `/v1` and `/v2`,
 * so both stand at the root of the sandbox; everything else is below `/stripe`.
 */
import express, { Router } from 'express'
import { openFaults } from '../faults.ts'
import type { OpenStandIn } from '../stand-in.ts'
import { accountRoutes } from './accounts.ts'
import { activityRoutes } from './activity-page.ts'
import { openBook } from './book.ts'
import { checkoutRoutes } from './checkout-page.ts'
import { controlRoutes } from './control.ts'
import { openDoor } from './door.ts'
import type { StripeFaults } from './door.ts'
import { missing } from './api-error.ts'
import { openHooks } from './hooks.ts'
import { styleSheet } from './pages.ts'
import { disputeRoutes, refundRoutes, sessionRoutes } from './payments.ts'
import { setupRoutes } from './setup-page.ts'

/** Opens the Stripe stand-in. */
export const openStripe: OpenStandIn = ({ origin, state }) => {
  const book = openBook(origin, state)
  const hooks = openHooks(book)
  const faults: StripeFaults = openFaults()
  const desk = { book, hooks }
  const door = openDoor(book, faults)

  const router = Router()
  router.use(['/v1', '/v2', '/stripe'], express.urlencoded({ extended: true }), express.json())
  router.use(
    sessionRoutes(desk, door),
    refundRoutes(desk, door),
    disputeRoutes(desk, door),
    accountRoutes(desk, door),
  )
  router.use(
    ['/v1', '/v2'],
    door.onPlatform(undefined, ({ originalUrl }) => {
      throw missing('API call in this sandbox', originalUrl)
    }),
  )
  router.use(checkoutRoutes(desk), setupRoutes(desk), activityRoutes(desk), controlRoutes(desk, faults))
  router.get('/stripe/assets/style.css', (_request, response) => void response.type('css').send(styleSheet))

  return {
    router,
    env: {
      STRIPE_SECRET_KEY: book.app.secretKey,
      STRIPE_WEBHOOK_SECRET: book.app.webhookSecret,
      STRIPE_ACCOUNT_WEBHOOK_SECRET: book.app.accountWebhookSecret,
      STRIPE_API_URL: origin,
    },
    close: async () => hooks.close(),
  }
}
