/** How far a tip moved its goal; both confirmations of a payment respond with it. */
import * as z from 'zod/mini'
import { minorUnits, payoutCurrency } from '../money/money.ts'

/** A goal's target, and what it had received before a tip and with it. */
export const goalProgress = z.object({
  amount: minorUnits,
  before: minorUnits,
  after: minorUnits,
  currency: payoutCurrency,
})
export type GoalProgress = z.output<typeof goalProgress>
