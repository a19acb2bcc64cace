/** Calls for a supporter's receipt: a page with a secret link, which shows the tip's progress up to its alert on the stream. */
import * as z from 'zod/mini'
import { email } from '../accounts/account-fields.ts'
import { publicCall } from '../call.ts'
import { countryCode } from './countries.ts'
import { isoTime, userName } from '../entities.ts'
import { currency, minorUnits } from '../money/money.ts'
import { payoutProvider } from './payout-calls.ts'

/** The secret token in the link to a receipt. */
export const receiptToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/**
 * The progress of a tip. `open`: not paid yet. `paid`: paid, but not yet sent to the creator's overlays. `sent`: sent to them.
 * `held`: the creator reviews it first, and may never show it. `shown`: the creator's active overlay has drawn it for two seconds
 * or more. `returned`: all of it was refunded or lost in a dispute.
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
  /** Whether a clearing payment waits until the creator accepts it at the provider. */
  waitsForPayee: z._default(z.boolean(), false),
  /** The number of the order. We and the provider can find the payment by it. */
  number: z.uuid(),
  creator: z.object({ user_name: userName, display_name: z.string(), image: z.nullable(z.string()) }),
  /** The creator’s legal name and address, if the creator wants them on receipts. */
  seller: z.nullable(z.object({ name: z.string(), address: z.string(), country: countryCode })),
  goalTitle: z.nullable(z.string()),
  /** The public name of the supporter. */
  name: z.string(),
  /** The tip's message, only for the account that wrote it; null for everybody else. */
  message: z.nullable(z.string()),
  amount: minorUnits,
  fee: minorUnits,
  /** Whether the supporter paid the fee on top of the amount. */
  isFeeCovered: z.boolean(),
  charged: minorUnits,
  /** The part of the amount that was refunded or lost in a dispute. */
  returned: minorUnits,
  currency,
  provider: payoutProvider,
  /** The provider's reference for the payment; null until it is paid. */
  reference: z.nullable(z.string()),
  orderedAt: isoTime,
  paidAt: z.nullable(isoTime),
  sentAt: z.nullable(isoTime),
  /** When the alert began, and how many milliseconds of it were visible; null where that was not recorded. */
  shownAt: z.nullable(isoTime),
  shownMs: z.nullable(z.int()),
})
export type Receipt = z.output<typeof receipt>

export const getReceipt = publicCall.post('account/receipt', {
  summary:
    'The current receipt of a link, for everybody who has the link. The token is in the body so that no log contains it.',
  costs: 'one to three reads by index',
  body: z.object({ token: receiptToken }),
  response: receipt,
})

export const sendReceipt = publicCall.post('account/send-receipt', {
  summary:
    'Emails the receipt of a paid tip to the given address; at most three times a day for each receipt.',
  costs: 'a row and a mail',
  limits: ['account receipt-mail', 'account receipt-address', 'account link-net'],
  body: z.object({ token: receiptToken, email }),
})
