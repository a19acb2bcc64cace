/**
 * For tests: the books of one tip as they must be, told coin by coin. Written from the rules, apart from the product's code:
 * nothing of it is imported but the names of accounts.
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
  providerFeeMinor: number
  openedAt: Date
  asOf: Date
}

/** All that providers will ever say of one tip, in whatever order. */
export interface History {
  amountMinor: number
  feeMinor: number
  coveredFeeMinor: number
  feeMode: 'split' | 'owed'
  setOffMinor: number
  keptByProviderMinor: number
  refunds: RefundReport[]
  disputes: DisputeReport[]
}

export interface Books {
  accounts: Partial<Record<LedgerAccount, number>>
  returnedMinor: number
}

interface Coin {
  place: 'with the creator' | 'back' | 'aside'
  /** What took it back. */
  by?: RefundReport
  /** The fee on it went with it. */
  isWithFee?: boolean
  isExplained?: boolean
}

/** What the accounts hold in the end; those that hold nothing are left out. */
export function keepBooks(history: History): Books {
  const { amountMinor, feeMinor, coveredFeeMinor, feeMode } = history
  const charged = amountMinor + coveredFeeMinor
  const coins = Array.from({ length: charged }, (): Coin => ({ place: 'with the creator' }))
  const back = () => coins.filter(({ place }) => place === 'back').length
  const here = () => coins.filter(({ place }) => place === 'with the creator')
  const feeOnCoins = () => Math.round((feeMinor * coins.filter((coin) => coin.isWithFee).length) / charged)
  let feeGivenBack = 0
  let feeGivenWithCoins = 0
  let charges = history.keptByProviderMinor

  const refunds = inOrder(
    newest(history.refunds, 'refundId', ['pending', 'completed', 'failed']),
    ({ kind, occurredAt, refundId }) => [kind === 'refund' ? 0 : 1, occurredAt.getTime(), refundId],
  ).filter(({ status }) => status === 'completed')
  for (const refund of refunds) {
    const told = refund.platformFeeMinor ?? (refund.kind === 'reversal' ? 0 : null)
    const isWithFee = feeMode === 'owed' || told === null
    for (const coin of here().slice(0, refund.amountMinor))
      Object.assign(coin, { place: 'back', by: refund, isWithFee })
    charges -= refund.providerFeeMinor
    const wanted = isWithFee ? feeOnCoins() - feeGivenWithCoins : told
    const given = Math.max(0, Math.min(wanted ?? 0, feeMinor - feeGivenBack))
    if (isWithFee) feeGivenWithCoins += given
    feeGivenBack += given
  }

  const disputes = newest(history.disputes, 'disputeId', ['open', 'won', 'lost'])
  const byOpening = inOrder(disputes, ({ openedAt, disputeId }) => [openedAt.getTime(), disputeId])
  for (const dispute of byOpening.filter(({ status }) => status === 'lost')) {
    const explains = ({ place, by, isExplained }: Coin) =>
      place === 'back' && by && !isExplained && (by.kind === 'reversal' || isWithin(by, dispute))
    const carriedOut = coins.filter(explains).slice(0, dispute.amountMinor)
    for (const coin of carriedOut) coin.isExplained = true
    for (const coin of here().slice(0, dispute.amountMinor - carriedOut.length)) coin.place = 'back'
    if (feeMode === 'owed') feeGivenBack = Math.max(feeGivenBack, Math.round((feeMinor * back()) / charged))
  }
  for (const dispute of byOpening.filter(({ status }) => status === 'open'))
    for (const coin of here().slice(0, dispute.amountMinor)) coin.place = 'aside'
  for (const { providerFeeMinor } of disputes) charges += providerFeeMinor

  const aside = coins.filter(({ place }) => place === 'aside').length
  const feeLeft = feeMinor - feeGivenBack
  const owed = feeMode === 'owed' ? feeLeft - history.setOffMinor : -history.setOffMinor
  const accounts: Record<string, number> = {
    provider: back() - charged,
    disputed: aside,
    platform_fee: feeLeft,
    fee_owed: -owed,
    provider_fee: charges,
    creator: charged - back() - aside - feeLeft + owed - charges,
  }
  return {
    accounts: Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0)),
    returnedMinor: Math.round((amountMinor * back()) / charged),
  }
}

function isWithin({ occurredAt }: RefundReport, { openedAt, asOf }: DisputeReport): boolean {
  return openedAt <= occurredAt && occurredAt <= asOf
}

/** Of all reports of one thing the one that is newest, or of the same moment the furthest. */
function newest<T extends { asOf: Date; status: string }>(
  reports: readonly T[],
  id: keyof T,
  statuses: readonly string[],
): T[] {
  const age = ({ asOf, status }: T) => asOf.getTime() * 10 + statuses.indexOf(status)
  return [...new Set(reports.map((report) => report[id]))].map((one) =>
    reports.filter((report) => report[id] === one).reduce((a, b) => (age(b) > age(a) ? b : a)),
  )
}

function inOrder<T>(things: readonly T[], key: (thing: T) => (number | string)[]): T[] {
  const before = (a: (number | string)[], b: (number | string)[]): number => {
    const at = a.findIndex((part, index) => part !== b[index])
    if (at === -1) return 0
    return a[at]! < b[at]! ? -1 : 1
  }
  return [...things].sort((a, b) => before(key(a), key(b)))
}
