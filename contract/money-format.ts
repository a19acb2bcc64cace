/** Formats money. This file contains no schemas, so that the overlay's bundle does not include Zod. */

const symbols = { usd: '$', gbp: '£', eur: '€' } as const
export type ShownCurrency = keyof typeof symbols

/** Returns the symbol of a currency; `$` while no currency is chosen. */
export function currencySymbol(of: ShownCurrency | null | undefined): string {
  return of ? symbols[of] : '$'
}

/** Formats an amount with its symbol and without `.00`: `£1,200` or `£9.50`, in German `9,50 £`. */
export function formatMoney(amountMinor: number, of: ShownCurrency, locale = 'en'): string {
  const digits = amountMinor % 100 === 0 ? 0 : 2
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const number = (amountMinor / 100).toLocaleString(locale, options)
  return locale === 'de' ? `${number}\u00a0${currencySymbol(of)}` : currencySymbol(of) + number
}
