/** Calls below `paypal/`. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { userName } from './entities.ts'
import { payoutCurrency } from './money.ts'
import { receiptToken } from './receipt-calls.ts'
import { tipRequest } from './tip-request.ts'

export const getPaypalCheckoutSettings = defineCall({
  method: 'GET',
  path: 'paypal/checkout-settings',
  access: 'public',
  summary: 'The settings of PayPal’s buttons for a creator; fails when the creator has not connected PayPal.',
  query: z.object({ username: userName }),
  response: z.object({
    clientId: z.string(),
    merchantId: z.string(),
    currency: payoutCurrency,
    /** Where to load the script of the buttons from; null for PayPal’s own address. */
    sdkBaseUrl: z.nullable(z.string()),
  }),
})

export const createPaypalOrder = defineCall({
  method: 'POST',
  path: 'paypal/create-order',
  access: 'public',
  summary: 'Opens an order at PayPal for a tip. Without `GoalUid` it is a general tip.',
  body: tipRequest,
  response: z.object({ orderId: z.string() }),
})

export const capturePaypalOrder = defineCall({
  method: 'POST',
  path: 'paypal/capture-order/:orderId',
  access: 'public',
  summary:
    'Captures an approved order. `clearing`: the payment is pending, and the tip follows when it has cleared.',
  params: z.object({ orderId: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)) }),
  response: z.object({ status: z.enum(['captured', 'clearing']), receipt: receiptToken }),
})
