/** Cleans text that supporters write: keeps the wording, and removes characters that would break the layout around it. */

/** Control characters, and those that change the direction of later text. Joiners stay: emoji and Indic scripts need them. */
const disruptive = /[\p{Cc}\p{Bidi_Control}]+/gu
/** More than two combining marks on a letter: no script in use needs them, and many of them overlap other lines. */
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
