/**
 * What the refunds and disputes of one tip come to. It follows from all that is known of them, never from the order in which
 * it was heard: that is why any order ends in the same books.
 */
import type { DisputeRow, RefundRow } from '../../../db/ledger-tables.ts'
import type { FeeMode, LedgerAccount } from '../../../db/schema.ts'

/** A tip as far as its books depend on it; minor units. */
export interface ReckonedTip {
  amountMinor: number
  /** What the fan paid on top of it, so that the fee is not the creator's. */
  coveredFeeMinor: number
  feeMinor: number
  feeMode: FeeMode
}

export type ReckonedRefund = Pick<
  RefundRow,
  'refundId' | 'kind' | 'status' | 'amountMinor' | 'platformFeeMinor' | 'providerFeeMinor' | 'occurredAt'
>
export type ReckonedDispute = Pick<
  DisputeRow,
  'disputeId' | 'status' | 'amountMinor' | 'providerFeeMinor' | 'openedAt' | 'asOf'
>

/** What one refund or dispute does to the accounts: minor units that sum to zero. */
export interface Effect {
  sourceId: string
  accounts: Partial<Record<LedgerAccount, number>>
}

export interface Reckoning {
  effects: Effect[]
  /** What has gone back of the tip itself for good, never more than it: of a charge that covered the fee, its share. */
  returnedMinor: number
}

/**
 * Refunds come first, then what the provider took back by itself, then disputes, each by time. None takes more than the others
 * left. A lost dispute and what carries it out, a reversal or a refund made while it was open, are the same money: only what
 * is beyond that counts.
 */
export function reckon(
  tip: ReckonedTip,
  refunds: readonly ReckonedRefund[],
  disputes: readonly ReckonedDispute[],
): Reckoning {
  const till = openTill(tip)
  const done = refunds.filter(({ status }) => status === 'completed').toSorted(byTime)
  const effects = done.map((refund) => toRefundEffect(refund, till))
  const unused = new Map(done.map((refund) => [refund, refund.amountMinor]))
  for (const dispute of disputes.toSorted(byOpening)) {
    const isLost = dispute.status === 'lost'
    const ownMinor = dispute.amountMinor - (isLost ? carriedOut(dispute, unused) : 0)
    effects.push(toDisputeEffect(dispute, ownMinor, till))
  }
  return { effects: effects.map(withoutZeros), returnedMinor: till.returnedMinor() }
}

/** How much of a lost dispute went back by refunds that no other dispute was carried out by; uses them up. */
function carriedOut(dispute: ReckonedDispute, unused: Map<ReckonedRefund, number>): number {
  let carried = 0
  for (const [refund, left] of unused) {
    const { kind, occurredAt } = refund
    const isWithin = occurredAt >= dispute.openedAt && occurredAt <= dispute.asOf
    const used = kind === 'reversal' || isWithin ? Math.min(left, dispute.amountMinor - carried) : 0
    unused.set(refund, left - used)
    carried += used
  }
  return carried
}

type Till = ReturnType<typeof openTill>

/** What is left of a tip and of its fee while one thing after another is taken out. */
function openTill({ amountMinor, coveredFeeMinor, feeMinor, feeMode }: ReckonedTip) {
  const chargedMinor = amountMinor + coveredFeeMinor
  let left = chargedMinor
  let returned = 0
  let feeBack = 0
  /** What went back with the fee on it, and that fee. */
  let withFee = 0
  let feeOnIt = 0
  return {
    feeMode,
    returnedMinor: () => shareOf(amountMinor, returned, chargedMinor),
    /** Takes for good, as much as there is. */
    take(wanted: number): number {
      const taken = Math.min(wanted, left)
      left -= taken
      returned += taken
      return taken
    },
    /** Sets aside, as much as there is. */
    hold(wanted: number): number {
      const held = Math.min(wanted, left)
      left -= held
      return held
    },
    /**
     * The platform's fee that goes back with so much: as told, else in proportion, reckoned over all that took it along, so that
     * roundings do not add up; never more than it took.
     */
    giveFeeBack(taken: number, told: number | null): number {
      if (told === null) withFee += taken
      const reckoned = shareOf(feeMinor, withFee, chargedMinor) - feeOnIt
      const given = Math.max(0, Math.min(told ?? reckoned, feeMinor - feeBack))
      if (told === null) feeOnIt += given
      feeBack += given
      return given
    },
  }
}

/** `part / whole` of an amount, to the nearest minor unit, half up. */
function shareOf(amount: number, part: number, whole: number): number {
  return Math.floor((2 * amount * part + whole) / (2 * whole))
}

/** A refund is the creator's to pay, without the fee on it. What a bank takes back leaves the fee where the provider leaves it. */
function toRefundEffect(refund: ReckonedRefund, till: Till): Effect {
  const { kind, platformFeeMinor, providerFeeMinor } = refund
  const taken = till.take(refund.amountMinor)
  const told = platformFeeMinor ?? (kind === 'reversal' ? 0 : null)
  return {
    sourceId: `refund:${refund.refundId}`,
    accounts: takeBack(taken, till, told, -providerFeeMinor),
  }
}

function toDisputeEffect(dispute: ReckonedDispute, ownMinor: number, till: Till): Effect {
  const sourceId = `dispute:${dispute.disputeId}`
  const { providerFeeMinor } = dispute
  switch (dispute.status) {
    case 'won':
      return { sourceId, accounts: { creator: -providerFeeMinor, provider_fee: providerFeeMinor } }
    case 'lost':
      return { sourceId, accounts: takeBack(till.take(ownMinor), till, 0, providerFeeMinor) }
    case 'open': {
      const held = till.hold(ownMinor)
      return {
        sourceId,
        accounts: { creator: -held - providerFeeMinor, disputed: held, provider_fee: providerFeeMinor },
      }
    }
  }
}

/** A fee that is owed is owed on money that was kept; one that was split off goes back as told. */
function takeBack(taken: number, till: Till, toldFee: number | null, chargedMinor: number) {
  const isOwed = till.feeMode === 'owed'
  const feeBack = till.giveFeeBack(taken, isOwed ? null : toldFee)
  return {
    provider: taken,
    creator: -taken + (isOwed ? 0 : feeBack) - chargedMinor,
    fee_owed: isOwed ? feeBack : 0,
    platform_fee: -feeBack,
    provider_fee: chargedMinor,
  }
}

function byTime(a: ReckonedRefund, b: ReckonedRefund): number {
  if (a.kind !== b.kind) return a.kind === 'refund' ? -1 : 1
  return a.occurredAt.getTime() - b.occurredAt.getTime() || compare(a.refundId, b.refundId)
}

function byOpening(a: ReckonedDispute, b: ReckonedDispute): number {
  // What is lost is gone; what is open is held of the rest.
  const rank = { lost: 0, open: 1, won: 1 }
  if (rank[a.status] !== rank[b.status]) return rank[a.status] - rank[b.status]
  return a.openedAt.getTime() - b.openedAt.getTime() || compare(a.disputeId, b.disputeId)
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function withoutZeros({ sourceId, accounts }: Effect): Effect {
  return {
    sourceId,
    accounts: Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0)),
  }
}
