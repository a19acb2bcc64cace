/** Schemas for text that people type. */
import * as z from 'zod/mini'

/**
 * Returns the schema of a trimmed text of at most `max` characters. NUL and lone surrogates are removed, because Postgres cannot
 * store them.
 */
export function plainText(max: number) {
  return z.string().check(z.overwrite(toStorable), z.trim(), z.maxLength(max))
}

/** Returns a text without NUL and lone surrogates. */
export function toStorable(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '')
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
