/** Limits the marks that people stack on letters to cover the lines around them. */

/**
 * The third and later marks that fit any letter (accents, but also those of Arabic), and the fifth and later of a script's own. A
 * joiner between marks does not begin a new letter. Short, because the alert page loads it.
 */
const excess =
  /((?:(?=\p{M})\p{sc=Zinh}\p{Join_C}*){2})(?:(?=\p{M})\p{sc=Zinh}\p{Join_C}*)+|((?:\p{M}\p{Join_C}*){4})(?:\p{M}\p{Join_C}*)+/gu

/**
 * Returns a text with few combining marks on each letter: of those that fit any letter two, of a script's own four. Vietnamese,
 * Arabic, Hebrew, Hindi and Burmese need no more.
 */
export function limitMarks(text: string): string {
  return text.replace(excess, '$1$2')
}
