/** Donor text made harmless for a layout: what it says stays, what it would do to its surroundings goes. */

/** Controls, and what turns the direction of all that follows. Joiners stay: emoji and Indic scripts need them. */
const unruly = /[\p{Cc}\p{Bidi_Control}]+/gu
/** Living scripts stack two marks on a letter; the towers that climb out of their line stack more. */
const pile = /(\p{M}{2})\p{M}+/gu

/** One calm line of a text, at most so many characters long. */
export function calmText(text: string, most: number): string {
  const line = text.normalize('NFC').replace(unruly, ' ').replace(pile, '$1').replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : line
}
