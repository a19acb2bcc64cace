/**
 * Turns the message of an alert into what is spoken, for every engine: the voice of the page, and that of the server
 * (docs/speech.md).
 */

/** The maximum number of characters that are spoken. */
export const maxSpokenLength = 300
/** How many equal characters in a row are spoken. */
const maxRepeats = 3
/** Longer numbers are left out: nobody follows them. Those that are longer than `wholeDigits` are read in groups. */
const [maxDigits, wholeDigits] = [16, 6]

/** An emoji as people see it: of one code point or joined ones, or a flag. */
const emoji = String.raw`(?:\p{RI}{2}|\p{Extended_Pictographic}[\uFE0F\p{EMod}]?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]?)*)`
/** Matches more than three equal characters or emoji in a row, also with spaces between them. */
const rows = new RegExp(String.raw`(${emoji}|[^\s\d])(\s*\1){${maxRepeats},}`, 'giu')
/** Matches a word, or a group of a few characters, that follows itself more than twice: ha ha ha ha, lollollollol. */
const rounds = /((?:\S{2,12}?)|(?:[\p{L}\p{N}]+\s))\1{3,}/giu

/**
 * Returns what is spoken of a message as the stream shows it: without the asterisks of masked words and the brackets of removed links,
 * which a voice would read aloud, without long rows and long numbers, and cut at a word after 300 characters. Empty if no word is left.
 */
export function toSpokenText(message: string | null): string {
  const words = (message ?? '')
    .replace(/\*+/g, ' ')
    .replace(/\[([^\]]*)\]/g, '$1')
    .replace(/[<>]/g, ' ')
    .replace(rows, (row, one: string) => (/\s/.test(row) ? `${one} ` : one).repeat(maxRepeats))
    .replace(rounds, (_, one: string) => one.repeat(maxRepeats))
    .replace(/\d{7,}/g, speakDigits)
    .replace(/\s+/g, ' ')
    .trim()
  if (!/[\p{L}\p{N}]/u.test(words)) return ''
  const characters = [...words]
  if (characters.length <= maxSpokenLength) return words
  const cut = characters.slice(0, maxSpokenLength).join('')
  const space = cut.lastIndexOf(' ')
  return space > maxSpokenLength / 2 ? cut.slice(0, space) : cut
}

/** Returns a long number in groups of three digits, or nothing if it is too long. */
function speakDigits(digits: string): string {
  if (digits.length > maxDigits) return ' '
  return digits.length > wholeDigits ? (digits.match(/\d{1,3}/g) ?? []).join(' ') : digits
}

/** Returns how many characters of a text are billed: Google counts characters, not bytes. */
export function countCharacters(text: string): number {
  return [...text].length
}
