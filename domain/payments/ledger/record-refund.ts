/** Records refunds, and payments that a provider or bank reversed. */
import type { Db } from '../../../db/connection.ts'
import type { RefundStatus } from '../../../db/ledger-tables.ts'
import type { Mode, Provider } from '../../../db/schema.ts'
import { isAskedRefund } from '../../../db/queries/refund-requests.ts'
import { saveRefund } from '../../../db/queries/reports.ts'
import { applyReports } from './apply-reports.ts'
import type { AppliedReport } from './apply-reports.ts'

/** A refund as the provider reports it; amounts in minor units. */
export interface ProviderRefund {
  provider: Provider
  mode: Mode
  /** The provider's id of the refund, and of the capture as `ProviderCapture.captureId` has it. */
  refundId: string
  captureId: string
  /** `reversal`: taken back by a bank or the provider, not at the creator's request. */
  kind: 'refund' | 'reversal'
  /** Only `completed` moves money. A refund that fails after all gives back what it took. */
  status: RefundStatus
  amountMinor: number
  /** Lower case. A refund in another currency than the tip's is stored and never booked. */
  currency: string
  /** What the platform gave back of its fee with this refund; undefined when the provider does not say: its share is computed. */
  platformFeeMinor?: number | undefined
  /**
   * The refund request of ours that the provider's metadata names. If our records have that request, our fee went back in
   * proportion, whatever `platformFeeMinor` says; if they do not, somebody else wrote the metadata and it is ignored.
   */
  requestId?: string | undefined
  /** What the provider gave back of its own fee with this refund. */
  providerFeeMinor?: number | undefined
  /** `occurredAt` orders the refunds of a tip; `asOf` is the moment that this report describes. */
  occurredAt: Date
  asOf: Date
}

/**
 * Records a refund in ledger, goal and totals, in one transaction. Repeats and older reports change nothing, and the order of
 * reports does not matter. A refund whose payment is not recorded yet is `stored` and booked after it. Publish the `eventIds`.
 */
export async function recordRefund(db: Db, refund: ProviderRefund): Promise<AppliedReport> {
  const { platformFeeMinor: reportedMinor = null, providerFeeMinor = 0, requestId, ...rest } = refund
  const isRequested = requestId !== undefined && (await isAskedRefund(db, requestId, rest))
  const isNew = await saveRefund(db, {
    ...rest,
    platformFeeMinor: isRequested ? null : reportedMinor,
    providerFeeMinor,
  })
  return { ...(await applyReports(db, refund)), isNew }
}
