/** Estimates what a tip in another currency is worth to its creator, by published rates. */
import { currencyRules } from '../../../contract/money/currencies.ts'
import { toMinorUnits, toUnits } from '../../../contract/money/minor-units.ts'
import type { Currency, PayoutCurrency } from '../../../contract/money/money.ts'
import type { RatesPerEuro } from '../../../db/queries/payments/reference-rates.ts'

/** Returns the price of one unit of `from` in `to`; undefined without a published rate of both. */
export function findRate(rates: RatesPerEuro, from: Currency, to: Currency): number | undefined {
  const [given, wanted] = [rates[from], rates[to]]
  return given === undefined || wanted === undefined ? undefined : wanted / given
}

/** Returns what an amount in minor units is worth at a rate, in minor units of the other currency; at least one. */
export function estimateWorth(amountMinor: number, from: Currency, to: PayoutCurrency, rate: number): number {
  return Math.max(1, toMinorUnits(toUnits(amountMinor, from) * rate, to))
}

/** Returns the smallest tip in the creator's currency, in minor units: the currency's own minimum, or the creator's if that is more. */
export function ownMinimumIn(of: Currency, creatorsMinor: number): number {
  return Math.max(toMinorUnits(currencyRules[of].min, of), creatorsMinor)
}

/**
 * Returns the smallest tip in another currency, in minor units: the currency's own minimum, or if the creator has set a minimum what that
 * is at the rate, rounded up to two significant digits of whole units.
 */
export function minimumIn(of: Currency, creatorsMinor: number, to: PayoutCurrency, rate: number): number {
  const { min, max } = currencyRules[of]
  if (creatorsMinor <= toMinorUnits(currencyRules[to].min, to)) return toMinorUnits(min, of)
  const exact = toUnits(creatorsMinor, to) / rate
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(exact)) - 1))
  const rounded = Math.ceil(exact / step - 1e-9) * step
  return toMinorUnits(Math.min(Math.max(min, rounded), max), of)
}
