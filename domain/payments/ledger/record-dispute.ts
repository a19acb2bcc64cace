/** Records disputes of tips. */
import type { Db } from '../../../db/connection.ts'
import { saveDispute } from '../../../db/queries/reports.ts'
import type { ProviderDispute } from '../provider/reports.ts'
import { applyReports } from './apply-reports.ts'
import type { AppliedReport } from './apply-reports.ts'

/**
 * Records a dispute in the ledger and, when it is lost, in goal and totals, in one transaction. Repeats and older reports change
 * nothing, and the order of reports does not matter. A dispute whose payment is not recorded yet is `stored` and booked after
 * it. A lost dispute and a reversal of the same payment count once. Publish the `eventIds`.
 */
export async function recordDispute(db: Db, dispute: ProviderDispute): Promise<AppliedReport> {
  const isNew = await saveDispute(db, { ...dispute, respondBy: dispute.respondBy ?? null })
  return { ...(await applyReports(db, dispute)), isNew }
}
