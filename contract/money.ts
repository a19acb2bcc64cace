/** Money: integers of minor units (pence, cents) with a currency. All our currencies have two decimals. */
import * as z from 'zod/mini'
import { failsWith } from './check-error.ts'

export { currencySymbol, formatMoney } from './money-format.ts'

/** The currencies that creators can be paid in. */
export const payoutCurrency = z.enum(['usd', 'gbp'])
export type PayoutCurrency = z.output<typeof payoutCurrency>

/** The currencies that amounts can be shown in; eur is for display only. */
export const currency = z.enum(['usd', 'gbp', 'eur'])
export type Currency = z.output<typeof currency>

export const serviceFeePercent = 5
export const tipLimits = { minUnits: 1, maxUnits: 50_000 } as const
export const goalLimits = { minUnits: 1, maxUnits: 10_000_000 } as const

/** An amount in minor units, never negative. */
export const minorUnits = z.int().check(z.nonnegative())

/** The amount of a tip in minor units: a multiple of 100, that is, whole dollars or pounds, within `tipLimits`. */
export const tipAmount = z
  .int(failsWith('invalid_amount'))
  .check(
    z.minimum(tipLimits.minUnits * 100, failsWith('invalid_amount')),
    z.maximum(tipLimits.maxUnits * 100, failsWith('invalid_tip_large')),
    z.multipleOf(100, failsWith('invalid_amount')),
  )

/** Returns the service fee on an amount: 5 %, rounded half up to a minor unit. */
export function serviceFee(amountMinor: number): number {
  return Math.floor((amountMinor * serviceFeePercent + 50) / 100)
}

/** Returns `part / whole` of an amount, to the nearest minor unit, half up. */
export function shareOf(amountMinor: number, part: number, whole: number): number {
  return Math.floor((2 * amountMinor * part + whole) / (2 * whole))
}

/** Converts a provider's decimal string to minor units: `"7.00"` → 700; undefined when it is not an amount. */
export function parseDecimal(text: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** Converts minor units to a provider's decimal string: 700 → `"7.00"`. */
export function toDecimal(amountMinor: number): string {
  return `${Math.floor(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, '0')}`
}
