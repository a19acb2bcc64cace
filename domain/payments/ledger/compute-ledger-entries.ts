/**
 * Computes the ledger entries of every event of a tip. No other code decides on an amount in the ledger: the statement that records
 * captures takes its entries from `captureRules`, and refunds and disputes take theirs from `computeLedgerEntries`.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { shareOf } from '../../../contract/money/money.ts'
import type { DisputeRow, DisputeStatus, InquiryStatus, RefundRow } from '../../../db/ledger-tables.ts'
import type { FeeMode, LedgerAccount, LedgerKind } from '../../../db/schema.ts'

/** The amounts that decide a capture's entries, in minor units. None of them is negative. */
export interface CaptureAmounts {
  /** What the supporter paid: the tip, and a covered service fee. */
  charged: number
  /** The service fee if the provider split it off the payment, else 0. */
  splitFee: number
  /** The service fee if the provider could not split it off, else 0. */
  owedFee: number
  /** The amount that the provider split off in addition, to pay for fees that the creator owed from earlier tips. */
  setOff: number
  /** The provider's own fee; 0 while it is not known. */
  providerFee: number
}

export type CaptureKind = Extract<LedgerKind, 'capture' | 'fee_set_off' | 'provider_fee'>

interface EntryRule {
  kind: CaptureKind
  account: LedgerAccount
  plus?: (keyof CaptureAmounts)[]
  minus?: (keyof CaptureAmounts)[]
}

/**
 * The ledger entries of a capture. The entries of each kind sum to zero, because they form one movement. The provider's fee is a
 * kind of its own, because it may become known later.
 */
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

/** SQL for each amount of a capture, from a row `t` that is a tip with its order's `fee_mode` and `set_off_minor`. */
const columns: Record<keyof CaptureAmounts, RawBuilder<number>> = {
  charged: sql`t.amount_minor + t.covered_fee_minor`,
  splitFee: sql`case when t.fee_mode = 'split' then t.fee_minor else 0 end`,
  owedFee: sql`case when t.fee_mode = 'owed' then t.fee_minor else 0 end`,
  setOff: sql`t.set_off_minor`,
  providerFee: sql`coalesce(t.provider_fee_minor, 0)`,
}

/**
 * Returns an insert of the entries of these kinds, by `captureRules`, for every row of `tips`. `tips` is a subselect with the
 * columns of a tip, `booked_at`, `transaction_id`, and the columns that `columns` needs. Entries of zero are left out. Movement
 * ids are derived from the tip's id, so the same movement cannot be inserted twice.
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

/** Returns the balance of each account after a capture, by `captureRules`. */
export function computeCaptureBalances(amounts: CaptureAmounts): Partial<Record<LedgerAccount, number>> {
  const accounts: Partial<Record<LedgerAccount, number>> = {}
  for (const { account, plus = [], minus = [] } of captureRules) {
    const added = plus.reduce((sum, name) => sum + amounts[name], 0)
    const amount = minus.reduce((sum, name) => sum - amounts[name], added)
    accounts[account] = (accounts[account] ?? 0) + amount
  }
  return withoutZeros(accounts)
}

/** The amounts of a tip, in minor units, that decide the entries of refunds and disputes. */
export interface ChargedTip {
  amountMinor: number
  /** The covered service fee, which the supporter paid on top of the tip. */
  coveredFeeMinor: number
  feeMinor: number
  feeMode: FeeMode
}

export type ReportedRefund = Pick<
  RefundRow,
  'refundId' | 'kind' | 'status' | 'amountMinor' | 'platformFeeMinor' | 'providerFeeMinor' | 'occurredAt'
>
/** A dispute that is not an inquiry. Inquiries move no money. */
export type ReportedDispute = Pick<
  DisputeRow,
  'disputeId' | 'amountMinor' | 'takenMinor' | 'providerFeeMinor' | 'openedAt'
> & { status: Exclude<DisputeStatus, InquiryStatus> }

/** The sums of all entries of one refund or dispute, by account, in minor units. They sum to zero. */
export interface SourceEntries {
  /** `refund:` or `dispute:`, followed by the provider's id. */
  sourceId: string
  accounts: Partial<Record<LedgerAccount, number>>
}

/**
 * Computes the entries of a tip's refunds and disputes. The result depends on all known reports but not on the order of their
 * arrival, so every order ends in the same ledger. `returnedMinor` is the part of the tip that was finally returned, without the
 * covered fee. If the supporter covered the fee, it is the tip's share of the returned amount.
 *
 * Refunds are applied first, then reversals by the provider, then disputes, each sorted by time. None takes more than the earlier
 * ones have left of the charge, except a dispute whose own transactions have: what they took is booked as it is.
 */
export function computeLedgerEntries(
  tip: ChargedTip,
  refunds: readonly ReportedRefund[],
  disputes: readonly ReportedDispute[],
): { sources: SourceEntries[]; returnedMinor: number } {
  const remaining = openRemaining(tip)
  const completed = refunds.filter(({ status }) => status === 'completed').toSorted(byTime)
  const sources = [
    ...completed.map((refund) => toRefundEntries(refund, remaining)),
    ...disputes.toSorted(byOpening).map((dispute) => toDisputeEntries(dispute, remaining)),
  ]
  return {
    sources: sources.map(({ sourceId, accounts }) => ({ sourceId, accounts: withoutZeros(accounts) })),
    returnedMinor: remaining.returnedMinor(),
  }
}

type Remaining = ReturnType<typeof openRemaining>

/** Tracks the remaining parts of a charge and of its service fee while refunds and disputes are subtracted. */
function openRemaining({ amountMinor, coveredFeeMinor, feeMinor, feeMode }: ChargedTip) {
  const chargedMinor = amountMinor + coveredFeeMinor
  let leftMinor = chargedMinor
  let returnedMinor = 0
  let feeReturnedMinor = 0
  /**
   * The sum of the returned amounts whose service fee is returned in proportion, and the sum of the fee that was returned with
   * them.
   */
  let proportionalMinor = 0
  let proportionalFeeMinor = 0

  return {
    feeMode,
    /** Returns an amount, but at most the remaining charge. */
    atMost: (wantedMinor: number) => Math.min(wantedMinor, leftMinor),
    returnedMinor: () => shareOf(amountMinor, Math.min(returnedMinor, chargedMinor), chargedMinor),
    /** Subtracts an amount that is set aside, and returns it. */
    hold(heldMinor: number): number {
      leftMinor = Math.max(0, leftMinor - heldMinor)
      return heldMinor
    },
    /** Subtracts a finally returned amount, and returns it. */
    take(takenMinor: number): number {
      leftMinor = Math.max(0, leftMinor - takenMinor)
      returnedMinor += takenMinor
      return takenMinor
    },
    /**
     * Returns how much of the service fee is given back together with a returned amount, and subtracts it from the remaining fee.
     * It is the amount that the provider reported, or else a proportional share, and never more than the remaining fee. The shares
     * are computed from the sum of all such amounts, so that rounding errors do not add up.
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

/**
 * Returns the entries of a refund: the creator loses the amount without the returned service fee. For a reversal, only a fee that
 * the provider reported as returned is given back.
 */
function toRefundEntries(refund: ReportedRefund, remaining: Remaining): SourceEntries {
  const { refundId, kind, amountMinor, platformFeeMinor, providerFeeMinor } = refund
  const reportedFeeMinor = platformFeeMinor ?? (kind === 'reversal' ? 0 : null)
  const accounts = takeBack(
    remaining.take(remaining.atMost(amountMinor)),
    remaining,
    reportedFeeMinor,
    -providerFeeMinor,
  )
  return { sourceId: `refund:${refundId}`, accounts }
}

/**
 * Returns the entries of a dispute. Its money is gone once it is lost; until then it is set aside, also after the dispute is won, as
 * long as the provider has not returned it.
 */
function toDisputeEntries(dispute: ReportedDispute, remaining: Remaining): SourceEntries {
  const { disputeId, status, amountMinor, providerFeeMinor } = dispute
  const sourceId = `dispute:${disputeId}`
  const takenMinor = dispute.takenMinor ?? (status === 'won' ? 0 : remaining.atMost(amountMinor))
  if (status === 'lost')
    return { sourceId, accounts: takeBack(remaining.take(takenMinor), remaining, 0, providerFeeMinor) }
  const heldMinor = remaining.hold(takenMinor)
  return {
    sourceId,
    accounts: {
      creator: -heldMinor - providerFeeMinor,
      disputed: heldMinor,
      provider_fee: providerFeeMinor,
    },
  }
}

/**
 * Returns the entries of an amount that was taken back from the creator. An owed fee shrinks in proportion, because the creator owes it
 * only for money that stayed with them. If a fee was split off, only the part that the provider reported is given back.
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

/** Sorts lost disputes first, because their money is gone. Open disputes can only hold back what remains after that. */
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
