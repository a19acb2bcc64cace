/** A fan's own receipt, reached by a link that nobody guesses, and following the tip to the stream. */
import * as z from 'zod/mini'
import { email } from './account-fields.ts'
import { defineCall } from './call.ts'
import { isoTime, userName } from './entities.ts'
import { minorUnits, payoutCurrency } from './money.ts'

/** What a link to a receipt carries. */
export const receiptToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/**
 * How far a tip has come. `open`: nobody has paid yet. `paid`: it is on its way to the stream. `sent`: the creator's overlays
 * were given it. `held`: the creator looks at it before it is shown, and may not show it. `shown`: one that has the creator's
 * trust said that it was on the stream. `returned`: all of it went back.
 */
export const receiptState = z.enum([
  'open',
  'clearing',
  'failed',
  'paid',
  'held',
  'sent',
  'shown',
  'returned',
])
export type ReceiptState = z.output<typeof receiptState>

export const receipt = z.object({
  state: receiptState,
  /** By which we and the provider find the payment. */
  number: z.uuid(),
  creator: z.object({ user_name: userName, display_name: z.string(), image: z.nullable(z.string()) }),
  goalTitle: z.nullable(z.string()),
  /** As everybody may know it. */
  name: z.string(),
  /** For the account that wrote it alone; null for everybody else. */
  message: z.nullable(z.string()),
  amount: minorUnits,
  fee: minorUnits,
  /** The fan paid the fee on top of the amount. */
  isFeeCovered: z.boolean(),
  charged: minorUnits,
  /** So much of the amount has gone back. */
  returned: minorUnits,
  currency: payoutCurrency,
  provider: z.enum(['paypal', 'stripe']),
  /** The provider's word for the payment, once there is one. */
  reference: z.nullable(z.string()),
  orderedAt: isoTime,
  paidAt: z.nullable(isoTime),
  sentAt: z.nullable(isoTime),
  shownAt: z.nullable(isoTime),
})
export type Receipt = z.output<typeof receipt>

export const getReceipt = defineCall({
  method: 'POST',
  path: 'account/receipt',
  access: 'public',
  summary:
    'The receipt behind a link, as it stands now. Whoever has the link may ask; the token is sent in the body, so that it stands in no log.',
  body: z.object({ token: receiptToken }),
  response: receipt,
})

export const sendReceipt = defineCall({
  method: 'POST',
  path: 'account/send-receipt',
  access: 'public',
  summary: 'Mails the receipt of a paid tip to an address that the fan gives; three a day for each receipt.',
  body: z.object({ token: receiptToken, email }),
  response: z.object({}),
})
