/** How money is written. Without a schema, so that the overlay's small bundle does not carry zod. */

const symbols = { usd: '$', gbp: '£', eur: '€' } as const
type Shown = keyof typeof symbols

/** The symbol of a currency; `$` when there is none yet. */
export function currencySymbol(of: Shown | null | undefined): string {
  return of ? symbols[of] : '$'
}

/** What the English form of an amount says; undefined when a text is none. */
export function parseMoney(text: string): { amountMinor: number; currency: Shown } | undefined {
  const [, symbol, digits = ''] = /^([$£€])(\d[\d,]*(?:\.\d\d)?)$/.exec(text) ?? []
  const currency = (Object.keys(symbols) as Shown[]).find((code) => symbols[code] === symbol)
  return currency && { amountMinor: Math.round(Number(digits.replaceAll(',', '')) * 100), currency }
}

/** `£1,200` or `£9.50`, in German `9,50 £`: with its symbol, without `.00`. */
export function formatMoney(amountMinor: number, of: Shown, locale = 'en'): string {
  const digits = amountMinor % 100 === 0 ? 0 : 2
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const number = (amountMinor / 100).toLocaleString(locale, options)
  return locale === 'de' ? `${number}\u00a0${currencySymbol(of)}` : currencySymbol(of) + number
}
