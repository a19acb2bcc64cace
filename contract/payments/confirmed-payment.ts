/** What the page that follows a payment on a provider's own page shows of it. */
import * as z from 'zod/mini'
import { goalProgress } from '../goals/goal-progress.ts'
import { currency, minorUnits } from '../money/money.ts'
import { receiptToken } from './receipt-calls.ts'

export const confirmedPayment = z.object({
  /** `open`: the supporter has not paid on the provider's page yet. */
  status: z.enum(['captured', 'clearing', 'open', 'failed']),
  /** Whether a clearing payment waits until the creator accepts it at PayPal, for at most 30 days. */
  waitsForPayee: z._default(z.boolean(), false),
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
})
export type ConfirmedPayment = z.output<typeof confirmedPayment>
