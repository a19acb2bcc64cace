import { useState } from 'react'
import { anyCurrency } from '../../../../../contract/imports/tip-import.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Field } from '../../../ui/field.tsx'

interface CurrencyFieldProps {
  label: string
  initial: string
  isDisabled: boolean
  onChange: (currency: string) => void
}

/** The currency of amounts without one, typed as three letters. */
export function CurrencyField({ label, initial, isDisabled, onChange }: CurrencyFieldProps) {
  const [text, setText] = useState(initial.toUpperCase())
  const [isWrong, setIsWrong] = useState(false)
  function leave() {
    const code = text.trim().toLowerCase()
    const isCode = anyCurrency.safeParse(code).success
    setIsWrong(!isCode && code !== initial)
    if (isCode && code !== initial) onChange(code)
  }
  return (
    <Field
      label={label}
      hint={m.import_in_currency_hint()}
      error={isWrong && m.import_in_currency_wrong()}
      disabled={isDisabled}
      value={text}
      maxLength={3}
      autoComplete="off"
      autoCapitalize="characters"
      onChange={(event) => setText(event.target.value)}
      onBlur={leave}
    />
  )
}
