/** Former keys of the links in emails. They are stored, so that links in old emails work after a key left SECRETS_KEY. */
import type { Db } from '../../db/connection.ts'
import { insertReceiptKey, listReceiptKeys } from '../../db/queries/payments/receipt-keys.ts'
import { idOf } from '../config/secret-keys.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import { seal, unseal } from './sealing.ts'

/** Stores all keys but the newest, sealed with the newest. */
export async function storeFormerKeys(db: Db, keys: SecretKeys): Promise<void> {
  for (const key of keys.slice(1)) {
    const id = idOf(key)
    await insertReceiptKey(db, { id, sealed: seal(keys, key.toString('hex'), formerKeyContext(id)) })
  }
}

/** Returns all former keys that are stored. */
export async function readFormerKeys(db: Db, keys: SecretKeys): Promise<Buffer[]> {
  const rows = await listReceiptKeys(db)
  return rows.map(({ id, sealed }) => Buffer.from(unseal(keys, sealed, formerKeyContext(id)), 'hex'))
}

/**
 * Returns the context for sealing a former key. It has the name of the first links that needed them, because stored keys are sealed with
 * that name.
 */
export function formerKeyContext(id: string): string {
  return `receipt-key:${id}`
}
