import { useRef, useState } from 'react'
import type { ViewedCreator } from '../../../../contract/entities.ts'
import { toUnits } from '../../../../contract/money/minor-units.ts'
import { useTipCurrency } from './tip-currency.ts'
import { readAmountMinor } from '../../lib/payments/typed-amount.ts'
import { findAmountProblem, quickAmountsFrom } from './tip-draft.ts'

/** The amount with its currency, and what is wrong with it. Until one is typed or chosen it is the first suggestion. */
export function useAmount(typed: string | null, creator: ViewedCreator) {
  const money = useTipCurrency(creator)
  const amount = typed ?? String(quickAmountsFrom(money.minimumMinor, money.currency)[0] ?? '')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const minor = readAmountMinor(amount, money.currency) || undefined // nothing is paid for 0
  /** Shows what is wrong with the amount. Returns whether it can be paid. */
  function check(): boolean {
    const found = findAmountProblem(amount, money.currency, money.minimumMinor)
    setProblem(found)
    return found === undefined
  }
  return {
    amount,
    money,
    minor,
    problem,
    field,
    forgetProblem: () => setProblem(undefined),
    /** Shows what is wrong with the amount, and returns it: the digits of its units if they can be read, or else as it was typed. */
    leave: () => (check() && minor !== undefined ? String(toUnits(minor, money.currency)) : amount),
    /** Does the same as `check`, and focuses an amount that cannot be paid. */
    checkToPay(): boolean {
      const isPayable = check()
      if (!isPayable) field.current?.focus()
      return isPayable
    },
  }
}
