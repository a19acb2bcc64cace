/** Cleans text that supporters write: keeps the words, and removes characters that would break the layout around them. */

import { limitMarks } from '../../contract/combining-marks.ts'

/**
 * Control characters, including those that change the direction of the text after them. Joiners are kept, because emoji and Indic
 * scripts need them.
 */
const disruptive = /[\p{Cc}\p{Bidi_Control}]+/gu

/** Returns the text as one line of at most `maxLength` characters. */
export function cleanText(text: string, maxLength: number): string {
  const line = limitMarks(text.normalize('NFC').replace(disruptive, ' ')).replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length > maxLength
    ? `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : line
}
