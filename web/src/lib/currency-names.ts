import { memoize } from '../../../contract/memoize.ts'
import { currencySymbol } from '../../../contract/money/money-format.ts'
import type { Currency } from '../../../contract/money/money.ts'
import { currentLocale } from './locale.ts'

/** Returns a currency with its code, for choices among many: `CZK – Czech Koruna`. */
export function nameWithCode(currency: Currency): string {
  const code = currency.toUpperCase()
  const name = nameOf(code)
  return name && name !== code ? `${code} – ${name}` : code
}

/** Returns a currency with its symbol, for choices among few: `British Pound (£)`. */
export function nameWithSymbol(currency: Currency): string {
  const code = currency.toUpperCase()
  return `${nameOf(code) ?? code} (${currencySymbol(currency, currentLocale())})`
}

const nameOf = (code: string) => namesIn(currentLocale()).of(code)

/** Returns the names of currencies in a language. They are kept, because opening them takes longer than reading all. */
const namesIn = memoize((locale) => new Intl.DisplayNames(locale, { type: 'currency' }))
