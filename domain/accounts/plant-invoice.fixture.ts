/** An invoice to a person of the tests of export and erasure. */
import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/connection.ts'
import { seal } from '../security/sealing.ts'

/** Creates an invoice to the person with the name and address on it, encrypted. */
export async function plantInvoice(
  db: Db,
  { uid, mark }: { uid: string; mark: string },
  key: Buffer,
): Promise<void> {
  const details = { legalName: `${mark}billing`, address: `${mark}billing`, country: 'GB', vatId: '' }
  const text = JSON.stringify(details)
  await db
    .insertInto('billingDetails')
    .values({ uid, sealed: seal(key, text, `billing:${uid}`), hasVatId: false })
    .execute()
  const id = randomUUID()
  const seller = { name: 'Seller', address: [], country: 'GB', vatId: null, email: 'seller@example.test' }
  await db
    .insertInto('invoice')
    .values({
      id,
      mode: 'test',
      kind: 'invoice',
      creatorUid: uid,
      month: '2026-10-01',
      tipMonth: '2026-10-01',
      corrects: null,
      currency: 'gbp',
      totalMinor: 50,
      vatMinor: 0,
      vatRate: 0,
      vatRule: 'not_registered',
      country: 'GB',
      locale: 'en',
      seller: JSON.stringify(seller),
    })
    .execute()
  await db
    .insertInto('invoiceBuyer')
    .values({
      invoiceId: id,
      sealed: seal(key, text, `invoice:${id}`),
      keepUntil: '2037-01-01',
    })
    .execute()
  const action = { adminUid: uid, action: 'export', accountUid: null, subject: '2026-10' } as const
  await db.insertInto('adminAction').values(action).execute()
}
