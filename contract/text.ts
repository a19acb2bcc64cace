/** Schemas for text that people type. */
import * as z from 'zod/mini'

/**
 * Returns the schema of a trimmed text of at most `max` characters. Characters that no text contains are removed, as people paste them
 * without seeing them.
 */
export function plainText(max: number) {
  return z.string().check(z.overwrite(toStorable), z.trim(), z.maxLength(max))
}

/**
 * Control characters but tabs and the ends of lines, and lone surrogates. Postgres stores neither NUL nor surrogates
 * (https://www.postgresql.org/docs/current/datatype-character.html).
 */
const noText = /(?![\t\n\r])\p{Cc}|\p{Cs}/u

/** Returns a text without characters that no text contains. */
export function toStorable(text: string): string {
  return text.replace(new RegExp(noText, 'gu'), '')
}

/**
 * Returns the path of the first string in parsed input, or name of a property, that has characters that no text contains; undefined if
 * no string has any. Every entry point checks this after its schema, so no schema has to.
 */
export function findNoText(input: unknown, path: readonly string[] = []): readonly string[] | undefined {
  if (typeof input === 'string') return noText.test(input) ? path : undefined
  if (typeof input !== 'object' || input === null || ArrayBuffer.isView(input)) return undefined
  for (const [key, value] of Object.entries(input)) {
    const found = noText.test(key) ? path : findNoText(value, [...path, key])
    if (found) return found
  }
  return undefined
}

/**
 * What shows nothing itself: joiners, direction and format characters, fillers
 * (https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point).
 */
export const invisible = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u

/**
 * Returns an address, a code or an id without the characters around and in it that nobody sees: programs put direction characters around
 * what people copy out of them (https://learn.microsoft.com/en-us/troubleshoot/windows-server/certificates-and-public-key-infrastructure-pki/hidden-characters-when-copy-thumbprint).
 */
export function toCopied(text: string): string {
  return toStorable(text.replace(new RegExp(invisible, 'gu'), '')).trim()
}

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/**
 * Returns a text between isolates if it has letters of a script that is written from right to left, so that it does not reorder the
 * sentence around it (https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates). Removes direction characters from the
 * text, because they could reorder what follows.
 */
export function isolate(text: string): string {
  const plain = text.replace(/\p{Bidi_Control}/gu, '')
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}
