/** Records refunds by creators, and reversals by providers and banks. */
import type { Db } from '../../../db/connection.ts'
import { saveRefund } from '../../../db/queries/payments/reports.ts'
import type { ProviderRefund } from '../provider/reports.ts'
import { applyReports } from './apply-reports.ts'
import type { AppliedReport } from './apply-reports.ts'

/**
 * Records a refund in the ledger, the goal and the totals, all in one transaction. Repeats and older reports change nothing, and
 * the order of reports does not matter. If the payment is not recorded yet, the result is `stored`, and the refund is booked after
 * the payment. The caller publishes the `eventIds`.
 */
export async function recordRefund(db: Db, refund: ProviderRefund): Promise<AppliedReport> {
  const { platformFeeMinor = null, providerFeeMinor = 0, ...rest } = refund
  const isNew = await saveRefund(db, { ...rest, platformFeeMinor, providerFeeMinor })
  return { ...(await applyReports(db, refund)), isNew }
}
