import type { Db } from '../../../db/connection.ts'
import { saveDispute } from '../../../db/queries/payments/reports.ts'
import type { ProviderDispute } from '../provider/reports.ts'
import { applyReports } from './apply-reports.ts'
import type { AppliedReport } from './apply-reports.ts'

/**
 * Records a dispute in the ledger (an inquiry moves no money, so it is only stored) and, if it is lost, also in the goal and the totals, all in one transaction. Repeats and older
 * reports change nothing, and the order of reports does not matter. If the payment is not recorded yet, the result is `stored`, and
 * the dispute is booked after the payment. The caller publishes the `eventIds`.
 */
export async function recordDispute(db: Db, dispute: ProviderDispute): Promise<AppliedReport> {
  const { takenMinor = null, respondBy = null } = dispute
  const isNew = await saveDispute(db, { ...dispute, takenMinor, respondBy })
  return { ...(await applyReports(db, dispute)), isNew }
}
