/** The form of the tip box, as a browser sends it that runs no scripts, or has not loaded them yet. */
import * as z from 'zod/mini'
import { failsWith } from './check-error.ts'

/** Where the form is sent to. */
export const tipFormPath = '/dashboard/open-payment'

/** A switch that is on; browsers leave out the others. */
const on = z.optional(z.string())

/** The fields by their names. What they contain is checked as a `tipRequest`. */
export const tipForm = z.object({
  provider: z.enum(['paypal', 'stripe']),
  creator: z.string(),
  /** Empty for a general tip. */
  goal: z.string(),
  /** Whole units. */
  amount: z.string().check(z.regex(/^\d{1,7}$/, failsWith('invalid_amount'))),
  currency: z.string(),
  name: z.string(),
  message: z.string(),
  isPrivate: on,
  isAnonymous: on,
  coversFee: on,
})
