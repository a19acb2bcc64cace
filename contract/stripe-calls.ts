/** Calls below `stripe/`. */
import * as z from 'zod/mini'
import { publicCall } from './call.ts'
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
    'The current status of a card payment at Stripe, for everybody who has the session’s id. Records a paid tip if the webhook has not.',
  params: z.object({ sessionId: z.string().check(z.regex(/^cs_[A-Za-z0-9_]{8,250}$/)) }),
  response: z.object({
    status: checkoutStatus,
    creatorName: z.string(),
    creatorUserName: z.string(),
    goalUid: z.nullable(z.uuid()),
    goalTitle: z.nullable(z.string()),
    /** Null or absent for a general tip, until the payment is captured, a day after that, and at servers of an earlier release. */
    goalProgress: z.nullish(goalProgress),
    /** The tip without a covered fee. */
    amount: minorUnits,
    /** The amount charged: the tip, plus the service fee if the supporter covers it. */
    charged: minorUnits,
    currency,
    receipt: receiptToken,
  }),
})
