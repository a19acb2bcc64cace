import { ChevronDown } from 'lucide-react'
import { currencySymbol } from '../../../../contract/money/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { nameWithCode } from '../../lib/currency-names.ts'
import { currentLocale } from '../../lib/locale.ts'
import { useEarlyChoice } from '../../lib/forms/early-input.ts'
import type { TipCurrency } from './tip-currency.ts'

interface CurrencySelectProps {
  money: TipCurrency
  /** Called when another currency is chosen. */
  onChange: () => void
}

/** The symbol before the amount. Where there is a choice, it opens the list of currencies. */
export function CurrencySelect({ money, onChange }: CurrencySelectProps) {
  const { currency, offered } = money
  const symbol = (
    <span aria-hidden className="money text-3xl text-muted">
      {currencySymbol(currency, currentLocale())}
    </span>
  )
  if (offered.length < 2) {
    return (
      <>
        <span>{symbol}</span>
        <input type="hidden" name="currency" value={currency} />
      </>
    )
  }
  return (
    <span className="relative -ml-2 flex min-h-11 items-center gap-1 rounded-card px-2 focus-within:ring-3 focus-within:ring-coral/40 hover:bg-sunken">
      {symbol}
      <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      <CurrencyList money={money} onChange={onChange} />
    </span>
  )
}

function CurrencyList({ money: { currency, offered, choose }, onChange }: CurrencySelectProps) {
  const list = useEarlyChoice('currency', currency, chooseOffered) // with the amount that was typed for it
  function chooseOffered(value: string): void {
    const chosen = offered.find((one) => one === value)
    if (chosen) choose(chosen)
  }
  return (
    <select
      ref={list}
      aria-label={m.tip_currency()}
      name="currency"
      value={currency}
      onChange={({ target }) => {
        onChange()
        chooseOffered(target.value)
      }}
      className="absolute inset-0 cursor-pointer opacity-0"
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          {nameWithCode(one)}
        </option>
      ))}
    </select>
  )
}
