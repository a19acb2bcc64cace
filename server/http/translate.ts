/** Translates error texts into a visitor's language. */
import { textIn } from '../../contract/error-text.ts'
import type { Messages } from '../../contract/error-text.ts'
import type { ErrorText, ErrorTexts } from '../../contract/errors.ts'
import type { Locale } from '../../contract/locale.ts'
import { m } from '../../i18n/compiled/messages.js'

const messages: Messages<ErrorTexts> = m

/** Returns the text of an error in a language. */
export function translate(text: ErrorText, locale: Locale): string {
  return textIn(messages, text, locale)
}
