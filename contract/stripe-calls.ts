/** Calls below `stripe/`. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { minorUnits, payoutCurrency } from './money.ts'
import { receiptToken } from './receipt-calls.ts'
import { tipRequest } from './tip-request.ts'

export const createCheckoutSession = defineCall({
  method: 'POST',
  path: 'stripe/create-checkout-session',
  access: 'public',
  summary:
    'Opens a page at Stripe on which a tip is paid by card; the fan comes back to /dashboard/payment-success/{sessionId} or /dashboard/payment-failure.',
  body: tipRequest,
  response: z.object({ sessionId: z.string(), url: z.url() }),
})

/** How a card payment stands. `open`: nobody has paid on Stripe's page yet. */
export const checkoutStatus = z.enum(['captured', 'clearing', 'open', 'failed'])

export const confirmCheckoutSession = defineCall({
  method: 'POST',
  path: 'stripe/confirm-checkout-session/:sessionId',
  access: 'public',
  summary:
    'How a card payment stands at Stripe now; a paid one is booked if the webhook has not done so. Whoever has the session’s id may ask.',
  params: z.object({ sessionId: z.string().check(z.regex(/^cs_[A-Za-z0-9_]{8,250}$/)) }),
  response: z.object({
    status: checkoutStatus,
    creatorName: z.string(),
    creatorUserName: z.string(),
    goalUid: z.nullable(z.uuid()),
    goalTitle: z.nullable(z.string()),
    /** The tip itself. */
    amount: minorUnits,
    /** What was charged: the tip, and the service fee where the fan covers it. */
    charged: minorUnits,
    currency: payoutCurrency,
    receipt: receiptToken,
  }),
})
