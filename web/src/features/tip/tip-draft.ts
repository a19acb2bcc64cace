import { currencyRules } from '../../../../contract/currencies.ts'
import { minorPerUnit } from '../../../../contract/minor-units.ts'
import { anonymousName, isAnonymousName } from '../../../../contract/tip.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import type { Currency } from '../../../../contract/money.ts'
import type { SolvedProof } from '../../../../contract/proof.ts'

/** A tip while it is being written. */
export interface TipDraft {
  /** Digits only, in whole units. Null until the supporter edits the field; until then it shows the first suggestion. */
  amount: string | null
  /** Null until the supporter edits the field; until then it shows a default name. */
  name: string | null
  message: string
  isPrivate: boolean
  isAnonymous: boolean
  /** Whether the supporter pays the service fee on top. */
  coversFee: boolean
}

/** Returns up to four suggested amounts, none below the creator's minimum. */
export function quickAmountsFrom(minimumMinor: number, currency: Currency): number[] {
  const { quick, max } = currencyRules[currency]
  const minUnits = minimumMinor / minorPerUnit(currency)
  const amounts = minUnits <= quick[0]! ? quick : [1, 2, 5, 10].map((times) => minUnits * times)
  return amounts.filter((amount) => amount <= max)
}

/** One digit more than the largest tip has, so that a mistyped amount is shown as an error, not cut off. */
const maxDigitsOf = (currency: Currency) => String(currencyRules[currency].max).length + 1

/** Reduces typed or pasted text to digits without leading zeros. */
export function toDigits(text: string, currency: Currency): string {
  return text.replace(/\D/g, '').replace(/^0+/, '').slice(0, maxDigitsOf(currency))
}

/** Converts a typed amount to minor units; undefined unless it is above 0. */
export function toMinorUnits(amount: string, currency: Currency): number | undefined {
  const minor = Math.round(Number(amount) * minorPerUnit(currency))
  return minor > 0 ? minor : undefined
}

/** Describes what is wrong with an amount; undefined if it can be paid. */
export function findAmountProblem(
  amount: string,
  currency: Currency,
  minimumMinor: number,
): string | undefined {
  const minor = toMinorUnits(amount, currency)
  if (minor === undefined) return m.tip_amount_invalid()
  if (minor < minimumMinor) return m.tip_amount_too_little({ amount: formatAmount(minimumMinor, currency) })
  const maxMinor = currencyRules[currency].max * minorPerUnit(currency)
  return minor > maxMinor ? m.tip_amount_too_much({ amount: formatAmount(maxMinor, currency) }) : undefined
}

/** Returns the name to send with the tip: "Anonymous" when the supporter chose or typed that. */
export function nameOf({ name, isAnonymous }: TipDraft, defaultName: string): string {
  const written = (name ?? defaultName).trim()
  return isAnonymous || isAnonymousName(written) ? anonymousName : written
}

/** Returns whether the tip will be shown without a name. If `name` is empty, the server uses `accountName`. */
export function isNameless(name: string, accountName: string | undefined): boolean {
  return isAnonymousName(name) || (name === '' && !accountName)
}

/** A tip that is ready to be paid, by any method. */
export interface TipOrder {
  /** A UUID, the same for every attempt to pay this tip: the server charges at most one of them. */
  checkoutId: string
  creatorId: string
  goalId: string | null
  amountMinor: number
  currency: Currency
  name: string
  message: string
  isPrivate: boolean
  isAnonymous: boolean
  /** Whether the supporter pays the service fee on top of the amount. */
  coversFee: boolean
}

/** Converts a tip to the body of the calls that open a payment. */
export function toRequest(order: TipOrder, proof?: SolvedProof) {
  return {
    GoalUid: order.goalId,
    // As specified, the entered units times 100, in every currency.
    amount: (order.amountMinor / minorPerUnit(order.currency)) * 100,
    currency: order.currency,
    name: order.name,
    message: order.message,
    ReceipentUID: order.creatorId,
    isPrivateMessage: order.isPrivate,
    coverFee: order.coversFee,
    checkoutId: order.checkoutId,
    ...(proof && { proof }),
  }
}
