/** The platform's own ledger of a month, as admins see it. */
import type { PlatformMonth } from '../../../contract/admin/admin-calls.ts'
import type { Db } from '../../../db/connection.ts'
import { sumInvoices } from '../../../db/queries/payments/invoices.ts'
import { findClosedAt, listPlatformSums } from '../../../db/queries/payments/platform-months.ts'
import type { Config } from '../../config/config.ts'

export interface PlatformContext {
  db: Db
  config: Pick<Config, 'mode' | 'invoicing'>
}

/** Reads a month (YYYY-MM): when it was closed, its sums, and those of its invoices. */
export async function readPlatformMonth(
  { db, config }: PlatformContext,
  month: string,
): Promise<PlatformMonth> {
  const key = { mode: config.mode, month: `${month}-01` }
  const [closedAt, sums, invoiceSums] = await Promise.all([
    findClosedAt(db, key),
    listPlatformSums(db, key),
    sumInvoices(db, key),
  ])
  return {
    closedAt: closedAt?.toISOString() ?? null,
    hasSeller: config.invoicing !== undefined,
    sums,
    invoiceSums,
  }
}
