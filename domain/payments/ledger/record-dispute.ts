/** Records disputes of tips. */
import type { DisputeStatus } from '../../../db/ledger-tables.ts'
import type { Db } from '../../../db/connection.ts'
import { saveDispute } from '../../../db/queries/reports.ts'
import type { Mode, Provider } from '../../../db/schema.ts'
import { applyReports } from './apply-reports.ts'
import type { AppliedReport } from './apply-reports.ts'

/** A dispute as the provider reports it; amounts in minor units. */
export interface ProviderDispute {
  provider: Provider
  mode: Mode
  /** The provider's id of the dispute, and of the capture as `ProviderCapture.captureId` has it. */
  disputeId: string
  captureId: string
  /** An `open` dispute sets its amount aside; `lost` is final like a refund; `won` gives everything back. */
  status: DisputeStatus
  amountMinor: number
  /** Lower case. A dispute in another currency than the tip's is stored and never booked. */
  currency: string
  /** What the provider charges the creator for the dispute now; 0 once that charge is returned. */
  providerFeeMinor?: number | undefined
  /** The provider's own code for the reason. */
  reason: string
  /** Deadline for the creator's evidence; undefined when the provider gives none, or no longer gives one. */
  respondBy?: Date | undefined
  openedAt: Date
  /** The moment that this report describes. */
  asOf: Date
}

/**
 * Records a dispute in the ledger and, when it is lost, in goal and totals, in one transaction. Repeats and older reports change
 * nothing, and the order of reports does not matter. A dispute whose payment is not recorded yet is `stored` and booked after
 * it. A lost dispute and a reversal of the same payment count once. Publish the `eventIds`.
 */
export async function recordDispute(db: Db, dispute: ProviderDispute): Promise<AppliedReport> {
  const isNew = await saveDispute(db, { ...dispute, respondBy: dispute.respondBy ?? null })
  return { ...(await applyReports(db, dispute)), isNew }
}
