/** Amounts as they are typed into the fields of a form. */
import * as z from 'zod/mini'
import { decimalsOf, toMinorUnits, toUnits } from '../../../../contract/money/minor-units.ts'
import { tipLimits, toDecimal } from '../../../../contract/money/money.ts'
import type { Currency } from '../../../../contract/money/money.ts'
import { readTypedAmount } from '../../../../contract/money/typed-amount.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { showText } from '../calls/check-text.ts'
import { formatAmount } from '../format.ts'
import { currentLocale } from '../locale.ts'

/** What an amount may be: multiples of `stepMinor` (by default of whole units) from `minMinor` to `maxMinor`. */
export interface AmountRule {
  /** Null if it is not known: then the amount is read with two decimals, and names no currency. */
  currency: Currency | null
  minMinor: number
  maxMinor: number
  stepMinor?: number | undefined
  /** The text about an entry that is not an amount, or is out of that range. */
  error: string
}

/** Returns the rule of a whole amount of a tip, from `minUnits` on. */
export function tipAmountRule(
  currency: Currency | null,
  error: string,
  minUnits: number = tipLimits.minUnits,
): AmountRule {
  const toMinor = (units: number) => toMinorUnits(units, currency ?? 'usd')
  return { currency, error, minMinor: toMinor(minUnits), maxMinor: toMinor(tipLimits.maxUnits) }
}

/** Returns the text about an amount that no tip can have. */
export function describeTipRange(currency: Currency | null, minUnits: number = tipLimits.minUnits): string {
  const format = (units: number) => formatAmount(toMinorUnits(units, currency ?? 'usd'), currency)
  return m.rules_amount_error({ least: format(minUnits), most: format(tipLimits.maxUnits) })
}

/** Returns what is wrong with a typed amount; undefined if nothing is. */
export function findAmountFault(typed: string, rule: AmountRule): string | undefined {
  const read = readTypedAmount(typed, rule.currency ?? 'usd', rule.stepMinor)
  if ('fault' in read)
    return rule.currency === null || read.fault === 'invalid_amount' ? rule.error : showText(read.fault)
  return read.minor >= rule.minMinor && read.minor <= rule.maxMinor ? undefined : rule.error
}

/** Returns a typed amount in minor units; undefined if it cannot be read as one. */
export function readAmountMinor(
  typed: string,
  currency: Currency | null,
  stepMinor?: number,
): number | undefined {
  const read = readTypedAmount(typed, currency ?? 'usd', stepMinor)
  return 'minor' in read ? read.minor : undefined
}

/** Returns an amount as it stands in a field: in units, without a symbol. */
export function writeAmount(minor: number, currency: Currency | null): string {
  return String(toUnits(minor, currency ?? 'usd'))
}

/** Returns how many decimals an amount may be typed with: none for yen, and for forint where a provider charges whole ones. */
export function decimalsTyped(currency: Currency, stepMinor: number): number {
  return decimalsOf(currency) - Math.log10(stepMinor)
}

/** Returns an amount as it stands in a field for exact amounts: with all its decimals, after the mark of the reader's language. */
export function writeDecimals(minor: number, currency: Currency, stepMinor = 1): string {
  const typed = toDecimal(Math.floor(minor / stepMinor), decimalsTyped(currency, stepMinor))
  return typed.replace('.', (1.5).toLocaleString(currentLocale())[1]!)
}

/** The schema of a field with such an amount, which becomes minor units. */
export function typedAmount(rule: AmountRule) {
  const checked = z.string().check(({ value, issues }) => {
    const message = findAmountFault(value, rule)
    if (message !== undefined) issues.push({ code: 'custom', message, input: value })
  })
  const toMinor = (typed: string) => readAmountMinor(typed, rule.currency, rule.stepMinor) ?? Number.NaN
  return z.pipe(checked, z.transform(toMinor))
}
