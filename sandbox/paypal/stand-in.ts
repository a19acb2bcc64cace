/** The stand-in for PayPal: its REST API, its browser script, its pages and its webhooks. */
import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import { openFaults } from '../faults.ts'
import type { OpenStandIn } from '../stand-in.ts'
import { activityRoutes } from './activity-page.ts'
import { badRequest, notFound } from './api-error.ts'
import { openStore } from './store.ts'
import { checkoutRoutes } from './checkout-page.ts'
import { controlRoutes } from './control.ts'
import { disputeRoutes } from './disputes.ts'
import { type ApiHandlers, createHandlers } from './api-handler.ts'
import type { PaypalFaults } from './faults.ts'
import { openWebhooks } from './webhooks.ts'
import { identityRoutes } from './identity.ts'
import { onboardingRoutes } from './onboarding.ts'
import { orderRoutes } from './orders.ts'
import { paymentRoutes } from './payments.ts'
import { sdkRoutes } from './sdk.ts'
import { signUpRoutes } from './sign-up-page.ts'
import { grantToken } from './tokens.ts'
import { storeRawBody, notificationRoutes } from './verify-signature.ts'

/** Opens the PayPal stand-in under `/paypal`. */
export const openPaypal: OpenStandIn = ({ origin, state }) => {
  const store = openStore(origin, state)
  const webhooks = openWebhooks(store)
  const faults: PaypalFaults = openFaults()
  const context = { store, webhooks }
  const handlers = createHandlers(store, faults)

  const router = Router()
  router.use(express.json({ limit: '1mb', verify: storeRawBody }), express.urlencoded({ extended: false }))
  router.post(
    '/v1/oauth2/token',
    handlers.handlePublic('token', (request) => ({ status: 200, body: grantToken(store, request) })),
  )
  router.use(
    orderRoutes(context, handlers),
    paymentRoutes(context, handlers),
    disputeRoutes(context, handlers),
    notificationRoutes(store, handlers),
  )
  router.use(onboardingRoutes(store, handlers), signUpRoutes(context), identityRoutes(store, handlers))
  router.use(
    checkoutRoutes(context),
    activityRoutes(context),
    sdkRoutes(store),
    controlRoutes(context, faults),
  )
  router.use(unknownRoutes(handlers), bodyErrors(handlers))

  return {
    router: Router().use('/paypal', router),
    env: {
      PAYPAL_CLIENT_ID: store.app.clientId,
      PAYPAL_CLIENT_SECRET: store.app.clientSecret,
      PAYPAL_WEBHOOK_ID: store.app.webhookId,
      PAYPAL_PARTNER_ID: store.app.merchantId,
      PAYPAL_PARTNER_MODE: 'true',
      PAYPAL_BN_CODE: store.app.bnCode,
      PAYPAL_API_URL: store.base,
      PAYPAL_WEB_URL: store.base,
      PAYPAL_JS_URL: `${store.base}/sdk/js`,
    },
    close: async () => webhooks.close(),
  }
}

/** Unknown paths get PayPal's 404. */
function unknownRoutes(handlers: ApiHandlers): RequestHandler {
  return handlers.handlePublic(undefined, () => {
    throw notFound()
  })
}

/** A body that is not JSON gets PayPal's 400. */
function bodyErrors(handlers: ApiHandlers): ErrorRequestHandler {
  const refuse = handlers.handlePublic(undefined, () => {
    throw badRequest([{ issue: 'MALFORMED_REQUEST_JSON', location: 'body' }])
  })
  return (error, request, response, next) => {
    if (!(error instanceof SyntaxError)) return next(error)
    void refuse(request, response, next)
  }
}
