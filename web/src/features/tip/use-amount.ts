import { useRef, useState } from 'react'
import type { ViewedCreator } from '../../../../contract/entities.ts'
import { useTipCurrency } from './tip-currency.ts'
import { findAmountProblem, quickAmountsFrom, toMinorUnits } from './tip-draft.ts'

/** The amount with its currency, and what is wrong with it. Until one is typed or chosen it is the first suggestion. */
export function useAmount(typed: string | null, creator: ViewedCreator) {
  const money = useTipCurrency(creator)
  const amount = typed ?? String(quickAmountsFrom(money.minimumMinor, money.currency)[0] ?? '')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  /** Shows what is wrong with the amount. Returns whether it can be paid. */
  function check(): boolean {
    const found = findAmountProblem(amount, money.currency, money.minimumMinor)
    setProblem(found)
    return found === undefined
  }
  return {
    amount,
    money,
    minor: toMinorUnits(amount, money.currency),
    problem,
    field,
    forgetProblem: () => setProblem(undefined),
    check,
    /** Does the same as `check`, and focuses an amount that cannot be paid. */
    checkToPay(): boolean {
      const isPayable = check()
      if (!isPayable) field.current?.focus()
      return isPayable
    },
  }
}
