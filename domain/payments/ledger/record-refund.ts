/** A refund, or a payment that the provider took back by itself, comes into the books. */
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
  /** `reversal`: taken back by a bank or by the provider, not by the creator's will. */
  kind: 'refund' | 'reversal'
  /** Only `completed` is money; one that failed after all gives back what it took. */
  status: RefundStatus
  amountMinor: number
  /** Lower case. One that is not the tip's is kept and not booked. */
  currency: string
  /** What the platform gave back of its fee with this refund; undefined when the provider does not say: its share is reckoned. */
  platformFeeMinor?: number | undefined
  /**
   * The request of ours that it says it carries out. Where that stands in our records, our fee went back in proportion, whatever
   * `platformFeeMinor` says; where it does not, the mark is somebody else's and counts for nothing.
   */
  requestId?: string | undefined
  /** What the provider gave back of its own fee with this refund. */
  providerFeeMinor?: number | undefined
  /** When it was made, which orders refunds among themselves, and when what is told here was so. */
  occurredAt: Date
  asOf: Date
}

/**
 * Books a refund: new ledger entries, the goal, the totals, all of it or none. The same again, older news and any order change
 * nothing in the end. When its payment is not here yet (`kept`), it is booked with it. Publish the `eventIds`.
 */
export async function recordRefund(db: Db, refund: ProviderRefund): Promise<AppliedReport> {
  const { platformFeeMinor: told = null, providerFeeMinor = 0, requestId, ...rest } = refund
  const isAsked = requestId !== undefined && (await isAskedRefund(db, requestId, rest))
  const isNews = await saveRefund(db, { ...rest, platformFeeMinor: isAsked ? null : told, providerFeeMinor })
  return { ...(await applyReports(db, refund)), isNews }
}
