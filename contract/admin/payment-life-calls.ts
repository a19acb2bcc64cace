/** Calls that admins use to look at one payment, and at work that has failed for good. */
import * as z from 'zod/mini'
import { adminCall } from '../call.ts'
import { isoTime } from '../entities.ts'
import { destination } from '../destinations.ts'
import { reason } from './manage-calls.ts'
import { currency } from '../money/money.ts'
import { toCopied } from '../text.ts'

/** An id as somebody pastes it: of a tip, order, receipt, capture, session, charge, refund or dispute. */
export const paymentId = z.string().check(z.overwrite(toCopied), z.minLength(3), z.maxLength(255))

export const paymentStep = z.object({
  at: isoTime,
  kind: z.enum(['order', 'capture', 'ledger', 'delivery', 'refund', 'dispute', 'webhook']),
  /** The id at the provider, the ledger's accounts with their amounts, the destination, or the type of the webhook. */
  name: z.string(),
  state: z.string(),
  /** In minor units of the payment's currency. */
  amount: z.nullable(z.int()),
  attempts: z.nullable(z.int()),
  /** Why it failed. */
  problem: z.nullable(z.string()),
})
export type PaymentStep = z.output<typeof paymentStep>

export const paymentLife = z.object({
  orderId: z.uuid(),
  tipId: z.nullable(z.uuid()),
  provider: z.string(),
  mode: z.string(),
  /** The creator's user name. */
  creator: z.string(),
  amount: z.int(),
  currency,
  steps: z.array(paymentStep),
})
export type PaymentLife = z.output<typeof paymentLife>

export const findPaymentLife = adminCall.get('admin/payment', {
  summary: 'A payment by any of its ids, with all that happened to it, without names and messages. Recorded.',
  costs:
    'rows of one payment by index, and at most 500 webhooks of its account for each time, for admins only',
  query: z.object({ id: paymentId }),
  response: paymentLife,
})

/** Work that is not tried again by itself. A webhook and other work on payments are named by their key. */
export const failedItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delivery'), eventId: z.uuid(), destination }),
  z.object({
    kind: z.enum(['webhook', 'report', 'refund', 'response']),
    key: z.string().check(z.maxLength(600)),
  }),
])
export type FailedItem = z.output<typeof failedItem>

export const listFailedItems = adminCall.get('admin/failed', {
  summary: 'Deliveries, webhooks and other work on payments that gave up, at most twenty of each kind.',
  response: z.array(z.object({ item: failedItem, at: isoTime, reason: z.string() })),
})

export const endFailedItem = adminCall.post('admin/end-failed', {
  summary: 'Tries work that gave up once more, or drops a delivery or webhook for good. Recorded.',
  body: z.object({ item: failedItem, decision: z.enum(['retry', 'drop']), reason }),
})
