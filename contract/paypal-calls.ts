/** Calls below `paypal/`. */
import * as z from 'zod/mini'
import { publicCall } from './call.ts'
import { capturedTip } from './captured-tip.ts'
import { userName } from './entities.ts'
import { payoutCurrency } from './money.ts'
import { tipRequest } from './tip-request.ts'

export const getPaypalCheckoutSettings = publicCall.get('paypal/checkout-settings', {
  summary: 'The settings of PayPal’s buttons for a creator; fails when the creator has not connected PayPal.',
  query: z.object({ username: userName }),
  response: z.object({
    clientId: z.string(),
    merchantId: z.string(),
    currency: payoutCurrency,
    /** The URL from which to load the script of PayPal's buttons; null to load it from PayPal. */
    sdkBaseUrl: z.nullable(z.string()),
  }),
})

export const createPaypalOrder = publicCall.post('paypal/create-order', {
  summary: 'Opens an order at PayPal for a tip. Without `GoalUid` it is a general tip.',
  body: tipRequest,
  response: z.object({ orderId: z.string() }),
})

export const capturePaypalOrder = publicCall.post('paypal/capture-order/:orderId', {
  summary:
    'Captures an approved order. `clearing`: the payment is pending, and the tip follows when it has cleared.',
  params: z.object({ orderId: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)) }),
  body: z.object({
    /** How many times the supporter has approved this order. Each declined capture needs another approval. */
    approvals: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1),
  }),
  response: capturedTip,
})
