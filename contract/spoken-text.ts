/** Turns the message of an alert into what is spoken. */

/** The maximum number of characters that are spoken. */
export const maxSpokenLength = 300

/**
 * Returns what is spoken of a message as the stream shows it: without the asterisks of masked words and the brackets of removed
 * links, which a voice would read aloud, and cut at a word after 300 characters. Empty if nothing can be spoken.
 */
export function toSpokenText(message: string | null): string {
  const words = (message ?? '')
    .replace(/\*+/g, ' ')
    .replace(/\[([^\]]*)\]/g, '$1')
    .replace(/[<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words)) return ''
  const characters = [...words]
  if (characters.length <= maxSpokenLength) return words
  const cut = characters.slice(0, maxSpokenLength).join('')
  const space = cut.lastIndexOf(' ')
  return space > maxSpokenLength / 2 ? cut.slice(0, space) : cut
}

/** Returns how many characters of a text are billed: Google counts characters, not bytes. */
export function countCharacters(text: string): number {
  return [...text].length
}
