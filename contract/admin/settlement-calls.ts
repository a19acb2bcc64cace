/** Calls with which two admins settle a payment that matches no order of ours. `npm run admin` does the same. */
import * as z from 'zod/mini'
import { adminCall } from '../call.ts'
import { isoTime } from '../entities.ts'
import { payoutProvider } from '../payments/payout-calls.ts'
import { reason } from './manage-calls.ts'
import { toCopied } from '../text.ts'

/**
 * `refund`: the provider sends back what is left of the payment, with our fee. `outside`: a transaction that we did not make has
 * settled it.
 */
export const settlementWay = z.enum(['refund', 'outside'])
export type SettlementWay = z.output<typeof settlementWay>

const payment = {
  provider: payoutProvider,
  /** The provider's id of the payment. */
  paymentId: z.string().check(z.overwrite(toCopied), z.minLength(1), z.maxLength(255)),
}

export const unmatched = z.object({
  ...payment,
  mode: z.string(),
  /** The account that received the payment. */
  payeeId: z.string(),
  /** The creator's user name; null if no order of ours names one. */
  creator: z.nullable(z.string()),
  foundAt: isoTime,
  /** In minor units: what was paid, or what the provider booked of it if no order of ours names the payment. */
  paid: z.int(),
  /** The code in lower case. */
  currency: z.string(),
  /** What the order asked for, in minor units; null if no order of ours names the payment. */
  expected: z.nullable(z.int()),
  expectedCurrency: z.nullable(z.string()),
  /** Whether the payment can be refunded from here. A second payment of a tip is refunded by itself. */
  isRefundable: z.boolean(),
})
export type Unmatched = z.output<typeof unmatched>

/** The provider's id of the transaction that settled the payment. */
const transactionId = z.string().check(z.overwrite(toCopied), z.minLength(3), z.maxLength(255))

export const newSettlement = z.discriminatedUnion('way', [
  z.object({ ...payment, way: z.literal('refund'), reason }),
  z.object({ ...payment, way: z.literal('outside'), transactionId, reason }),
])
export type NewSettlement = z.output<typeof newSettlement>

export const settlement = z.object({
  ...payment,
  id: z.uuid(),
  way: settlementWay,
  transactionId: z.nullable(z.string()),
  reason: z.string(),
  proposedAt: isoTime,
  /** The admin's user name; null for a command on the server, or an erased account. */
  proposedBy: z.nullable(z.string()),
  /** Whether the admin who reads this has proposed it, and so cannot carry it out. */
  isOwn: z.boolean(),
  decision: z.nullable(z.enum(['settled', 'rejected'])),
  decidedAt: z.nullable(isoTime),
  decidedBy: z.nullable(z.string()),
})
export type Settlement = z.output<typeof settlement>

export const listUnmatched = adminCall.get('admin/unmatched-payments', {
  summary:
    'Payments that match no order, proposals to settle one, and the settlements decided last, at most twenty of each.',
  response: z.object({
    payments: z.array(unmatched),
    proposed: z.array(settlement),
    decided: z.array(settlement),
  }),
})

export const proposeSettlement = adminCall.post('admin/propose-settlement', {
  summary:
    'Proposes how to settle a payment that matches no order. Another admin has to confirm it. Recorded.',
  body: newSettlement,
  response: z.object({ id: z.uuid() }),
})

export const decideSettlement = adminCall.post('admin/decide-settlement', {
  summary:
    'Settles a payment as another admin has proposed, which may refund it at the provider, or rejects the proposal. Recorded.',
  costs: 'calls to the payment provider, for a refund',
  body: z.object({ id: z.uuid(), decision: z.enum(['settle', 'reject']), reason }),
})
