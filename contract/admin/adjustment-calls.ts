/** Calls that two admins use to settle a difference between a tip's ledger and its provider. `npm run admin` does the same. */
import * as z from 'zod/mini'
import { maxAdjustment } from './admin-limits.ts'
import { adminCall } from '../call.ts'
import { isoTime } from '../entities.ts'
import { reason } from './manage-calls.ts'
import { currency } from '../money/money.ts'
import { payoutProvider } from '../payments/payout-calls.ts'
import { comparedKind, statementDifference } from '../payments/statement-calls.ts'
import { toCopied } from '../text.ts'

/**
 * The account on the other side of the creator's: `provider` if the money went back to the supporter or came from there,
 * `provider_fee` for the provider's fee, `platform_fee` for ours.
 */
export const adjustedAccount = z.enum(['provider', 'provider_fee', 'platform_fee'])
export type AdjustedAccount = z.output<typeof adjustedAccount>

export const newAdjustment = z.object({
  tipId: z.uuid(),
  kind: comparedKind,
  account: adjustedAccount,
  /** What the creator's account changes by, in minor units of the tip's currency. */
  amount: z.int().check(
    z.minimum(-maxAdjustment),
    z.maximum(maxAdjustment),
    z.refine((amount) => amount !== 0),
  ),
  /** The transaction at the provider that shows the amount. */
  transactionId: z.string().check(z.overwrite(toCopied), z.minLength(3), z.maxLength(255)),
  reason,
})
export type NewAdjustment = z.output<typeof newAdjustment>

export const adjustment = z.object({
  ...newAdjustment.shape,
  id: z.uuid(),
  provider: payoutProvider,
  mode: z.string(),
  currency,
  /** The creator's user name. */
  creator: z.string(),
  proposedAt: isoTime,
  /** The admin's user name; null for a command on the server, or an erased account. */
  proposedBy: z.nullable(z.string()),
  /** Whether the admin who reads this has proposed it, and so cannot book it. */
  isOwn: z.boolean(),
  decision: z.nullable(z.enum(['booked', 'rejected'])),
  decidedAt: z.nullable(isoTime),
  decidedBy: z.nullable(z.string()),
})
export type Adjustment = z.output<typeof adjustment>

/** A sum of a tip that differs. Its currency may be another one than the tip's. */
export const tipDifference = z.object({
  ...z.omit(statementDifference, { name: true }).shape,
  mode: z.string(),
  currency: z.string(),
  tipCurrency: currency,
  /** The creator's user name. */
  creator: z.string(),
  transactionIds: z.array(z.string()),
})
export type TipDifference = z.output<typeof tipDifference>

export const listAdjustments = adminCall.get('admin/adjustments', {
  summary:
    'Tips whose sums differ from their provider’s, open proposals, and the adjustments decided last, at most twenty of each.',
  response: z.object({
    differences: z.array(tipDifference),
    proposed: z.array(adjustment),
    decided: z.array(adjustment),
  }),
})

export const proposeAdjustment = adminCall.post('admin/propose-adjustment', {
  summary: 'Proposes a movement that settles a difference of a tip. Another admin has to book it. Recorded.',
  body: newAdjustment,
  response: z.object({ id: z.uuid() }),
})

export const decideAdjustment = adminCall.post('admin/decide-adjustment', {
  summary: 'Books an adjustment that another admin has proposed, or rejects it. Recorded.',
  body: z.object({ id: z.uuid(), decision: z.enum(['book', 'reject']), reason }),
})
