/** PayPal, on this machine: its REST API, its browser script, its web pages and its webhooks. */
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import { openFaults } from '../faults.ts'
import type { OpenStandIn } from '../stand-in.ts'
import { activityRoutes } from './activity-page.ts'
import { badRequest, notFound } from './api-error.ts'
import { openBook } from './book.ts'
import { checkoutRoutes, returnScript } from './checkout-page.ts'
import { controlRoutes } from './control.ts'
import { disputeRoutes } from './disputes.ts'
import { type Door, openDoor } from './door.ts'
import type { PaypalFaults } from './faults.ts'
import { openHooks } from './hooks.ts'
import { identityRoutes } from './identity.ts'
import { onboardingRoutes } from './onboarding.ts'
import { orderRoutes } from './orders.ts'
import { styleSheet } from './pages.ts'
import { paymentRoutes } from './payments.ts'
import { sdkRoutes } from './sdk.ts'
import { signUpRoutes } from './sign-up-page.ts'
import { grantToken } from './tokens.ts'
import { keepRawBody, notificationRoutes } from './verify.ts'

/** Opens the PayPal stand-in under `/paypal`. */
export const openPaypal: OpenStandIn = ({ origin, state }) => {
  const book = openBook(origin, state)
  const hooks = openHooks(book)
  const faults: PaypalFaults = openFaults()
  const desk = { book, hooks }
  const door = openDoor(book, faults)

  const router = Router()
  router.use(express.json({ limit: '1mb', verify: keepRawBody }), express.urlencoded({ extended: false }))
  router.post(
    '/v1/oauth2/token',
    door.openToAll('token', (request) => ({ status: 200, body: grantToken(book, request) })),
  )
  router.use(
    orderRoutes(desk, door),
    paymentRoutes(desk, door),
    disputeRoutes(desk, door),
    notificationRoutes(book, door),
  )
  router.use(onboardingRoutes(book, door), signUpRoutes(desk), identityRoutes(book, door))
  router.use(checkoutRoutes(desk), activityRoutes(desk), sdkRoutes(book), controlRoutes(desk, faults))
  router.use(assetRoutes())
  router.use(unknownRoutes(door), bodyErrors(door))

  return {
    router: Router().use('/paypal', router),
    env: {
      PAYPAL_CLIENT_ID: book.app.clientId,
      PAYPAL_CLIENT_SECRET: book.app.clientSecret,
      PAYPAL_WEBHOOK_ID: book.app.webhookId,
      PAYPAL_PARTNER_ID: book.app.merchantId,
      PAYPAL_PARTNER_MODE: 'true',
      PAYPAL_BN_CODE: book.app.bnCode,
      PAYPAL_API_URL: book.base,
      PAYPAL_WEB_URL: book.base,
      PAYPAL_JS_URL: `${book.base}/sdk/js`,
    },
    close: async () => hooks.close(),
  }
}

function assetRoutes(): Router {
  const router = Router()
  router.get('/assets/style.css', (_request, response) => void response.type('css').send(styleSheet))
  router.get('/assets/return.js', (_request, response) => void response.type('js').send(returnScript))
  return router
}

/** What the API does not know is refused in its own words. */
function unknownRoutes(door: Door): RequestHandler {
  return door.openToAll(undefined, () => {
    throw notFound()
  })
}

/** So is a body that is no JSON. */
function bodyErrors(door: Door): ErrorRequestHandler {
  const refuse = door.openToAll(undefined, () => {
    throw badRequest([{ issue: 'MALFORMED_REQUEST_JSON', location: 'body' }])
  })
  return (error, request, response, next) => {
    if (!(error instanceof SyntaxError)) return next(error)
    void refuse(request, response, next)
  }
}
