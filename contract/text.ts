/** Text that people type. */
import * as z from 'zod/mini'

/** Trimmed text of at most `max` characters; NUL, which no database keeps, is dropped. */
export function plainText(max: number, message?: string) {
  return z.string().check(
    z.overwrite((text) => text.replaceAll('\u0000', '')),
    z.trim(),
    z.maxLength(max, message),
  )
}
