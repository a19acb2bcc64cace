/** Calls below `stripe/`. */
import * as z from 'zod/mini'
import { publicCall } from '../call.ts'
import { capturedTip } from './captured-tip.ts'
import { userName } from '../entities.ts'
import { confirmedPayment } from './confirmed-payment.ts'
import { tipRequest } from './tip-request.ts'
import { openingLimits, lookUpLimits } from '../limit-groups.ts'

export const createCheckoutSession = publicCall.post('stripe/create-checkout-session', {
  summary:
    'Opens a page at Stripe to pay a tip by card. Stripe sends the supporter back to /dashboard/payment-success/{sessionId} or /dashboard/payment-failure.',
  costs:
    'a call to the provider, another for each open order of the checkout, and a row; past the limit of the creator 3–7 ms for each proof',
  limits: openingLimits,
  body: tipRequest,
  response: z.object({ sessionId: z.string(), url: z.url() }),
})

export const confirmCheckoutSession = publicCall.post('stripe/confirm-checkout-session/:sessionId', {
  summary:
    'The current status of a card payment at Stripe, for everybody who has the id of its session or, for a wallet, of the payment. Records a paid tip if the webhook has not.',
  costs: 'one or two calls to the provider',
  limits: lookUpLimits,
  params: z.object({ sessionId: z.string().check(z.regex(/^(cs|pi)_[A-Za-z0-9_]{8,250}$/)) }),
  response: confirmedPayment,
})

export const getWalletSettings = publicCall.get('stripe/wallet-settings', {
  summary:
    'The settings of the buttons for Apple Pay and Google Pay on a creator’s page. `wallets` is null where they are not offered.',
  query: z.object({ username: userName }),
  response: z.object({
    wallets: z.nullable(
      z.object({
        publishableKey: z.string(),
        /** The creator's account at Stripe. It receives the payment. */
        /** Null if the account of the key takes the payments. */
        accountId: z.nullable(z.string()),
        /** The URL of Stripe's script; null for Stripe's own. */
        scriptUrl: z.nullable(z.string()),
      }),
    ),
  }),
})

/** Stripe's id of a payment by a wallet. */
const paymentId = z.string().check(z.regex(/^pi_[A-Za-z0-9_]{8,250}$/))

export const createWalletPayment = publicCall.post('stripe/create-wallet-payment', {
  summary: 'Opens a payment at Stripe for a tip that the supporter has confirmed in Apple Pay or Google Pay.',
  costs:
    'a call to the provider, another for each open order of the checkout, and a row; past the limit of the creator 3–7 ms for each proof',
  limits: openingLimits,
  body: tipRequest,
  response: z.object({
    paymentId,
    /** The secret that Stripe’s script on this page needs to have the wallet pay. */
    clientSecret: z.string(),
  }),
})

export const confirmWalletPayment = publicCall.post('stripe/confirm-wallet-payment/:paymentId', {
  summary: 'Records the tip of a payment by a wallet, if it is paid and the webhook has not recorded it.',
  costs: 'one or two calls to the provider',
  limits: lookUpLimits,
  params: z.object({ paymentId }),
  response: capturedTip,
})
