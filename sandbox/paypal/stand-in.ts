/** The stand-in for PayPal: its REST API, its browser script, its pages and its webhooks. */
import express, { type ErrorRequestHandler, Router } from 'express'
import { openFaults } from '../faults.ts'
import type { OpenStandIn } from '../stand-in.ts'
import { addActivity } from './activity-page.ts'
import { badRequest, notFound } from './api-error.ts'
import { openStore } from './store.ts'
import { addCheckout } from './checkout-page.ts'
import { addControls } from './control.ts'
import { addDisputeActions } from './dispute-actions.ts'
import { addDisputeCalls } from './disputes.ts'
import { type Api, createApi } from './api-handler.ts'
import type { PaypalFaults } from './faults.ts'
import { openWebhooks } from './webhooks.ts'
import { addLogin } from './identity.ts'
import { addPartnerCalls } from './onboarding.ts'
import { addOrderCalls } from './orders.ts'
import { addPaymentCalls } from './payments.ts'
import { addSdk } from './sdk.ts'
import { addTransactionSearch } from './transaction-search.ts'
import { addSignUp } from './sign-up-page.ts'
import { grantToken } from './tokens.ts'
import { storeRawBody, addNotificationCalls } from './verify-signature.ts'

/** Opens the PayPal stand-in under `/paypal`. */
export const openPaypal: OpenStandIn = ({ origin, state }) => {
  const store = openStore(origin, state)
  const context = { store, webhooks: openWebhooks(store) }
  const faults: PaypalFaults = openFaults()
  const router = Router()
  router.use(
    express.json({ limit: '1mb', verify: storeRawBody }),
    express.urlencoded({ extended: false }),
    express.raw({ type: 'multipart/form-data', limit: '60mb' }),
  )

  const api = createApi(router, store, faults)
  const grant = api.handle('token', (request) => ({ status: 200, body: grantToken(store, request) }))
  router.post('/v1/oauth2/token', grant)
  addOrderCalls(api, context)
  addPaymentCalls(api, context)
  addDisputeCalls(api, context)
  addDisputeActions(api, context)
  addTransactionSearch(api, context)
  addPartnerCalls(api, context)
  addNotificationCalls(router, api, context)
  addLogin(router, api, context)
  addSignUp(router, context)
  addCheckout(router, context)
  addActivity(router, context)
  addSdk(router, context)
  addControls(router, context, faults)
  router.use(refuseUnknown(api), refuseMalformed(api))

  return {
    router: Router().use('/paypal', router),
    page: { path: '/paypal/activity', name: 'PayPal', about: 'payments, refunds and disputes' },
    env: {
      PAYPAL_CLIENT_ID: store.app.clientId,
      PAYPAL_CLIENT_SECRET: store.app.clientSecret,
      PAYPAL_WEBHOOK_ID: store.app.webhookId,
      PAYPAL_PARTNER_ID: store.app.merchantId,
      PAYPAL_PARTNER_MODE: 'true',
      PAYPAL_BN_CODE: store.app.bnCode,
      PAYPAL_TRANSACTION_SEARCH: 'true',
      PAYPAL_API_URL: store.base,
      PAYPAL_WEB_URL: store.base,
      PAYPAL_JS_URL: `${store.base}/web-sdk/v6/core`,
    },
    close: async () => context.webhooks.close(),
  }
}

/** Returns the handler that responds to unknown paths with PayPal's 404. */
function refuseUnknown(api: Api) {
  return api.handle(undefined, () => {
    throw notFound()
  })
}

/** Returns the handler that responds with PayPal's 400 to a body that is not JSON. */
function refuseMalformed(api: Api): ErrorRequestHandler {
  const refuse = api.handle(undefined, () => {
    throw badRequest([{ issue: 'MALFORMED_REQUEST_JSON', location: 'body' }])
  })
  return (error, request, response, next) => {
    if (!(error instanceof SyntaxError)) return next(error)
    void refuse(request, response, next)
  }
}
