import { toMinorUnits } from '../../contract/money/minor-units.ts'
import { currency } from '../../contract/money/money.ts'

/**
 * Returns what an event says of money of another service: `units` whole units of a currency, in our minor units. Empty for a currency that we do
 * not know, and for less than one minor unit.
 */
export function moneyOf(units: number, code: string): { quantity?: number; unit?: string } {
  const known = currency.safeParse(code.toLowerCase())
  const quantity = known.success ? toMinorUnits(units, known.data) : 0
  return known.success && quantity > 0 ? { quantity, unit: known.data } : {}
}
