import { AppError } from '../../../contract/errors.ts'
import type { Currency, PayoutCurrency } from '../../../contract/money.ts'
import type { Db } from '../../../db/connection.ts'
import { getTipRules } from '../../../db/queries/tip-rules.ts'
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
 * Checks the amount of a tip, and returns its currency as the creator's supporters are offered it. Throws AppError
 * `currency_unavailable`, and `invalid_amount` below the creator's minimum and outside the limits of the currency.
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
  if (amountMinor > maximumIn(currency)) {
    const text = 'invalid_tip_large'
    throw new AppError('invalid_amount', { text, fields: { amount: text } })
  }
  return offered
}
