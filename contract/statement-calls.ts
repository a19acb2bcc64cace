/** Calls below `books/`: what a creator was given, gave back, and is still owed or asked for. */
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { minorUnits, payoutCurrency } from './money.ts'
import { plainText } from './text.ts'

const refundReasonLength = 200

/** What a movement was. `correction` puts right an earlier one, when a provider changed what it had said. */
export const movementKind = z.enum([
  'capture',
  'fee_set_off',
  'provider_fee',
  'refund',
  'reversal',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'correction',
])
export type MovementKind = z.output<typeof movementKind>

const provider = z.enum(['paypal', 'stripe'])

/** One movement as its creator sees it; amounts in minor units, what came in positive, what went out negative. */
export const statementEntry = z.object({
  id: z.int(),
  tipId: z.uuid(),
  kind: movementKind,
  bookedAt: z.string(),
  provider,
  currency: payoutCurrency,
  /** Who tipped; anonymous tips stay so. */
  name: z.string(),
  /** What it changed for the creator. */
  amount: z.int(),
  /** Of it, the platform’s and the provider’s fees. */
  platformFee: z.int(),
  providerFee: z.int(),
  /** The creator’s balance after it, over all movements up to it. */
  balance: z.int(),
  /** What of the charge could be given back now; 0 when all has gone back, or something is under way. */
  refundable: minorUnits,
})
export type StatementEntry = z.output<typeof statementEntry>

const year = z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(9999))
const filters = { year: z.optional(year), kind: z.optional(movementKind) }

/** What came of a year, in one currency. */
export const yearSummary = z.object({
  year: z.int(),
  currency: payoutCurrency,
  received: z.int(),
  returned: z.int(),
  platformFees: z.int(),
  providerFees: z.int(),
  net: z.int(),
})
export type YearSummary = z.output<typeof yearSummary>

export const getStatement = defineCall({
  method: 'GET',
  path: 'books/statement',
  access: 'creator',
  summary:
    'The signed-in creator’s movements, the latest first, fifty at a time, with what each year came to.',
  query: z.object({ ...filters, before: z.optional(z.coerce.number().check(z.int(), z.positive())) }),
  response: z.object({
    entries: z.array(statementEntry),
    /** Ask for what comes `before` this one; null at the end. */
    next: z.nullable(z.int()),
    years: z.array(yearSummary),
    /** Fees that could not be split off yet, and are set off against later card payments. */
    feeOwed: z.array(z.object({ currency: payoutCurrency, amount: z.int() })),
  }),
})

export const getStatementCsv = defineCall({
  method: 'GET',
  path: 'books/statement-csv',
  access: 'creator',
  summary: 'The same movements as a CSV file, oldest first, all of them.',
  query: z.object(filters),
  response: z.object({ name: z.string(), csv: z.string() }),
})

export const refundTip = defineCall({
  method: 'POST',
  path: 'books/refund-tip',
  access: 'creator',
  summary:
    'Gives a tip back, whole or in part (minor units). `asked`: the provider has not answered yet; it will be asked again by itself.',
  body: z.object({
    tipId: z.uuid(),
    amount: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
    reason: plainText(refundReasonLength),
  }),
  response: z.object({ status: z.enum(['done', 'asked']) }),
})

export const dispute = z.object({
  id: z.uuid(),
  tipId: z.uuid(),
  provider,
  status: z.enum(['open', 'won', 'lost']),
  /** The provider’s word for it. */
  reason: z.string(),
  currency: payoutCurrency,
  amount: minorUnits,
  name: z.string(),
  openedAt: z.string(),
  /** Until when to answer, at the provider; null when it does not say or is over. */
  respondBy: z.nullable(z.string()),
})
export type Dispute = z.output<typeof dispute>

export const getDisputes = defineCall({
  method: 'GET',
  path: 'books/disputes',
  access: 'creator',
  summary: 'Disputes about the signed-in creator’s tips, the open ones first, by their deadline.',
  response: z.array(dispute),
})

export const getDisputeEvidence = defineCall({
  method: 'GET',
  path: 'books/dispute-evidence',
  access: 'creator',
  summary: 'What there is to show a provider about a disputed tip, as a file of text.',
  query: z.object({ id: z.uuid() }),
  response: z.object({ name: z.string(), text: z.string() }),
})
