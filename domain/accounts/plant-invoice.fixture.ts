/** An invoice to a person of the tests of export and erasure. */
import type { Db } from '../../db/connection.ts'
import { insertInvoice } from '../payments/invoices/invoices.fixture.ts'
import { seal } from '../security/sealing.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

/** Creates an invoice to the person with the name and address on it, encrypted. */
export async function plantInvoice(
  db: Db,
  { uid, mark }: { uid: string; mark: string },
  keys: SecretKeys,
): Promise<void> {
  const details = { legalName: `${mark}billing`, address: `${mark}billing`, country: 'GB', vatId: '' }
  const text = JSON.stringify(details)
  await db
    .insertInto('billingDetails')
    .values({ uid, sealed: seal(keys, text, `billing:${uid}`), hasVatId: false })
    .execute()
  await insertInvoice(db, uid, keys, details)
  const action = { adminUid: uid, action: 'export', accountUid: null, subject: '2026-10' } as const
  await db.insertInto('adminAction').values(action).execute()
}
