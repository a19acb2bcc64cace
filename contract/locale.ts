/**
 * The languages of the product; the first is the fallback. This file contains no schemas, because the landing page bundles it.
 */

/** Each language with the territory whose habits dates and lists follow: in English the day comes first, and no comma before "and". */
const territories = { en: 'GB', de: 'DE' } as const

export type Locale = keyof typeof territories
export const locales = Object.keys(territories) as [Locale, ...Locale[]]

/** Returns the locale to pass to `Intl` for dates and lists. */
export function dateLocale(locale: Locale): string {
  return `${locale}-${territories[locale]}`
}
