/** Limits the combining marks on a letter. People stack them to cover the lines above and below a name. */

/**
 * Matches the combining marks of a letter that are too many: after the second mark of the script `Inherited` (accents, and the
 * vowel marks of Arabic), and after the fourth of any other script. A joiner between marks does not begin a new letter. It is a
 * single expression, because the alert page loads this file.
 */
const excess =
  /((?:(?=\p{M})\p{sc=Zinh}\p{Join_C}*){2})(?:(?=\p{M})\p{sc=Zinh}\p{Join_C}*)+|((?:\p{M}\p{Join_C}*){4})(?:\p{M}\p{Join_C}*)+/gu

/**
 * Returns a text with at most two combining marks of the script `Inherited` and four of another script on each letter. Vietnamese,
 * Arabic, Hebrew, Hindi and Burmese need no more.
 */
export function limitMarks(text: string): string {
  return text.replace(excess, '$1$2')
}
