import { useRef, useState } from 'react'
import type { ViewedCreator } from '../../../../contract/entities.ts'
import { useTipCurrency } from './tip-currency.ts'
import { findAmountProblem, toMinorUnits } from './tip-draft.ts'

/** The typed amount with its currency, and what is wrong with it. */
export function useAmount(amount: string, creator: ViewedCreator) {
  const money = useTipCurrency(creator)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  /** Shows what is wrong with the amount. Returns whether it can be paid. */
  function check(): boolean {
    const found = findAmountProblem(amount, money.currency, money.minimumMinor)
    setProblem(found)
    return found === undefined
  }
  return {
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
