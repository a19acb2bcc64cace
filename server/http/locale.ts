/** Chooses the language of a visitor: the choice made in the footer, else the browser's `Accept-Language`, else English. */
import { parseCookie } from 'cookie'
import type { Request } from 'express'
import { locales } from '../../contract/locale.ts'
import type { Locale } from '../../contract/locale.ts'

/** The cookie that the page sets (`web/src/lib/locale.ts`); its value is a locale. */
const cookieName = 'brimful_locale'

/** Returns the language of the response to a visitor. */
export function localeOf(req: Pick<Request, 'headers' | 'acceptsLanguages'>): Locale {
  const accepted = req.acceptsLanguages(...locales)
  return chosenLocaleOf(req) ?? locales.find((locale) => locale === accepted) ?? 'en'
}

/** Returns the language that the visitor has chosen; undefined without a choice. */
export function chosenLocaleOf({ headers }: Pick<Request, 'headers'>): Locale | undefined {
  const chosen = parseCookie(headers.cookie ?? '')[cookieName]
  return locales.find((locale) => locale === chosen)
}
