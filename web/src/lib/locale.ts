/**
 * Reads and stores the language of the page. The server chooses it by the visitor's cookie or Accept-Language header and writes
 * it into the document.
 */
import { dateLocale as dateLocaleOf } from '../../../contract/locale.ts'
import type { Locale } from '../../../contract/locale.ts'
import { getLocale, locales, overwriteGetLocale } from '../../../i18n/compiled/runtime.js'
import { hasSessionHint } from './accounts/session-hint.ts'

/** Returns the language of texts and numbers. */
export function currentLocale(): Locale {
  return getLocale()
}

/** Returns the locale of dates: English puts the day first. */
export function dateLocale(): string {
  return dateLocaleOf(currentLocale())
}

/** Takes the language from the document; must run before the first render. */
export function readLocale(): void {
  const { lang } = document.documentElement
  const written = locales.find((locale) => locale === lang) ?? 'en'
  overwriteGetLocale(() => written)
}

const yearSeconds = 365 * 24 * 60 * 60

/** Stores the chosen language in a cookie for a year and in the account, and reloads the page. */
export async function chooseLocale(locale: Locale): Promise<void> {
  document.cookie = `brimful_locale=${locale}; path=/; max-age=${yearSeconds}; samesite=lax`
  if (hasSessionHint()) await (await import('./accounts/save-locale.ts')).saveLocale(locale)
  window.location.reload()
}
