/** Kysely types of the tables of refunds and disputes. */
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { PayoutCurrency } from '../contract/money.ts'
import type { MovementKind } from '../contract/statement-calls.ts'
import type { MaybeTime, Mode, Provider, SetTime, Time } from './column-types.ts'

export type RefundStatus = 'pending' | 'completed' | 'failed'
export type DisputeStatus = 'open' | 'won' | 'lost'

interface ProviderReport {
  provider: Provider
  captureId: string
  mode: Mode
  amountMinor: number
  currency: string
  providerFeeMinor: Generated<number>
  asOf: SetTime
  appliedAt: MaybeTime
}

export type RefundRequestStatus = 'asked' | 'done' | 'refused'

export type FailedWorkKind = 'webhook' | 'report' | 'refund'

export interface LedgerTables {
  /** Work that failed at its last attempt. `key` names the webhook, the capture with its reports, or the refund request. */
  failedWork: {
    kind: FailedWorkKind
    key: string
    attempts: number
    reason: string
    nextAttemptAt: SetTime
    givenUpAt: MaybeTime
  }
  providerRefund: ProviderReport & {
    refundId: string
    kind: 'refund' | 'reversal'
    status: RefundStatus
    platformFeeMinor: number | null
    occurredAt: SetTime
  }
  dispute: ProviderReport & {
    id: Generated<string>
    disputeId: string
    status: DisputeStatus
    reason: Generated<string>
    respondBy: MaybeTime
    openedAt: SetTime
  }
  reconcileReport: {
    id: Generated<string>
    startedAt: SetTime
    finishedAt: Time
    since: SetTime
    report: ColumnType<unknown, string, never>
  }
  /** One row per movement, kept by a trigger. Its id is the smallest of its entries' ids. */
  ledgerMovement: MovedSums & {
    id: number
    movementId: string
    kind: MovementKind
    tipId: string
    bookedAt: SetTime
    /** The creator's balance in the currency after the movement. */
    balanceMinor: number
    /** The same of the account 'fee_owed'. */
    owedBalanceMinor: number
  }
  /** What a creator's entries of one year (UTC) sum to, kept by a trigger. */
  ledgerYear: MovedSums & {
    year: number
    receivedMinor: number
    returnedMinor: number
    disputedMinor: number
    firstId: number
    lastId: number
  }
  /** One row: how far `check-books` has come. */
  ledgerCheck: {
    isOnly: Generated<boolean>
    checkedId: number
    seenId: number
    seenAt: Time
  }
  refundRequest: {
    id: Generated<string>
    tipId: string
    amountMinor: number
    platformFeeMinor: Generated<number>
    reason: Generated<string>
    status: Generated<RefundRequestStatus>
    refundId: string | null
    issue: string | null
    createdAt: Time
    settledAt: MaybeTime
  }
}

/** The sums of entries that every row of these tables has. */
interface MovedSums {
  creatorUid: string
  mode: Mode
  provider: Provider
  currency: PayoutCurrency
  creatorMinor: number
  platformFeeMinor: number
  providerFeeMinor: number
  feeOwedMinor: number
}

export type RefundRow = Selectable<LedgerTables['providerRefund']>
export type NewRefund = Insertable<LedgerTables['providerRefund']>
export type DisputeRow = Selectable<LedgerTables['dispute']>
export type NewDispute = Insertable<LedgerTables['dispute']>
export type RefundRequestRow = Selectable<LedgerTables['refundRequest']>
