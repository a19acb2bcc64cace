/** Former keys of receipts' links, sealed with a newer key. */
import type { Db } from '../../connection.ts'

/** Stores a key, unless it is stored already. */
export async function insertReceiptKey(db: Db, key: { id: string; sealed: string }): Promise<void> {
  await db
    .insertInto('receiptKey')
    .values(key)
    .onConflict((oc) => oc.column('id').doNothing())
    .execute()
}

/** Lists all keys: one for each time that SECRETS_KEY was replaced. */
export async function listReceiptKeys(db: Db) {
  return db.selectFrom('receiptKey').select(['id', 'sealed']).execute()
}
