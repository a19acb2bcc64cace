import { useState } from 'react'
import { anyCurrency } from '../../../../../contract/imports/tip-import.ts'
import { readCurrencies } from '../../../../../contract/money/read-amount.ts'
import { toCopied } from '../../../../../contract/text.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Field } from '../../../ui/field.tsx'

interface CurrencyFieldProps {
  label: string
  initial: string
  isDisabled: boolean
  onChange: (currency: string) => void
}

/** The currency of amounts without one: its code, or a name or symbol that only one currency has. */
export function CurrencyField({ label, initial, isDisabled, onChange }: CurrencyFieldProps) {
  const [text, setText] = useState(initial.toUpperCase())
  const [isWrong, setIsWrong] = useState(false)
  function leave() {
    const code = readCode(text)
    const isCode = anyCurrency.safeParse(code).success
    setIsWrong(!isCode && text.trim() + initial !== '')
    if (isCode && code !== initial) onChange(code)
  }
  return (
    <Field
      name="inCurrency"
      enterKeyHint="done"
      label={label}
      hint={m.import_in_currency_hint()}
      error={isWrong && m.import_in_currency_wrong()}
      disabled={isDisabled}
      value={text}
      maxLength={30}
      autoCapitalize="characters"
      onChange={(event) => {
        setText(event.target.value)
        setIsWrong(false)
      }}
      onBlur={leave}
    />
  )
}

/** Returns the code of the currency that a text names; empty if it names none, or could mean several. */
function readCode(text: string): string {
  const [code = '', ...others] = readCurrencies(toCopied(text)) ?? []
  return others.length === 0 ? code : ''
}
