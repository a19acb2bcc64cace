import { useState } from 'react'
import { toMinorUnits } from '../../../../../contract/money/minor-units.ts'
import { goalLimits } from '../../../../../contract/money/money.ts'
import type { PayoutCurrency } from '../../../../../contract/money/money.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../../lib/format.ts'
import { findAmountFault, readAmountMinor, writeAmount } from '../../../lib/payments/typed-amount.ts'
import type { AmountRule } from '../../../lib/payments/typed-amount.ts'
import { Field } from '../../../ui/field.tsx'

interface AmountFieldProps {
  name: string
  label: string
  value: number | null
  currency: PayoutCurrency | null
  onChange: (amount: number | null) => void
}

/** An amount in whole units; empty for none. What cannot be read changes nothing, and stays with a text about it. */
export function AmountField({ name, label, value, currency, onChange }: AmountFieldProps) {
  const [typing, setTyping] = useState<{ text: string; value: number | null }>()
  const isTyped = typing?.value === value // otherwise it was changed elsewhere, as by undoing
  const text = isTyped ? typing.text : value === null ? '' : writeAmount(value, currency)
  const findFault = (typed: string) => (typed === '' ? undefined : findAmountFault(typed, ruleIn(currency)))

  function handleChange(typed: string) {
    const isWrong = findFault(typed) !== undefined
    const minor = typed === '' ? null : (readAmountMinor(typed, currency) ?? null)
    setTyping({ text: typed, value: isWrong ? value : minor })
    if (!isWrong) onChange(minor)
  }
  return (
    <Field
      name={name}
      label={label}
      aside={formatAmount(0, currency).replace(/[\d.,\s]/g, '')}
      value={text}
      error={findFault(text)}
      inputMode="numeric"
      enterKeyHint="done"
      onChange={(event) => handleChange(event.target.value)}
    />
  )
}

/** Returns the range of these amounts that `alertStyle` takes. */
function ruleIn(currency: PayoutCurrency | null): AmountRule {
  const maxMinor = toMinorUnits(goalLimits.maxUnits, currency ?? 'usd')
  return { currency, minMinor: 0, maxMinor, error: m.invalid_amount() }
}
