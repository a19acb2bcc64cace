import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import { isBlocked } from '../../db/queries/payments/tip-rules.ts'
import { toNameKey } from './name-key.ts'

interface RequestedTip {
  creatorUid: string
  supporterUid: string | null
  supporterName: string
  addressHash: string
  formerAddressHashes: readonly string[]
}

/**
 * Throws AppError `payment_refused` for a supporter whom the creator has blocked. The supporter sees the same text when a provider
 * refuses a payment.
 */
export async function requireAllowed(db: Db, tip: RequestedTip): Promise<void> {
  const { creatorUid, supporterUid, supporterName, addressHash, formerAddressHashes } = tip
  const addressHashes = [addressHash, ...formerAddressHashes]
  const supporter = { supporterUid, nameKey: toNameKey(supporterName), addressHashes }
  if (await isBlocked(db, creatorUid, supporter)) throw new AppError('payment_refused')
}
