/** The response to a browser whose supporter has paid on our own page. */
import * as z from 'zod/mini'
import { goalProgress } from '../goals/goal-progress.ts'
import { receiptToken } from './receipt-calls.ts'

/** `clearing`: the payment is pending, and the tip follows when it has cleared. */
export const capturedTip = z.object({
  status: z.enum(['captured', 'clearing']),
  /** Whether a clearing payment waits until the creator accepts it at PayPal, for at most 30 days. */
  waitsForPayee: z.boolean(),
  /** Null for a general tip, while the payment is clearing, and a day after the payment. */
  goalProgress: z.nullable(goalProgress),
  receipt: receiptToken,
  /** Whether the tip had been paid already in another way, so that this payment is sent back in full. */
  isRepeat: z.boolean(),
})
export type CapturedTip = z.output<typeof capturedTip>
