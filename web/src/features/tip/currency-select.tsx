import { ChevronDown } from 'lucide-react'
import { memoize } from '../../../../contract/memoize.ts'
import { currencySymbol } from '../../../../contract/money.ts'
import type { Currency } from '../../../../contract/money.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { currentLocale } from '../../lib/locale.ts'

interface CurrencySelectProps {
  currency: Currency
  offered: readonly Currency[]
  onChange: (currency: Currency) => void
}

/** The symbol before the amount. Where there is a choice, it opens the list of currencies. */
export function CurrencySelect({ currency, offered, onChange }: CurrencySelectProps) {
  const symbol = (
    <span aria-hidden className="money text-3xl text-muted">
      {currencySymbol(currency, currentLocale())}
    </span>
  )
  if (offered.length < 2) {
    return (
      <>
        {symbol}
        <input type="hidden" name="currency" value={currency} />
      </>
    )
  }
  return (
    <span className="relative -ml-2 flex min-h-11 items-center gap-1 rounded-card px-2 focus-within:ring-3 focus-within:ring-coral/40 hover:bg-sunken">
      {symbol}
      <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      <select
        aria-label={m.tip_currency()}
        name="currency"
        value={currency}
        onChange={({ target }) => {
          const chosen = offered.find((one) => one === target.value)
          if (chosen) onChange(chosen)
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {offered.map((one) => (
          <option key={one} value={one}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </span>
  )
}

function nameOf(currency: Currency): string {
  const code = currency.toUpperCase()
  const name = namesIn(currentLocale()).of(code)
  return name && name !== code ? `${code} – ${name}` : code
}

/** Returns the names of currencies in a language. They are kept, because opening them takes longer than reading all. */
const namesIn = memoize((locale) => new Intl.DisplayNames(locale, { type: 'currency' }))
