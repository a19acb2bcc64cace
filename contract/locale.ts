/**
 * The languages of the product; the first is the fallback. This file contains no schemas, because the landing page bundles it.
 */
export const locales = ['en', 'de'] as const
export type Locale = (typeof locales)[number]

/**
 * Returns the locale to pass to `Intl` for dates and lists. For English it is a locale that puts the day first and no comma before
 * "and".
 */
export function dateLocale(locale: Locale): string {
  return locale === 'en' ? 'en-GB' : locale
}
