/** The form of the tip box, as a browser sends it that runs no scripts, or has not loaded them yet. */
import * as z from 'zod/mini'
import { providers } from '../providers.ts'

/** Where the form is sent to. */
export const tipFormPath = '/dashboard/open-payment'

/** The ends of the addresses of the page that thanks for a payment, where it has no id that it may show. */
export const paidPages = ['paypal', 'paid'] as const

/** Where a form leads after its payment at PayPal, and where it leads when its tip is paid already. */
export const paidPath = (page: (typeof paidPages)[number]): string => `/dashboard/payment-success/${page}`

/** A switch that is on; browsers leave out the others. */
const on = z.optional(z.string())

/** The fields by their names. What they contain is checked as a `tipRequest`. */
export const tipForm = z.object({
  provider: z.enum(providers),
  creator: z.string(),
  /** Empty for a general tip. */
  goal: z.string(),
  /** Whole units, as they were typed. */
  amount: z.string(),
  currency: z.string(),
  name: z.string(),
  message: z.string(),
  isPrivate: on,
  isAnonymous: on,
  coversFee: on,
})
