/** The sealed name and address of creators for their invoices and receipts. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db } from '../../connection.ts'
import type { PlatformTables } from '../../platform-tables.ts'

export type BillingRow = Selectable<PlatformTables['billingDetails']>
type NewBilling = Pick<BillingRow, 'uid' | 'sealed' | 'hasVatId' | 'vatIdCheckedAt' | 'isOnReceipts'>

export async function findBillingRow(db: Db, uid: string): Promise<BillingRow | undefined> {
  return db.selectFrom('billingDetails').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/** Inserts or replaces the details of an account. */
export async function saveBillingRow(db: Db, row: NewBilling): Promise<void> {
  await db
    .insertInto('billingDetails')
    .values(row)
    .onConflict((oc) => oc.column('uid').doUpdateSet({ ...row, updatedAt: sql<Date>`now()` }))
    .execute()
}

/** Lists details with a VAT id that nobody has checked, oldest first. */
export async function listUncheckedVatIds(
  db: Db,
  limit: number,
): Promise<(BillingRow & { userName: string })[]> {
  return db
    .selectFrom('billingDetails')
    .innerJoin('account', 'account.uid', 'billingDetails.uid')
    .selectAll('billingDetails')
    .select('account.userName')
    .where('hasVatId', '=', true)
    .where('vatIdCheckedAt', 'is', null)
    .where('keepUntil', 'is', null)
    .orderBy('billingDetails.updatedAt')
    .limit(limit)
    .execute()
}

/** Marks the VAT id of these details as checked; false when they have changed since they were read. */
export async function markVatIdChecked(db: Db, { uid, sealed }: BillingRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('billingDetails')
    .set({ vatIdCheckedAt: sql<Date>`now()` })
    .where('uid', '=', uid)
    .where('sealed', '=', sealed)
    .where('hasVatId', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
