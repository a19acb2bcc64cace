/** Cleans text that supporters write: keeps the words, and removes characters that would break the layout around them. */

/**
 * Control characters, including those that change the direction of the text after them. Joiners are kept, because emoji and Indic
 * scripts need them.
 */
const disruptive = /[\p{Cc}\p{Bidi_Control}]+/gu
/** The third and later combining marks on a letter. No living script needs them, and many of them would cover other lines. */
const excessMarks = /(\p{M}{2})\p{M}+/gu

/** Returns the text as one line of at most `maxLength` characters. */
export function cleanText(text: string, maxLength: number): string {
  const line = text
    .normalize('NFC')
    .replace(disruptive, ' ')
    .replace(excessMarks, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length > maxLength
    ? `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : line
}
