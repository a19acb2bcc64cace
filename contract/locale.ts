/** The languages that the product speaks; the first is what it falls back on. Without a schema: the landing page carries this. */
export const locales = ['en', 'de'] as const
export type Locale = (typeof locales)[number]

/** What `Intl` is told for dates, where English puts the day first. */
export function dateLocale(locale: Locale): string {
  return locale === 'en' ? 'en-GB' : locale
}
