/** Calls below `books/`: a creator's statement, refunds and disputes. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { csvQuery } from '../csv-form.ts'
import { tipWorth } from '../entities.ts'
import { currency, minorUnits } from '../money/money.ts'
import { payoutProvider } from './payout-calls.ts'
import { plainText } from '../text.ts'

const refundReasonLength = 200

/**
 * The kind of a movement. `correction` corrects an earlier movement after a provider has changed its report; `adjustment` settles
 * what two admins found to differ from the provider.
 */
export const movementKind = z.enum([
  'capture',
  'fee_set_off',
  'fee_write_off',
  'provider_fee',
  'refund',
  'reversal',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'correction',
  'adjustment',
])
export type MovementKind = z.output<typeof movementKind>

/**
 * One row as its creator sees it: a movement, and in the row of a tip also the provider's fee, if it was booked in the same month (UTC).
 * Amounts are in minor units: positive for money received, negative for money that left. `grossOf` gives the sum without fees.
 */
export const statementEntry = z.object({
  id: z.int(),
  tipId: z.uuid(),
  kind: movementKind,
  bookedAt: z.string(),
  provider: payoutProvider,
  currency,
  /** The public name of the supporter. */
  name: z.string(),
  /** The change of the creator's balance at the provider, after all fees. */
  amount: z.int(),
  /** The fees of the platform and the provider. */
  platformFee: z.int(),
  /** How much of `platformFee` was not deducted, so that `amount` still includes it; negative if owed fees were deducted here. */
  feeOwed: z._default(z.int(), 0),
  providerFee: z.int(),
  /** Whether the provider has not recorded its fee on this payment yet. The fee will be in this row, or in one of its own next month. */
  isFeePending: z.boolean(),
  /** The sum of all amounts up to this row. The money itself is at the provider. */
  balance: z.int(),
  /** How much of the charge can be refunded now. It is 0 when all was returned, or while a refund or dispute is in progress. */
  refundable: minorUnits,
  /** Only of the capture of a tip in another currency than the creator’s. */
  worth: z._default(z.nullable(tipWorth), null),
  /** Only of an adjustment: why it was booked, and the provider's id of the transaction that shows it. */
  adjustment: z._default(z.nullable(z.object({ reason: z.string(), transactionId: z.string() })), null),
})
export type StatementEntry = z.output<typeof statementEntry>

/** Returns what a row's amount was before the fees, which are negative: for a tip, what the supporter paid. */
export function grossOf({
  amount,
  platformFee,
  feeOwed,
  providerFee,
}: Pick<StatementEntry, 'amount' | 'platformFee' | 'feeOwed' | 'providerFee'>): number {
  return amount - platformFee - feeOwed - providerFee
}

const year = z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(9999))
const filters = { year: z.optional(year), kind: z.optional(movementKind) }

/**
 * The totals of a year in one currency. Signed, so that `received`, `returned`, `platformFees`, `feesOwed`, `providerFees` and
 * `disputed` add up to `net`.
 */
export const yearSummary = z.object({
  year: z.int(),
  currency,
  received: z.int(),
  /** Money that went back to supporters: refunds, reversals and lost disputes. */
  returned: z.int(),
  platformFees: z.int(),
  /** Fees of the year that are not deducted yet. Negative if fees of earlier years were deducted this year and exceed them. */
  feesOwed: z.int(),
  providerFees: z.int(),
  /** Money that providers hold back while disputes are open. */
  disputed: z.int(),
  net: z.int(),
})
export type YearSummary = z.output<typeof yearSummary>

/**
 * A payment that does not match its order, for example in amount or currency. It is not a tip and not part of any total. Amounts
 * are in minor units.
 */
export const unmatchedPayment = z.object({
  provider: payoutProvider,
  /** The provider’s id of the payment. */
  paymentId: z.string(),
  foundAt: z.string(),
  /** The amount that was paid. `paidCurrency` is the currency's code in lower case. */
  paid: minorUnits,
  paidCurrency: z.string(),
  /** The amount that the order asked for. */
  expected: minorUnits,
  expectedCurrency: currency,
})
export type UnmatchedPayment = z.output<typeof unmatchedPayment>

/** What reconciliation compares of a tip. */
export const comparedKind = z.enum(['payment', 'refund', 'dispute'])
export type ComparedKind = z.output<typeof comparedKind>

/** A tip whose sum at the provider differs from the statement's. Both sums are changes of the creator's balance in minor units. */
export const statementDifference = z.object({
  tipId: z.uuid(),
  provider: payoutProvider,
  name: z.string(),
  kind: comparedKind,
  /** The day (UTC) of the booking, as YYYY-MM-DD. */
  day: z.string(),
  currency,
  providerAmount: z.int(),
  statementAmount: z.int(),
})
export type StatementDifference = z.output<typeof statementDifference>

/** A payment that waits until the creator accepts it at the provider, because the account has no balance in its currency. */
export const waitingPayment = z.object({
  id: z.uuid(),
  provider: payoutProvider,
  name: z.string(),
  /** What the supporter pays: the tip, and a covered fee. */
  amount: minorUnits,
  currency,
  orderedAt: z.string(),
})
export type WaitingPayment = z.output<typeof waitingPayment>

export const getStatement = creatorCall.get('books/statement', {
  summary:
    'The signed-in creator’s movements, a row for each tip with its fees, latest first, fifty at a time, with the totals of each year.',
  query: z.object({ ...filters, before: z.optional(z.coerce.number().check(z.int(), z.positive())) }),
  response: z.object({
    entries: z.array(statementEntry),
    /** The value of `before` that requests the next page; null on the last page. */
    next: z.nullable(z.int()),
    years: z.array(yearSummary),
    /** Fees that could not be deducted so far. They are deducted from later card payments. */
    feeOwed: z.array(z.object({ currency, amount: z.int() })),
    /** The number of tips whose provider fee is not recorded yet. Until it is, the net amounts are too high. */
    feesPending: z.int(),
    /** Payments that do not match their order and were not refunded, latest first, at most twenty. */
    unmatched: z.array(unmatchedPayment),
    /** Tips whose sums differ. Reconciliation compares them every hour until both sums are the same. */
    differences: z.array(statementDifference),
    /** Payments that wait for the creator, latest first, at most twenty. */
    waiting: z._default(z.array(waitingPayment), []),
  }),
})

export const downloadStatement = creatorCall.get('books/statement-file', {
  summary: 'All rows of the statement as a CSV file, oldest first.',
  costs: 'every movement of the creator, a thousand at a time',
  limits: ['account statement'],
  query: z.object({ ...filters, ...csvQuery }),
  download: 'text/csv',
})

export const refundTip = creatorCall.post('books/refund-tip', {
  summary:
    'Refunds a tip in full or in part (minor units). `asked`: the provider has not responded yet, and the refund is retried automatically.',
  costs: 'one or two calls to the provider',
  limits: ['account refund'],
  body: z.object({
    tipId: z.uuid(),
    amount: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
    reason: plainText(refundReasonLength),
  }),
  response: z.object({ status: z.enum(['done', 'asked']) }),
})

/** A dispute, or an inquiry of a bank, which moves no money: it is `open`, then `won` unless it became a dispute. */
export const dispute = z.object({
  id: z.uuid(),
  tipId: z.uuid(),
  provider: payoutProvider,
  status: z.enum(['open', 'won', 'lost']),
  isInquiry: z._default(z.boolean(), false),
  /** The reason, in the provider's words. */
  reason: z.string(),
  currency,
  amount: minorUnits,
  name: z.string(),
  openedAt: z.string(),
  /** The deadline for responding at the provider; null when there is none or the dispute is over. */
  respondBy: z.nullable(z.string()),
  /** What became of the latest answer that was sent from here; null when there is none. */
  response: z._default(z.nullable(z.enum(['asked', 'done', 'refused'])), null),
})
export type Dispute = z.output<typeof dispute>

export const getDisputes = creatorCall.get('books/disputes', {
  summary: 'Disputes about the signed-in creator’s tips, open ones first, sorted by deadline.',
  response: z.array(dispute),
})

export const getDisputeEvidence = creatorCall.get('books/dispute-evidence', {
  summary: 'The evidence about a disputed tip for the provider, as a text file.',
  query: z.object({ id: z.uuid() }),
  response: z.object({ name: z.string(), text: z.string() }),
})

/**
 * One item of a payout: the money of a tip, or of a refund or dispute of that tip. The amount is in the payout’s currency, in minor
 * units after fees.
 */
export const payoutItem = z.object({
  tipId: z.uuid(),
  kind: comparedKind,
  name: z.string(),
  amount: z.int(),
})
export type PayoutItem = z.output<typeof payoutItem>

/** A payout to the creator’s bank, in the currency of the account at the provider. */
export const payout = z.object({
  id: z.string(),
  provider: payoutProvider,
  status: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']),
  currency: z.string(),
  amount: z.int(),
  /** When the money is expected at the bank. */
  arrivesAt: z.string(),
  /** How many tips, refunds and disputes the payout contains; null until the provider has listed them. */
  itemCount: z.nullable(z.int()),
  /** The latest hundred of these tips, refunds and disputes. */
  items: z.array(payoutItem),
})
export type Payout = z.output<typeof payout>

export const getPayouts = creatorCall.get('books/payouts', {
  summary:
    'The latest payouts to the signed-in creator’s bank with what each held, and what is in no payout yet.',
  response: z.object({
    payouts: z.array(payout),
    onTheWay: z.array(z.object({ currency: z.string(), amount: z.int(), availableAt: z.string() })),
  }),
})
