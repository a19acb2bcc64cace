/** Calls below `paypal/`. */
import * as z from 'zod/mini'
import { publicCall } from '../call.ts'
import { capturedTip } from './captured-tip.ts'
import { confirmedPayment } from './confirmed-payment.ts'
import { userName } from '../entities.ts'
import { payoutCurrency } from '../money/money.ts'
import { tipRequest } from './tip-request.ts'
import { openingLimits, lookUpLimits } from '../limit-groups.ts'

export const getPaypalCheckoutSettings = publicCall.get('paypal/checkout-settings', {
  summary: 'The settings of PayPal’s button for a creator; fails when the creator has not connected PayPal.',
  query: z.object({ username: userName }),
  response: z.object({
    clientId: z.string(),
    /** Null if the owner of the client id is paid. */
    merchantId: z.nullable(z.string()),
    currency: payoutCurrency,
    /** The URL of the script of PayPal's button; null for PayPal's own. */
    scriptUrl: z.nullable(z.string()),
  }),
})

export const createPaypalOrder = publicCall.post('paypal/create-order', {
  summary:
    'Opens an order at PayPal for a tip. Without `GoalUid` it is a general tip. From PayPal’s page the supporter comes back to /dashboard/payment-success/paypal?token={orderId} or /dashboard/payment-failure.',
  costs:
    'a call to the provider, another for each open order of the checkout, and a row; past the limit of the creator 3–7 ms for each proof',
  limits: openingLimits,
  body: tipRequest,
  response: z.object({
    orderId: z.string(),
    /** PayPal's page for browsers that cannot open PayPal's window; null if PayPal has named none. */
    url: z.nullable(z.url()),
  }),
})

/** PayPal's id of an order. */
const orderId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))

export const capturePaypalOrder = publicCall.post('paypal/capture-order/:orderId', {
  summary:
    'Captures an approved order, once: after a declined payment method the tip needs another order. `clearing`: the payment is pending, and the tip follows when it has cleared.',
  costs: 'one or two calls to the provider',
  limits: lookUpLimits,
  params: z.object({ orderId }),
  response: capturedTip,
})

export const confirmPaypalOrder = publicCall.post('paypal/confirm-order/:orderId', {
  summary:
    'The current status of a payment on PayPal’s page, for everybody who has PayPal’s id of its order. Captures an approved order if the webhook has not.',
  costs: 'one or two calls to the provider',
  limits: lookUpLimits,
  params: z.object({ orderId }),
  response: confirmedPayment,
})
