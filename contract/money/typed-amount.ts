/** Reads what was typed into a field for money, in the page and, where the page has no scripts, on the server. */
import type { Currency } from './currencies.ts'
import type { CheckText } from '../error-text.ts'
import { decimalsOf, toMinorUnits, toUnits } from './minor-units.ts'
import { parseDecimal } from './money.ts'
import { readAmount } from './read-amount.ts'
import type { WrittenAmount } from './read-amount.ts'

/** A typed amount, in minor units, or what is wrong with it. */
export type TypedAmount = { minor: number } | { fault: CheckText }

/**
 * Reads a typed amount, which must be a multiple of `stepMinor`: by default of whole units. An amount that can be read in two ways
 * is a fault that asks for one of them.
 */
export function readTypedAmount(
  text: string,
  currency: Currency,
  stepMinor = toMinorUnits(1, currency),
): TypedAmount {
  const written = readAmount(text)
  if (!written || written.isNegative) return { fault: 'invalid_amount' }
  if (written.currencies.length > 0 && !written.currencies.includes(currency))
    return { fault: { key: 'invalid_amount_currency', values: { currency: currency.toUpperCase() } } }
  const units = unitsOf(written, currency)
  if (typeof units === 'object') return { fault: asking('invalid_amount_unsure', units, currency) }
  const minor = parseDecimal(units, decimalsOf(currency))
  if (minor !== undefined && minor % stepMinor === 0) return { minor }
  const step = toUnits(stepMinor, currency)
  const below = Math.floor(Number(units) / step) * step
  if (below === 0 || below > largest) return { fault: 'invalid_amount' }
  return { fault: asking('invalid_amount_step', [below, below + step], currency) }
}

/** No field takes as much. */
const largest = 10 ** 9

/** Returns the units that are written, or the two readings. A currency without decimals has only thousands to separate. */
function unitsOf({ digits, otherDigits }: WrittenAmount, currency: Currency): string | [number, number] {
  if (otherDigits === undefined) return digits
  if (decimalsOf(currency) === 0) return otherDigits
  return [Number(digits), Number(otherDigits)]
}

function asking(
  key: 'invalid_amount_step' | 'invalid_amount_unsure',
  [below, above]: readonly [number, number],
  currency: Currency,
): CheckText {
  const money = (units: number) => ({ amountMinor: toMinorUnits(units, currency), currency })
  return { key, values: { below: money(below), above: money(above) } }
}
