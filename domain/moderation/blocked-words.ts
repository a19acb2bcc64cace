/** The words that a creator does not want to read in her chat. */
import { resolveConfusablesTransformer, resolveLeetSpeakTransformer } from 'obscenity'

/** Each gives one character for one; the library has them for its own matcher, which knows the ends of ASCII words alone. */
const { transform: resolveConfusable } = resolveConfusablesTransformer()
const { transform: resolveLeetSpeak } = resolveLeetSpeakTransformer()

type Reading = (character: string) => string

const plainly: Reading = (character) => read(character, resolveConfusable)
/** Where `!` is an i: a word that ends in one ends nowhere then, so both readings count. */
const asLeetSpeak: Reading = (character) => read(plainly(character), resolveLeetSpeak)

/**
 * Masks whole words and phrases, in whatever case and whatever letters they are disguised; `*` at the end of a word stands for
 * anything that follows, at its beginning for anything before it.
 */
export function maskOwnWords(text: string, words: readonly string[]): string {
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

/** The places of the characters that a word covers. */
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
