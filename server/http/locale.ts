/** The language of a visitor: what was chosen in the footer, else what the browser asks for, else English. */
import { parseCookie } from 'cookie'
import type { Request } from 'express'
import { locales } from '../../contract/locale.ts'
import type { Locale } from '../../contract/locale.ts'

/** Set by the page (`web/src/lib/locale.ts`); it holds a language and nothing else. */
const cookieName = 'brimful_locale'

/** In which language a visitor is answered. */
export function localeOf(req: Pick<Request, 'headers' | 'acceptsLanguages'>): Locale {
  const accepted = req.acceptsLanguages(...locales)
  return chosenLocaleOf(req) ?? locales.find((locale) => locale === accepted) ?? 'en'
}

/** The language that the visitor has chosen; undefined when nothing was. */
export function chosenLocaleOf({ headers }: Pick<Request, 'headers'>): Locale | undefined {
  const chosen = parseCookie(headers.cookie ?? '')[cookieName]
  return locales.find((locale) => locale === chosen)
}
