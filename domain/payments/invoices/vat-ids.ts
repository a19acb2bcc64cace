/** VAT ids that an admin checks in the official register. An unchecked id changes no invoice. */
import { AppError } from '../../../contract/errors.ts'
import type { listVatIds } from '../../../contract/admin/admin-calls.ts'
import type { CallResponse } from '../../../contract/call.ts'
import { insertAdminAction } from '../../../db/queries/admin/admins.ts'
import {
  findBillingRow,
  listUncheckedVatIds,
  markVatIdChecked,
} from '../../../db/queries/payments/billing-details.ts'
import { openDetails } from './billing-details.ts'
import type { BillingContext } from './billing-details.ts'

const maxListed = 50

/** Lists VAT ids to check with the names and addresses that belong to them. */
export async function readVatIds({ db, config }: BillingContext): Promise<CallResponse<typeof listVatIds>> {
  const rows = await listUncheckedVatIds(db, maxListed)
  return rows.map((row) => {
    const { legalName, address, country, vatId } = openDetails(config.secretsKey, row)
    const { uid, userName, updatedAt } = row
    return { uid, userName, legalName, address, country, vatId, enteredAt: updatedAt.toISOString() }
  })
}

/**
 * Records that an admin found a VAT id valid. Throws AppError `not_found` when the creator has another one by now, so that nobody
 * confirms what they have not seen.
 */
export async function checkVatId(
  { db, config }: BillingContext,
  adminUid: string,
  { uid, vatId }: { uid: string; vatId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await findBillingRow(trx, uid)
    if (!row || openDetails(config.secretsKey, row).vatId !== vatId) throw new AppError('not_found')
    if (!(await markVatIdChecked(trx, row))) throw new AppError('not_found')
    await insertAdminAction(trx, { adminUid, action: 'vat_id', accountUid: uid })
  })
}
