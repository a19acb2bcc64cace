/** Schemas for text that people type. */
import * as z from 'zod/mini'

/**
 * Returns the schema of a trimmed text of at most `max` characters. NUL and lone surrogates are removed, because Postgres cannot
 * store them.
 */
export function plainText(max: number) {
  return z.string().check(
    z.overwrite((text) => text.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '')),
    z.trim(),
    z.maxLength(max),
  )
}
