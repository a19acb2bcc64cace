import { AppError } from '../../contract/errors.ts'
import type { PayoutCurrency } from '../../contract/money.ts'
import type { Db } from '../../db/connection.ts'
import { getTipRules, isBlocked } from '../../db/queries/tip-rules.ts'
import { toNameKey } from './name-key.ts'

interface RequestedTip {
  creatorUid: string
  supporterUid: string | null
  supporterName: string
  addressHash: string
  amountMinor: number
  currency: PayoutCurrency
}

/**
 * Checks a tip against its creator's rules. Throws AppError `invalid_amount` if it is below the minimum, and `payment_refused` for
 * a blocked supporter, who sees the same text when a provider refuses a payment.
 */
export async function requireAllowed(db: Db, tip: RequestedTip): Promise<void> {
  const { creatorUid, supporterUid, supporterName, addressHash, amountMinor, currency } = tip
  const { minimumMinor } = await getTipRules(db, creatorUid)
  if (amountMinor < minimumMinor) {
    const amount = { amountMinor: minimumMinor, currency }
    const text = { key: 'invalid_tip_below_minimum', values: { amount } } as const
    throw new AppError('invalid_amount', { text, fields: { amount: text } })
  }
  const supporter = { supporterUid, nameKey: toNameKey(supporterName), addressHash }
  if (await isBlocked(db, creatorUid, supporter)) throw new AppError('payment_refused')
}
