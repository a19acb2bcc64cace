import { currencyRules } from '../../../../contract/money/currencies.ts'
import { toMinorUnits, toUnits } from '../../../../contract/money/minor-units.ts'
import { anonymousName, isAnonymousName } from '../../../../contract/payments/tip.ts'
import { toEnteredAmount } from '../../../../contract/money/money.ts'
import { readTypedAmount } from '../../../../contract/money/typed-amount.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { showText } from '../../lib/calls/check-text.ts'
import { formatAmount } from '../../lib/format.ts'
import type { Currency } from '../../../../contract/money/money.ts'
import type { SolvedProof } from '../../../../contract/proof.ts'

/** A tip while it is being written. */
export interface TipDraft {
  /** As it was typed, in whole units. Null until the supporter edits the field; until then it shows the first suggestion. */
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
  const minUnits = toUnits(minimumMinor, currency)
  const amounts = minUnits <= quick[0]! ? quick : [1, 2, 5, 10].map((times) => minUnits * times)
  return amounts.filter((amount) => amount <= max)
}

/** Describes what is wrong with a typed amount; undefined if it can be paid. */
export function findAmountProblem(
  typed: string,
  currency: Currency,
  minimumMinor: number,
): string | undefined {
  const read = readTypedAmount(typed, currency)
  if ('fault' in read) return showText(read.fault)
  const { minor } = read
  if (minor === 0) return m.invalid_amount()
  if (minor < minimumMinor) return m.tip_amount_too_little({ amount: formatAmount(minimumMinor, currency) })
  const maxMinor = toMinorUnits(currencyRules[currency].max, currency)
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
    amount: toEnteredAmount(order.amountMinor, order.currency),
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
