/** Money: integers of minor units (pence, cents, yen) with a currency. How many decimals a currency has is in `currencies.ts`. */
import * as z from 'zod/mini'
import { failsWith } from '../check-error.ts'
import { toMinorUnits, toUnits } from './minor-units.ts'
import { currencies, currencyRules, payoutCurrencies } from './currencies.ts'
import type { Currency } from './currencies.ts'

export { currencySymbol, formatMoney } from './money-format.ts'
export type { Currency, PayoutCurrency } from './currencies.ts'

/** The currencies that creators can be paid in. */
export const payoutCurrency = z.enum(payoutCurrencies)

/** The currencies that a tip can be in. */
export const currency = z.enum(currencies)

/** The limits of a tip in the currencies that creators are paid in. */
export const tipLimits = { minUnits: 1, maxUnits: 50_000 } as const
export const goalLimits = { minUnits: 1, maxUnits: 10_000_000 } as const

/** Converts whole units to minor units of any currency that creators are paid in: they all have two decimals. */
export function toPayoutMinor(units: number): number {
  return toMinorUnits(units, 'usd')
}

/** An amount in minor units, never negative. */
export const minorUnits = z.int().check(z.nonnegative())

/** What a creator's own rules say of tips, in minor units of the creator's currency: whole dollars or pounds, within `tipLimits`. */
export const tipAmount = z
  .int(failsWith('invalid_amount'))
  .check(
    z.minimum(toPayoutMinor(tipLimits.minUnits), failsWith('invalid_amount')),
    z.maximum(toPayoutMinor(tipLimits.maxUnits), failsWith('invalid_tip_large')),
    z.multipleOf(toPayoutMinor(1), failsWith('invalid_amount')),
  )

/** What the wire's amount of a tip counts: hundredths of a unit, whatever minor units its currency has. */
const enteredPerUnit = 100

/** The whole units of the largest tip in any currency. */
const maxUnits = Math.max(...Object.values(currencyRules).map(({ max }) => max))

/**
 * The amount of a tip as the specification has it on the wire: the entered whole units, times 100 in every currency. The limits
 * of its currency are checked when the order is opened (`domain/payments/orders/require-amount.ts`).
 */
export const enteredAmount = z
  .int(failsWith('invalid_amount'))
  .check(
    z.minimum(enteredPerUnit, failsWith('invalid_amount')),
    z.maximum(maxUnits * enteredPerUnit, failsWith('invalid_tip_large')),
    z.multipleOf(enteredPerUnit, failsWith('invalid_amount')),
  )

/** Returns an amount in minor units as a tip's request has it. */
export function toEnteredAmount(amountMinor: number, of: Currency): number {
  return toUnits(amountMinor, of) * enteredPerUnit
}

/** Returns the amount of a tip's request in minor units. Without a currency it is in the creator's, which has two decimals. */
export function fromEnteredAmount(amount: number, of: Currency = 'usd'): number {
  return toMinorUnits(amount / enteredPerUnit, of)
}

/** Returns `part / whole` of an amount, to the nearest minor unit, half up. */
export function shareOf(amountMinor: number, part: number, whole: number): number {
  const [amount, of, total] = [BigInt(amountMinor), BigInt(part), BigInt(whole)] // the products are too large for a double
  return Number((2n * amount * of + total) / (2n * total))
}

/**
 * Converts a decimal number to integers of its last decimal: with two decimals `"7.00"` → 700, with none `"7.00"` → 7; undefined when it is
 * not a number of that form.
 */
export function parseDecimal(text: string, decimals = 2): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text)
  const fraction = match?.[2] ?? ''
  if (!match || /[1-9]/.test(fraction.slice(decimals))) return undefined
  return Number(match[1]) * 10 ** decimals + Number(fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** Converts such an integer back: with two decimals 700 → `"7.00"`, with none 7 → `"7"`. */
export function toDecimal(amount: number, decimals = 2): string {
  const digits = String(amount).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
