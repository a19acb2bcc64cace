/** A dispute comes into the books. */
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
  /** While it is `open` its amount is set aside; `lost` is final like a refund; `won` gives all back. */
  status: DisputeStatus
  amountMinor: number
  /** Lower case. One that is not the tip's is kept and not booked. */
  currency: string
  /** What the provider charges the creator for the dispute, as it stands; 0 once it is given back. */
  providerFeeMinor?: number | undefined
  /** The provider's word for it. */
  reason: string
  /** Until when the creator may answer; undefined when the provider does not say (any more). */
  respondBy?: Date | undefined
  openedAt: Date
  /** When what is told here was so. */
  asOf: Date
}

/**
 * Books a dispute: new ledger entries and, when it is lost, the goal and the totals, all of it or none. The same again, older
 * news and any order change nothing in the end. When its payment is not here yet (`kept`), it is booked with it. A lost dispute
 * and a reversal of the same payment count once. Publish the `eventIds`.
 */
export async function recordDispute(db: Db, dispute: ProviderDispute): Promise<AppliedReport> {
  const isNews = await saveDispute(db, { ...dispute, respondBy: dispute.respondBy ?? null })
  return { ...(await applyReports(db, dispute)), isNews }
}
