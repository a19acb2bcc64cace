/** What an error says about the payment that a tip has already. */
import * as z from 'zod/mini'
import { goalProgress } from '../goals/goal-progress.ts'
import { currency, minorUnits } from '../money/money.ts'

/** The payment that a checkout has, with the fields that its capture responded with. Its sum may differ from that of the present request. */
export const paidBefore = z.object({
  status: z.enum(['captured', 'clearing']),
  waitsForPayee: z.boolean(),
  /** The goal that it went towards; null for a general tip. */
  goalId: z.nullable(z.string()),
  goalProgress: z.nullable(goalProgress),
  /** The token of the payment's receipt. */
  receipt: z.string(),
  /** The tip without a covered fee. */
  amountMinor: minorUnits,
  currency,
})
export type PaidBefore = z.output<typeof paidBefore>
