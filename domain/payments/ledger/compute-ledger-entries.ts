/**
 * Which ledger entries every event of a tip makes. Nothing else decides on an amount in the ledger: the statement that records
 * captures takes its entries from `captureRules`, refunds and disputes take theirs from `computeLedgerEntries`.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { shareOf } from '../../../contract/money.ts'
import type { DisputeRow, RefundRow } from '../../../db/ledger-tables.ts'
import type { FeeMode, LedgerAccount, LedgerKind } from '../../../db/schema.ts'

/** The amounts that the entries of a capture are made of, in minor units, none of them negative. */
export interface CaptureAmounts {
  /** What the supporter paid: the tip, and the fee where the supporter covers it. */
  charged: number
  /** The service fee, where the provider split it off the payment. */
  splitFee: number
  /** The service fee, where the provider could not split it off. */
  owedFee: number
  /** What was split off on top, to pay for fees owed from earlier tips. */
  setOff: number
  /** What the provider kept for itself; 0 while it is not known. */
  providerFee: number
}

export type CaptureKind = Extract<LedgerKind, 'capture' | 'fee_set_off' | 'provider_fee'>

interface EntryRule {
  kind: CaptureKind
  account: LedgerAccount
  plus?: (keyof CaptureAmounts)[]
  minus?: (keyof CaptureAmounts)[]
}

/** The rules of one kind sum to zero: they are one movement of the ledger. The provider's fee may become known later. */
export const captureRules: readonly EntryRule[] = [
  { kind: 'capture', account: 'provider', minus: ['charged'] },
  { kind: 'capture', account: 'creator', plus: ['charged'], minus: ['splitFee'] },
  { kind: 'capture', account: 'fee_owed', minus: ['owedFee'] },
  { kind: 'capture', account: 'platform_fee', plus: ['splitFee', 'owedFee'] },
  { kind: 'fee_set_off', account: 'creator', minus: ['setOff'] },
  { kind: 'fee_set_off', account: 'fee_owed', plus: ['setOff'] },
  { kind: 'provider_fee', account: 'creator', minus: ['providerFee'] },
  { kind: 'provider_fee', account: 'provider_fee', plus: ['providerFee'] },
]

/** Where a statement finds each amount: columns of a row `t` that is a tip with its order's `fee_mode` and `set_off_minor`. */
const columns: Record<keyof CaptureAmounts, RawBuilder<number>> = {
  charged: sql`t.amount_minor + t.covered_fee_minor`,
  splitFee: sql`case when t.fee_mode = 'split' then t.fee_minor else 0 end`,
  owedFee: sql`case when t.fee_mode = 'owed' then t.fee_minor else 0 end`,
  setOff: sql`t.set_off_minor`,
  providerFee: sql`coalesce(t.provider_fee_minor, 0)`,
}

/**
 * Returns an insert of the entries of these kinds, by `captureRules`, for every row of `tips`: a subselect with the columns of a
 * tip, `booked_at`, `transaction_id`, and what `columns` reads. Entries of zero are left out. Movement ids follow from the tip, so that the same
 * movement cannot be inserted twice.
 */
export function insertCaptureEntries(
  tips: RawBuilder<unknown>,
  ...kinds: CaptureKind[]
): RawBuilder<unknown> {
  const rows = captureRules
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, account, plus = [], minus = [] }) => {
      const terms = [
        ...plus.map((name) => sql`+ (${columns[name]})`),
        ...minus.map((name) => sql`- (${columns[name]})`),
      ]
      return sql`(${sql.lit(kind)}, ${sql.lit(account)}, (0 ${sql.join(terms, sql` `)})::bigint)`
    })
  return sql`insert into ledger_entry (movement_id, kind, tip_id, creator_uid, provider, mode, account, currency,
        amount_minor, booked_at, transaction_id)
      select case e.kind when 'capture' then t.id else md5(e.kind || t.id)::uuid end, e.kind,
        t.id, t.creator_uid, t.provider, t.mode, e.account, t.currency, e.amount_minor, t.booked_at,
        t.transaction_id
      from (${tips}) t
      cross join lateral (values ${sql.join(rows)}) e (kind, account, amount_minor)
      where e.amount_minor <> 0`
}

/** Returns what a capture puts into each account, by `captureRules`. */
export function computeCaptureBalances(amounts: CaptureAmounts): Partial<Record<LedgerAccount, number>> {
  const accounts: Partial<Record<LedgerAccount, number>> = {}
  for (const { account, plus = [], minus = [] } of captureRules) {
    const added = plus.reduce((sum, name) => sum + amounts[name], 0)
    const amount = minus.reduce((sum, name) => sum - amounts[name], added)
    accounts[account] = (accounts[account] ?? 0) + amount
  }
  return withoutZeros(accounts)
}

/** The amounts of a tip that refunds and disputes depend on, in minor units. */
export interface ChargedTip {
  amountMinor: number
  /** What the supporter paid on top of the tip, so that the fee is not taken from the creator. */
  coveredFeeMinor: number
  feeMinor: number
  feeMode: FeeMode
}

export type ReportedRefund = Pick<
  RefundRow,
  'refundId' | 'kind' | 'status' | 'amountMinor' | 'platformFeeMinor' | 'providerFeeMinor' | 'occurredAt'
>
export type ReportedDispute = Pick<
  DisputeRow,
  'disputeId' | 'status' | 'amountMinor' | 'providerFeeMinor' | 'openedAt' | 'asOf'
>

/** What one refund or dispute has moved between the accounts in all: minor units that sum to zero. */
export interface SourceEntries {
  /** `refund:…` or `dispute:…` with the provider's id. */
  sourceId: string
  accounts: Partial<Record<LedgerAccount, number>>
}

/**
 * Computes what a tip's refunds and disputes come to. The result depends on everything that is known of them, not on the order in
 * which it was reported, so every order of reports ends in the same ledger. `returnedMinor` is the part of the tip itself that
 * was returned for good. If the supporter covered the fee, that is the tip's share of what was returned.
 *
 * Refunds count first, then reversals by the provider, then disputes, each by time; none takes more than the ones before have
 * left. A lost dispute and the reversal (or refund made while it was open) that pays it are the same money, counted once.
 */
export function computeLedgerEntries(
  tip: ChargedTip,
  refunds: readonly ReportedRefund[],
  disputes: readonly ReportedDispute[],
): { sources: SourceEntries[]; returnedMinor: number } {
  const remaining = openRemaining(tip)
  const completed = refunds.filter(({ status }) => status === 'completed').toSorted(byTime)
  const sources = completed.map((refund) => toRefundEntries(refund, remaining))
  const unmatched = new Map(completed.map((refund) => [refund, refund.amountMinor]))
  for (const dispute of disputes.toSorted(byOpening)) {
    const paidMinor = dispute.status === 'lost' ? matchRefunds(dispute, unmatched) : 0
    sources.push(toDisputeEntries(dispute, dispute.amountMinor - paidMinor, remaining))
  }
  return {
    sources: sources.map(({ sourceId, accounts }) => ({ sourceId, accounts: withoutZeros(accounts) })),
    returnedMinor: remaining.returnedMinor(),
  }
}

/** Returns how much of a lost dispute was paid by refunds that paid no other dispute; reduces `unmatched` by it. */
function matchRefunds(dispute: ReportedDispute, unmatched: Map<ReportedRefund, number>): number {
  let matched = 0
  for (const [refund, left] of unmatched) {
    const { kind, occurredAt } = refund
    const isWithin = occurredAt >= dispute.openedAt && occurredAt <= dispute.asOf
    const used = kind === 'reversal' || isWithin ? Math.min(left, dispute.amountMinor - matched) : 0
    unmatched.set(refund, left - used)
    matched += used
  }
  return matched
}

type Remaining = ReturnType<typeof openRemaining>

/** Keeps the part of a charge and of its fee that is left while refunds and disputes are taken out of it. */
function openRemaining({ amountMinor, coveredFeeMinor, feeMinor, feeMode }: ChargedTip) {
  const chargedMinor = amountMinor + coveredFeeMinor
  let leftMinor = chargedMinor
  let returnedMinor = 0
  let feeReturnedMinor = 0
  /** The sum of the returned amounts whose fee goes back in proportion, and the fee that went back with them. */
  let proportionalMinor = 0
  let proportionalFeeMinor = 0

  /** Sets an amount aside, at most what is left, and returns what was set aside. */
  function hold(wantedMinor: number): number {
    const heldMinor = Math.min(wantedMinor, leftMinor)
    leftMinor -= heldMinor
    return heldMinor
  }

  return {
    feeMode,
    hold,
    returnedMinor: () => shareOf(amountMinor, returnedMinor, chargedMinor),
    /** Takes an amount out for good, at most what is left, and returns what was taken. */
    take(wantedMinor: number): number {
      const takenMinor = hold(wantedMinor)
      returnedMinor += takenMinor
      return takenMinor
    },
    /**
     * Takes out the service fee that goes back with an amount, and returns it. It is what the provider reported, or else a share
     * in proportion, computed over all such amounts together so that roundings do not add up. Never more than the fee that is
     * left.
     */
    returnFee(takenMinor: number, reportedMinor: number | null): number {
      if (reportedMinor === null) proportionalMinor += takenMinor
      const shareMinor = shareOf(feeMinor, proportionalMinor, chargedMinor) - proportionalFeeMinor
      const givenMinor = Math.max(0, Math.min(reportedMinor ?? shareMinor, feeMinor - feeReturnedMinor))
      if (reportedMinor === null) proportionalFeeMinor += givenMinor
      feeReturnedMinor += givenMinor
      return givenMinor
    },
  }
}

/** Books a refund on the creator, without the service fee on it. After a reversal the fee stays where the provider leaves it. */
function toRefundEntries(refund: ReportedRefund, remaining: Remaining): SourceEntries {
  const { refundId, kind, amountMinor, platformFeeMinor, providerFeeMinor } = refund
  const reportedFeeMinor = platformFeeMinor ?? (kind === 'reversal' ? 0 : null)
  const accounts = takeBack(remaining.take(amountMinor), remaining, reportedFeeMinor, -providerFeeMinor)
  return { sourceId: `refund:${refundId}`, accounts }
}

function toDisputeEntries(
  dispute: ReportedDispute,
  amountMinor: number,
  remaining: Remaining,
): SourceEntries {
  const sourceId = `dispute:${dispute.disputeId}`
  const { providerFeeMinor } = dispute
  switch (dispute.status) {
    case 'won':
      return { sourceId, accounts: { creator: -providerFeeMinor, provider_fee: providerFeeMinor } }
    case 'lost':
      return { sourceId, accounts: takeBack(remaining.take(amountMinor), remaining, 0, providerFeeMinor) }
    case 'open': {
      const heldMinor = remaining.hold(amountMinor)
      return {
        sourceId,
        accounts: {
          creator: -heldMinor - providerFeeMinor,
          disputed: heldMinor,
          provider_fee: providerFeeMinor,
        },
      }
    }
  }
}

/**
 * Books money taken back. An owed fee shrinks in proportion, because it is owed only on money that the creator kept. Of a split
 * fee, as much goes back as the provider reported.
 */
function takeBack(
  takenMinor: number,
  remaining: Remaining,
  reportedFeeMinor: number | null,
  providerFeeMinor: number,
): SourceEntries['accounts'] {
  const isOwed = remaining.feeMode === 'owed'
  const feeMinor = remaining.returnFee(takenMinor, isOwed ? null : reportedFeeMinor)
  return {
    provider: takenMinor,
    creator: -takenMinor + (isOwed ? 0 : feeMinor) - providerFeeMinor,
    fee_owed: isOwed ? feeMinor : 0,
    platform_fee: -feeMinor,
    provider_fee: providerFeeMinor,
  }
}

function byTime(a: ReportedRefund, b: ReportedRefund): number {
  if (a.kind !== b.kind) return a.kind === 'refund' ? -1 : 1
  return a.occurredAt.getTime() - b.occurredAt.getTime() || compare(a.refundId, b.refundId)
}

/** Sorts lost disputes first: their money is gone, and open ones can only hold what is left. */
function byOpening(a: ReportedDispute, b: ReportedDispute): number {
  const rank = { lost: 0, open: 1, won: 1 }
  if (rank[a.status] !== rank[b.status]) return rank[a.status] - rank[b.status]
  return a.openedAt.getTime() - b.openedAt.getTime() || compare(a.disputeId, b.disputeId)
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function withoutZeros(accounts: SourceEntries['accounts']): SourceEntries['accounts'] {
  return Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0))
}
