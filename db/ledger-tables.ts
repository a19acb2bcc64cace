/** Kysely types of the tables of refunds and disputes. */
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
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

interface ProviderRefundTable extends ProviderReport {
  refundId: string
  kind: 'refund' | 'reversal'
  status: RefundStatus
  platformFeeMinor: number | null
  occurredAt: SetTime
}

interface DisputeTable extends ProviderReport {
  id: Generated<string>
  disputeId: string
  status: DisputeStatus
  reason: Generated<string>
  respondBy: MaybeTime
  openedAt: SetTime
}

interface ReconcileReportTable {
  id: Generated<string>
  startedAt: SetTime
  finishedAt: Time
  since: SetTime
  report: ColumnType<unknown, string, never>
}

export type RefundRequestStatus = 'asked' | 'done' | 'refused'

interface RefundRequestTable {
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

export interface LedgerTables {
  providerRefund: ProviderRefundTable
  dispute: DisputeTable
  reconcileReport: ReconcileReportTable
  refundRequest: RefundRequestTable
}

export type RefundRow = Selectable<ProviderRefundTable>
export type NewRefund = Insertable<ProviderRefundTable>
export type DisputeRow = Selectable<DisputeTable>
export type NewDispute = Insertable<DisputeTable>
export type RefundRequestRow = Selectable<RefundRequestTable>
