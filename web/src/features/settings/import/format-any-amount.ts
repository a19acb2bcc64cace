import { decimalsOf, toUnits } from '../../../../../contract/money/minor-units.ts'
import { currentLocale } from '../../../lib/locale.ts'

/** Formats an amount of any currency with its code, also of those that tips cannot be in here: `12.50 BRL`. */
export function formatAnyAmount(amountMinor: number, currency: string): string {
  const digits = decimalsOf(currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const number = toUnits(amountMinor, currency).toLocaleString(currentLocale(), options)
  return `${number} ${currency.toUpperCase()}`
}
