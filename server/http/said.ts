/** What the server says to people, in the language in which they ask. It is written in English where it arises. */
import * as z from 'zod/mini'
import type { Locale } from '../../contract/locale.ts'
import { lookUpIn } from '../../contract/said.ts'
import { m } from '../../i18n/compiled/messages.js'

const messages = Object.entries(m).filter(([key]) => key.startsWith('said_'))

/** A sentence in a language; one that is not in the catalogue stays as it is. */
export const sayIn = lookUpIn(messages.map(([, message]) => message))

/** How a schema words the complaints that it has no sentence of its own for. */
export const schemaWords: Readonly<Record<Locale, z.core.$ZodErrorMap>> = {
  en: z.locales.en().localeError,
  de: z.locales.de().localeError,
}
