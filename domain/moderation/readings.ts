/**
 * Reads a text as people read it in spite of a disguise. Each letter of the result keeps the index of the character that it was
 * read from.
 */
import { resolveConfusablesTransformer, resolveLeetSpeakTransformer } from 'obscenity'
import unhomoglyph from 'unhomoglyph'
import { memoize } from '../../contract/memoize.ts'

export interface Reading {
  text: string
  /** For each UTF-16 unit of `text`, the index of the character that it was read from. */
  sources: readonly number[]
}

/** Reads one character as a text of no, one or several letters. */
export type Reader = (character: string) => string

/** Reads a character without case, marks and compatibility forms: É and 𝕖 are read as e, a zero-width character as nothing. */
export const readPlainly = memoize(toPlain)
/** Reads a letter or digit of any script as the Latin letter that it looks like: Cyrillic с as c, $ as s. */
export const readLookAlikes = memoize(toLookAlike)

/** Reads a Latin letter or digit as the Cyrillic letter that it looks like. */
export const readAsCyrillic: Reader = (character) => {
  const plain = readPlainly(character)
  return cyrillic[plain] ?? plain
}

/** Reads each character of a text with the same reader. */
export function readText(characters: readonly string[], reader: Reader): Reading {
  let text = ''
  const sources: number[] = []
  for (const [i, character] of characters.entries()) {
    const letters = reader(character)
    text += letters
    for (let n = 0; n < letters.length; n++) sources.push(i)
  }
  return { text, sources }
}

/** Returns a reading without the matches of a pattern. The first `kept` letters of each match stay. */
export function reduceReading(reading: Reading, pattern: RegExp, kept = 0): Reading {
  let text = ''
  const sources: number[] = []
  let from = 0
  const keep = (start: number, end: number) => {
    text += reading.text.slice(start, end)
    for (let at = start; at < end; at++) sources.push(reading.sources[at]!)
  }
  for (const { index, 0: found } of reading.text.matchAll(pattern)) {
    keep(from, index + kept)
    from = index + found.length
  }
  keep(from, reading.text.length)
  return { text, sources }
}

const { transform: resolveConfusable } = resolveConfusablesTransformer()
const { transform: resolveLeetSpeak } = resolveLeetSpeakTransformer()

const cyrillic: Record<string, string> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  i: 'и',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  u: 'и',
  x: 'х',
  y: 'у',
  '0': 'о',
  '3': 'з',
}

/** Look-alikes of Latin letters that neither `unhomoglyph` nor `obscenity` lists. */
const unlisted: Record<string, string> = { μ: 'u', µ: 'u', ꜰ: 'f', ꞯ: 'q', '¡': 'i' }

/** Letters with a stroke, and ligatures. Unicode does not decompose them. */
const strokes: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]$/u
/** Matches scripts where a mark makes another letter: が is not か. */
const composed = /[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

function toPlain(character: string): string {
  if (invisible.test(character)) return ''
  const whole = character.normalize('NFKC')
  if (/^ñ$/i.test(whole)) return 'ñ' // ñ is a letter of its own: coño is not cono
  const bare = composed.test(whole)
    ? whole
    : whole.normalize('NFKD').replace(/(?=\p{M})\p{Script=Inherited}/gu, '')
  return [...bare.toLowerCase().replace(/(?=\p{M})\p{Script=Inherited}/gu, '')]
    .map((letter) => strokes[letter] ?? letter)
    .join('')
}

function toLookAlike(character: string): string {
  if (invisible.test(character)) return ''
  if (readPlainly(character) === 'ñ') return 'ñ'
  return [...toPlain(toLatin(character))].map((letter) => resolve(toLatin(letter), resolveLeetSpeak)).join('')
}

/** Returns the Latin letter that a letter looks like (Unicode UTS 39, https://www.unicode.org/reports/tr39/), or the letter itself. */
function toLatin(letter: string): string {
  if (letter < '\u0080') return letter
  if (letter in unlisted) return unlisted[letter]!
  const lookAlike = unhomoglyph(letter)
  if (/^[a-z]$/i.test(lookAlike)) return lookAlike
  const resolved = resolve(letter, resolveConfusable)
  return /^[a-z]$/i.test(resolved) ? resolved : letter
}

function resolve(character: string, transform: (point: number) => number | undefined): string {
  const point = character.codePointAt(0)!
  return String.fromCodePoint(transform(point) ?? point)
}

/**
 * Remembers the letters of each character. Texts have a few hundred different characters; even with hostile texts the table is
 * never larger than Unicode.
 */
