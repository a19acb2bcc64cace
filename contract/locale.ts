/** The languages of the product; the first is the fallback. This file has no schema because the landing page bundles it. */
export const locales = ['en', 'de'] as const
export type Locale = (typeof locales)[number]

/** Returns the locale for dates and lists in `Intl`: English dates have the day first, English lists no comma before "and". */
export function dateLocale(locale: Locale): string {
  return locale === 'en' ? 'en-GB' : locale
}
