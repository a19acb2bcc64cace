/** The language of the page. The server chooses it, by cookie or by what the browser asks for, and writes it on the document. */
import type { Locale } from '../../../contract/locale.ts'
import { getLocale, locales, overwriteGetLocale } from '../../../i18n/compiled/runtime.js'

/** The language in which texts, dates and numbers are shown. */
export function currentLocale(): Locale {
  return getLocale()
}

/** The same for dates, where English puts the day first. */
export function dateLocale(): string {
  const locale = currentLocale()
  return locale === 'en' ? 'en-GB' : locale
}

/** Takes the language that stands on the document; before anything is drawn. */
export function readLocale(): void {
  const { lang } = document.documentElement
  const written = locales.find((locale) => locale === lang) ?? 'en'
  overwriteGetLocale(() => written)
}

const yearSeconds = 365 * 24 * 60 * 60

/** Remembers the visitor's choice for a year and asks for the page in that language. */
export function chooseLocale(locale: Locale): void {
  document.cookie = `brimful_locale=${locale}; path=/; max-age=${yearSeconds}; samesite=lax`
  window.location.reload()
}
