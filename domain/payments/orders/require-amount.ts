import { AppError } from '../../../contract/errors.ts'
import { tipLimits, toPayoutMinor } from '../../../contract/money/money.ts'
import type { Currency, PayoutCurrency } from '../../../contract/money/money.ts'
import type { Db } from '../../../db/connection.ts'
import { getTipRules } from '../../../db/queries/payments/tip-rules.ts'
import { findOfferedCurrency, maximumIn } from '../rates/offered-currencies.ts'
import type { OfferedCurrency } from '../rates/offered-currencies.ts'

interface WantedAmount {
  creatorUid: string
  /** The currency that the creator is paid in. */
  ownCurrency: PayoutCurrency
  amountMinor: number
  currency: Currency
}

/**
 * Throws AppError `invalid_amount` if a tip is larger than the largest of its currency. Without a currency it is in the creator's,
 * in minor units.
 */
export function requireMax(amountMinor: number, currency: Currency | undefined): void {
  const maximum = currency === undefined ? toPayoutMinor(tipLimits.maxUnits) : maximumIn(currency)
  if (amountMinor <= maximum) return
  throw new AppError('invalid_amount', { fields: { amount: 'invalid_tip_large' } })
}

/**
 * Returns the currency of a tip as the creator's supporters are offered it. Throws AppError `currency_unavailable`, and
 * `invalid_amount` below the creator's minimum.
 */
export async function requireAmount(db: Db, wanted: WantedAmount): Promise<OfferedCurrency> {
  const { creatorUid, ownCurrency, amountMinor, currency } = wanted
  const { minimumMinor: ownMinimum } = await getTipRules(db, creatorUid)
  const offered = await findOfferedCurrency(db, ownCurrency, ownMinimum, currency)
  if (!offered) throw new AppError('currency_unavailable')
  const { minimumMinor } = offered
  if (amountMinor < minimumMinor) {
    const amount = { amountMinor: minimumMinor, currency }
    const text = { key: 'invalid_tip_below_minimum', values: { amount } } as const
    throw new AppError('invalid_amount', { text, fields: { amount: text } })
  }
  return offered
}
