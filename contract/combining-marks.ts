/** Limits the marks that people stack on letters to cover the lines around them. */

const joiner = String.raw`[\u200C\u200D]*`
/** Marks that fit any letter: accents, but also those of Arabic. */
const accent = String.raw`(?=\p{M})\p{Script=Inherited}${joiner}`
const mark = String.raw`\p{M}${joiner}`
const excessAccents = new RegExp(`((?:${accent}){2})(?:${accent})+`, 'gu')
const excessMarks = new RegExp(`((?:${mark}){4})(?:${mark})+`, 'gu')

/**
 * Returns a text with at most four combining marks on a letter, and of those that fit any letter at most two. Vietnamese, Arabic,
 * Hebrew, Hindi and Burmese need no more.
 */
export function limitMarks(text: string): string {
  return text.replace(excessAccents, '$1').replace(excessMarks, '$1')
}
