/**
 * Computes the ledger that one tip must have, separately for each minor unit ("coin") of the charge. The code follows the rules in
 * docs/ledger.md and shares nothing with the product's code except the names of accounts.
 */
import type { LedgerAccount } from '../../../db/schema.ts'

export interface RefundReport {
  refundId: string
  kind: 'refund' | 'reversal'
  status: 'pending' | 'completed' | 'failed'
  amountMinor: number
  platformFeeMinor: number | null
  providerFeeMinor: number
  occurredAt: Date
  asOf: Date
}

export interface DisputeReport {
  disputeId: string
  status: 'open' | 'won' | 'lost'
  amountMinor: number
  /** Null if the provider does not say what the dispute has taken. */
  takenMinor: number | null
  providerFeeMinor: number
  openedAt: Date
  asOf: Date
}

/** All reports of providers about one tip, in any order, with the amounts of its capture. */
export interface History {
  amountMinor: number
  feeMinor: number
  coveredFeeMinor: number
  feeMode: 'split' | 'owed'
  setOffMinor: number
  providerFeeMinor: number
  refunds: RefundReport[]
  disputes: DisputeReport[]
}

export interface TipLedger {
  accounts: Partial<Record<LedgerAccount, number>>
  returnedMinor: number
}

interface Coin {
  place: 'with the creator' | 'back' | 'aside'
  /** The refund that returned the coin. */
  by?: RefundReport
  /** Whether the refund returned the service fee on the coin too. */
  isWithFee?: boolean
}

/** Returns the final balance of each account, without accounts at zero. */
export function computeReferenceLedger(history: History): TipLedger {
  const { amountMinor, feeMinor, coveredFeeMinor, feeMode } = history
  const charged = amountMinor + coveredFeeMinor
  const coins = Array.from({ length: charged }, (): Coin => ({ place: 'with the creator' }))
  const back = () => coins.filter(({ place }) => place === 'back').length
  const here = () => coins.filter(({ place }) => place === 'with the creator')
  const feeOnCoins = () => Math.round((feeMinor * coins.filter((coin) => coin.isWithFee).length) / charged)
  let feeReturned = 0
  let proportionalFee = 0
  let charges = history.providerFeeMinor

  const refunds = sortBy(
    newest(history.refunds, 'refundId', ['pending', 'completed', 'failed']),
    ({ kind, occurredAt, refundId }) => [kind === 'refund' ? 0 : 1, occurredAt.getTime(), refundId],
  ).filter(({ status }) => status === 'completed')
  for (const refund of refunds) {
    const reported = refund.platformFeeMinor ?? (refund.kind === 'reversal' ? 0 : null)
    const isWithFee = feeMode === 'owed' || reported === null
    for (const coin of here().slice(0, refund.amountMinor))
      Object.assign(coin, { place: 'back', by: refund, isWithFee })
    charges -= refund.providerFeeMinor
    const wanted = isWithFee ? feeOnCoins() - proportionalFee : reported
    const given = Math.max(0, Math.min(wanted ?? 0, feeMinor - feeReturned))
    if (isWithFee) proportionalFee += given
    feeReturned += given
  }

  const disputes = newest(history.disputes, 'disputeId', ['open', 'won', 'lost'])
  const byOpening = sortBy(disputes, ({ openedAt, disputeId }) => [openedAt.getTime(), disputeId])
  // What a dispute has taken beyond the coins that were there.
  let [backBeyond, asideBeyond] = [0, 0]
  for (const dispute of byOpening.filter(({ status }) => status === 'lost')) {
    const wanted = dispute.takenMinor ?? dispute.amountMinor
    const coinsTaken = here().slice(0, wanted)
    for (const coin of coinsTaken) coin.place = 'back'
    if (dispute.takenMinor !== null) backBeyond += wanted - coinsTaken.length
    if (feeMode === 'owed') {
      const share = Math.round((feeMinor * (back() + backBeyond)) / charged)
      feeReturned = Math.min(feeMinor, Math.max(feeReturned, share))
    }
  }
  for (const dispute of byOpening.filter(({ status }) => status !== 'lost')) {
    const wanted = dispute.takenMinor ?? (dispute.status === 'won' ? 0 : dispute.amountMinor)
    const coinsTaken = here().slice(0, wanted)
    for (const coin of coinsTaken) coin.place = 'aside'
    if (dispute.takenMinor !== null) asideBeyond += wanted - coinsTaken.length
  }
  for (const { providerFeeMinor } of disputes) charges += providerFeeMinor

  const gone = back() + backBeyond
  const aside = coins.filter(({ place }) => place === 'aside').length + asideBeyond
  const feeLeft = feeMinor - feeReturned
  const owed = feeMode === 'owed' ? feeLeft - history.setOffMinor : -history.setOffMinor
  const accounts: Record<string, number> = {
    provider: gone - charged,
    disputed: aside,
    platform_fee: feeLeft,
    fee_owed: -owed,
    provider_fee: charges,
    creator: charged - gone - aside - feeLeft + owed - charges,
  }
  return {
    accounts: Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0)),
    returnedMinor: Math.round((amountMinor * back()) / charged),
  }
}

/** Returns the newest report of each id. Of two reports with the same time, the one with the later status counts. */
function newest<T extends { asOf: Date; status: string }>(
  reports: readonly T[],
  id: keyof T,
  statuses: readonly string[],
): T[] {
  const rank = ({ asOf, status }: T) => asOf.getTime() * 10 + statuses.indexOf(status)
  return [...new Set(reports.map((report) => report[id]))].map((one) =>
    reports.filter((report) => report[id] === one).reduce((a, b) => (rank(b) > rank(a) ? b : a)),
  )
}

function sortBy<T>(items: readonly T[], key: (item: T) => (number | string)[]): T[] {
  const before = (a: (number | string)[], b: (number | string)[]): number => {
    const at = a.findIndex((part, index) => part !== b[index])
    if (at === -1) return 0
    return a[at]! < b[at]! ? -1 : 1
  }
  return [...items].sort((a, b) => before(key(a), key(b)))
}
