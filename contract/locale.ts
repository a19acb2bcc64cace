/**
 * The languages of the product; the first is the fallback. This file contains no schemas, because the landing page bundles it.
 */
export const locales = ['en', 'de'] as const
export type Locale = (typeof locales)[number]

/**
 * Returns the locale for dates and lists in `Intl`. For English it is one where the day comes first and there is no comma before
 * "and".
 */
export function dateLocale(locale: Locale): string {
  return locale === 'en' ? 'en-GB' : locale
}
