/** Kysely types of the tables of refunds and disputes. */
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { DocumentType } from '../contract/payments/evidence-files.ts'
import type { Currency } from '../contract/money/money.ts'
import type { AdjustedAccount } from '../contract/admin/adjustment-calls.ts'
import type { SettlementWay } from '../contract/admin/settlement-calls.ts'
import type { ComparedKind, MovementKind } from '../contract/payments/statement-calls.ts'
import type { MaybeTime, Mode, Provider, SetTime, Time } from './column-types.ts'
import type { ReconciliationTables } from './reconciliation-tables.ts'

export type RefundStatus = 'pending' | 'completed' | 'failed'
/** A bank's question about a payment, which moves no money. */
export type InquiryStatus = 'inquiry' | 'inquiry_closed'
export type DisputeStatus = InquiryStatus | 'open' | 'won' | 'lost'
/** A notice to a creator about a dispute: that it has a status, or that its deadline is near. */
export type DisputeNoticeKind = DisputeStatus | 'due'

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

export type ResponseKind = 'evidence' | 'acceptance'

export type FailedWorkKind = 'webhook' | 'report' | 'refund' | 'response'

export interface LedgerTables extends ReconciliationTables {
  /**
   * Work on payments whose last attempt failed. `key` identifies a webhook, a capture whose reports are applied, a refund request,
   * or a response to a dispute.
   */
  failedWork: {
    kind: FailedWorkKind
    key: string
    attempts: number
    reason: string
    nextAttemptAt: SetTime
    givenUpAt: MaybeTime
  }
  /** Captured money that does not match its order. */
  unmatchedPayment: {
    provider: Provider
    captureId: string
    orderId: string
    creatorUid: string
    mode: Mode
    chargedMinor: number
    currency: string
    foundAt: Time
    closedAt: MaybeTime
  }
  /** What one admin proposes and another one decides about a payment that matches no order. */
  paymentSettlement: {
    id: Generated<string>
    provider: Provider
    captureId: string
    way: SettlementWay
    transactionId: string | null
    reason: string
    /** Null for a command on the server. */
    proposedBy: string | null
    proposedAt: Time
    /** The amount of a refund that was begun, and until when it may still be on its way to the provider. */
    refundMinor: Generated<number | null>
    refundingUntil: MaybeTime
    decision: Generated<'settled' | 'rejected' | null>
    decidedBy: Generated<string | null>
    decidedAt: MaybeTime
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
    /** What the dispute's own transactions have taken and not returned, without fees; null if the provider does not say. */
    takenMinor: number | null
    reason: Generated<string>
    respondBy: MaybeTime
    openedAt: SetTime
    /** When the creator may need a notice; null when no notice is left to send. */
    noticeDueAt: MaybeTime
  }
  disputeNotice: {
    id: Generated<string>
    disputeId: string
    uid: string
    kind: DisputeNoticeKind
    respondBy: MaybeTime
    createdAt: Time
    readAt: MaybeTime
  }
  reconcileReport: {
    id: Generated<string>
    startedAt: SetTime
    finishedAt: Time
    since: SetTime
    report: ColumnType<unknown, string, never>
  }
  /** A row for each movement. A trigger inserts it. Its id is the smallest id of the movement's entries. */
  ledgerMovement: MovedSums & {
    id: number
    movementId: string
    kind: MovementKind
    tipId: string
    bookedAt: SetTime
    /** The creator's balance in the currency after the movement. */
    balanceMinor: number
    /** The balance of the creator's account 'fee_owed' in the currency after the movement. */
    owedBalanceMinor: number
    /** For a provider's fee: the id of the capture's movement, if that row of the statement has the fee. */
    captureRow: number | null
  }
  /** The sums of a creator's entries of one year (UTC). A trigger updates them. */
  ledgerYear: MovedSums & {
    year: number
    receivedMinor: number
    returnedMinor: number
    disputedMinor: number
    firstId: number
    lastId: number
  }
  /** A table with a single row: the id of the last ledger entry that the job `check-books` has checked. */
  ledgerCheck: {
    isOnly: Generated<boolean>
    checkedId: number
    seenId: number
    seenAt: Time
  }
  /** A movement that one admin proposes and another one books. Its id is the movement's. */
  adjustment: {
    id: Generated<string>
    tipId: string
    kind: ComparedKind
    account: AdjustedAccount
    amountMinor: number
    transactionId: string
    reason: string
    lastEntryId: number
    /** Null for a command on the server. */
    proposedBy: string | null
    proposedAt: Time
    decision: Generated<'booked' | 'rejected' | null>
    decidedBy: Generated<string | null>
    decidedAt: MaybeTime
  }
  refundRequest: {
    id: Generated<string>
    tipId: string
    amountMinor: number
    platformFeeMinor: Generated<number>
    reason: Generated<string>
    status: Generated<RefundRequestStatus>
    /** How many times the provider refused the refund before another request. */
    attempt: Generated<number>
    refundId: string | null
    issue: string | null
    createdAt: Time
    settledAt: MaybeTime
  }
  /** What a creator answered to a dispute. A trigger keeps it as it was sent; only an erasure empties `fields`. */
  disputeResponse: {
    id: Generated<string>
    disputeId: string
    /** Whether the dispute was an inquiry when it was answered. */
    isInquiry: Generated<boolean>
    creatorUid: string
    kind: ResponseKind
    /** The provider's own fields with their texts. */
    fields: ColumnType<Record<string, string>, string, string>
    status: Generated<RefundRequestStatus>
    issue: Generated<string | null>
    createdAt: Time
    settledAt: MaybeTime
  }
  /** A document of the evidence about a dispute. */
  evidenceDocument: {
    id: Generated<string>
    disputeId: string
    isInquiry: boolean
    creatorUid: string
    /** The response that it was sent with; null while it is only in the preview. */
    responseId: string | null
    type: DocumentType
    size: number
    /** SHA-256 of the content, in hexadecimal digits. */
    hash: string
    /** Null once the provider has it. */
    content: Buffer | null
    createdAt: Time
  }
}

/**
 * The columns that `ledgerMovement` and `ledgerYear` share: whose entries they sum, and the sum of each ledger account in minor
 * units.
 */
interface MovedSums {
  creatorUid: string
  mode: Mode
  provider: Provider
  currency: Currency
  creatorMinor: number
  platformFeeMinor: number
  providerFeeMinor: number
  feeOwedMinor: number
}

export type RefundRow = Selectable<LedgerTables['providerRefund']>
export type NewRefund = Insertable<LedgerTables['providerRefund']>
export type DisputeRow = Selectable<LedgerTables['dispute']>
export type NewDispute = Insertable<LedgerTables['dispute']>
export type DisputeResponseRow = Selectable<LedgerTables['disputeResponse']>
export type RefundRequestRow = Selectable<LedgerTables['refundRequest']>
export type EvidenceDocumentRow = Selectable<LedgerTables['evidenceDocument']>
