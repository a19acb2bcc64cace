/** The language that the page is in: the server's choice, which stands on the document. */
import { locales } from '../../../contract/locale.ts'
import type { Locale } from '../../../contract/locale.ts'

/** The language of this page; English while a page is drawn without a document. */
export function currentLocale(): Locale {
  if (typeof document === 'undefined') return locales[0]
  return locales.find((locale) => locale === document.documentElement.lang) ?? locales[0]
}
