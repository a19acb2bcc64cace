/** The language of the page. The server chooses it, by cookie or by what the browser asks for, and writes it on the document. */
import { dateLocale as dateLocaleOf } from '../../../contract/locale.ts'
import type { Locale } from '../../../contract/locale.ts'
import { getLocale, locales, overwriteGetLocale } from '../../../i18n/compiled/runtime.js'
import { hasSessionHint } from './session-hint.ts'

/** The language in which texts, dates and numbers are shown. */
export function currentLocale(): Locale {
  return getLocale()
}

/** The same for dates, where English puts the day first. */
export function dateLocale(): string {
  return dateLocaleOf(currentLocale())
}

/** Takes the language that stands on the document; before anything is drawn. */
export function readLocale(): void {
  const { lang } = document.documentElement
  const written = locales.find((locale) => locale === lang) ?? 'en'
  overwriteGetLocale(() => written)
}

const yearSeconds = 365 * 24 * 60 * 60

/** Remembers the visitor's choice for a year, in an account for as long as it is, and asks for the page in that language. */
export async function chooseLocale(locale: Locale): Promise<void> {
  document.cookie = `brimful_locale=${locale}; path=/; max-age=${yearSeconds}; samesite=lax`
  if (hasSessionHint()) await (await import('./save-locale.ts')).saveLocale(locale)
  window.location.reload()
}
