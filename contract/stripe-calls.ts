/** Calls below `stripe/`. */
import * as z from 'zod/mini'
import { publicCall } from './call.ts'
import { capturedTip } from './captured-tip.ts'
import { userName } from './entities.ts'
import { goalProgress } from './goal-progress.ts'
import { currency, minorUnits } from './money.ts'
import { receiptToken } from './receipt-calls.ts'
import { tipRequest } from './tip-request.ts'

export const createCheckoutSession = publicCall.post('stripe/create-checkout-session', {
  summary:
    'Opens a page at Stripe to pay a tip by card. Stripe sends the supporter back to /dashboard/payment-success/{sessionId} or /dashboard/payment-failure.',
  body: tipRequest,
  response: z.object({ sessionId: z.string(), url: z.url() }),
})

/** The status of a card payment. `open`: the supporter has not paid on Stripe's page yet. */
export const checkoutStatus = z.enum(['captured', 'clearing', 'open', 'failed'])

export const confirmCheckoutSession = publicCall.post('stripe/confirm-checkout-session/:sessionId', {
  summary:
    'The current status of a card payment at Stripe, for everybody who has the id of its session or, for a wallet, of the payment. Records a paid tip if the webhook has not.',
  params: z.object({ sessionId: z.string().check(z.regex(/^(cs|pi)_[A-Za-z0-9_]{8,250}$/)) }),
  response: z.object({
    status: checkoutStatus,
    creatorName: z.string(),
    creatorUserName: z.string(),
    goalUid: z.nullable(z.uuid()),
    goalTitle: z.nullable(z.string()),
    /** Null for a general tip, until the payment is captured, and a day after that. */
    goalProgress: z.nullable(goalProgress),
    /** The tip without a covered fee. */
    amount: minorUnits,
    /** The amount charged: the tip, plus the service fee if the supporter covers it. */
    charged: minorUnits,
    currency,
    receipt: receiptToken,
    /** Whether the tip had been paid already in another way, so that this payment is sent back in full. */
    isRepeat: z._default(z.boolean(), false),
  }),
})

export const getWalletSettings = publicCall.get('stripe/wallet-settings', {
  summary:
    'The settings of the buttons for Apple Pay and Google Pay on a creator’s page. `wallets` is null where they are not offered.',
  query: z.object({ username: userName }),
  response: z.object({
    wallets: z.nullable(
      z.object({
        publishableKey: z.string(),
        /** The creator's account at Stripe, on which the payment is made. */
        accountId: z.string(),
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
  body: tipRequest,
  response: z.object({
    paymentId,
    /** The secret with which Stripe’s script on this page has the wallet pay. */
    clientSecret: z.string(),
  }),
})

export const confirmWalletPayment = publicCall.post('stripe/confirm-wallet-payment/:paymentId', {
  summary: 'Records the tip of a payment by a wallet, if it is paid and the webhook has not recorded it.',
  params: z.object({ paymentId }),
  response: capturedTip,
})
