import { tipLimits } from '../../../../contract/money.ts'
import { anonymousName, isAnonymousName } from '../../../../contract/tip.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format-amount.ts'
import type { Currency } from '../../../../contract/money.ts'

/** A tip as it is being written. */
export interface TipDraft {
  /** Digits only, whole units. */
  amount: string
  /** Null until the fan has touched the field: then the default stands in it. */
  name: string | null
  message: string
  isPrivate: boolean
  isAnonymous: boolean
  /** The fan pays the service fee on top. */
  coversFee: boolean
}

/** Four amounts to choose at once, none below the least that the creator takes. */
export function quickAmountsFrom(minimumMinor: number): number[] {
  const least = minimumMinor / 100
  const amounts = least <= 5 ? [5, 10, 25, 50] : [1, 2, 5, 10].map((times) => least * times)
  return amounts.filter((amount) => amount <= tipLimits.maxUnits)
}

/** The most digits that the amount takes: one more than a tip can have, so that a mistake is seen. */
const maxDigits = String(tipLimits.maxUnits).length + 1

/** What is left of a typed or pasted text in the amount field: digits, without leading zeros. */
export function toDigits(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '').slice(0, maxDigits)
}

/** The typed amount in minor units; undefined when nothing, or nothing above 0, was typed. */
export function toMinorUnits(amount: string): number | undefined {
  const minor = Math.round(Number(amount) * 100)
  return minor > 0 ? minor : undefined
}

/** What is wrong with an amount, in words; undefined when it can be paid. */
export function findAmountProblem(
  amount: string,
  currency: Currency | null,
  minimumMinor: number,
): string | undefined {
  const minor = toMinorUnits(amount)
  if (minor === undefined) return m.tip_amount_invalid()
  if (minor < minimumMinor) return m.tip_amount_too_little({ amount: formatAmount(minimumMinor, currency) })
  const most = tipLimits.maxUnits * 100
  return minor > most ? m.tip_amount_too_much({ amount: formatAmount(most, currency) }) : undefined
}

/** The name that goes with the tip: "Anonymous" when the fan asks for it, in whichever way. */
export function nameOf({ name, isAnonymous }: TipDraft, defaultName: string): string {
  const written = (name ?? defaultName).trim()
  return isAnonymous || isAnonymousName(written) ? anonymousName : written
}

/** Whether the tip will show no name; `accountName` is what the server puts in for an empty one. */
export function isNameless(name: string, accountName: string | undefined): boolean {
  return isAnonymousName(name) || (name === '' && !accountName)
}
