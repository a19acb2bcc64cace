/** Masks the words that creators have blocked in their chats. */
import { resolveConfusablesTransformer, resolveLeetSpeakTransformer } from 'obscenity'

/**
 * Tables of the library, each of which maps a disguised character to a plain one. The library's own matcher is not used, because
 * it knows the boundaries of ASCII words only.
 */
const { transform: resolveConfusable } = resolveConfusablesTransformer()
const { transform: resolveLeetSpeak } = resolveLeetSpeakTransformer()

type Reading = (character: string) => string

const plainly: Reading = (character) => read(character, resolveConfusable)
/** Reads `!` as an i. A word that ends in `!` would then have no end, so both readings are tried. */
const asLeetSpeak: Reading = (character) => read(plainly(character), resolveLeetSpeak)

/**
 * Masks whole words and phrases, ignoring case and disguised letters. A `*` at the start or end of a word matches any
 * letters there.
 */
export function maskBlockedWords(text: string, words: readonly string[]): string {
  const characters = [...text]
  const isMasked = new Set<number>()
  for (const reading of [plainly, asLeetSpeak]) {
    const read = characters.map(reading)
    for (const word of words) for (const index of findWord(read, word, reading)) isMasked.add(index)
  }
  return characters
    .map((character, i) => (isMasked.has(i) && /\S/.test(character) ? '*' : character))
    .join('')
}

/** Returns the indexes of the characters that a word matches. */
function findWord(characters: readonly string[], word: string, reading: Reading): number[] {
  const pattern = toPattern(word, reading)
  if (!pattern) return []
  let end = 0
  const ends = characters.map(({ length }) => (end += length))
  return [...characters.join('').matchAll(pattern)].flatMap(({ index, 0: found }) =>
    ends.flatMap((at, i) => (at > index && at <= index + found.length ? [i] : [])),
  )
}

const any = String.raw`[\p{L}\p{N}]*`

function toPattern(word: string, reading: Reading): RegExp | undefined {
  const [, before, middle = '', after] = /^(\*?)(.*?)(\*?)$/su.exec(word.trim()) ?? []
  const letters = [...middle.trim()].map((one) => (/\s/.test(one) ? String.raw`\s+` : escape(reading(one))))
  if (letters.length === 0) return undefined
  const whole = `${before ? any : ''}${letters.join('')}${after ? any : ''}`
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${whole}(?![\p{L}\p{N}])`, 'gu')
}

function read(character: string, transform: (point: number) => number | undefined): string {
  const point = character.codePointAt(0)!
  return String.fromCodePoint(transform(point) ?? point).toLowerCase()
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
}
