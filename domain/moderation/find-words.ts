/** Finds the words of a list in a text, also in disguised spellings that people still read as the word. */
import { readAsCyrillic, readLookAlikes, readPlainly, readText, reduceReading } from './readings.ts'
import type { Reader, Reading } from './readings.ts'

/** A compiled list of words: patterns for texts as written, and for texts read by look-alike letters. */
export interface WordList {
  plain: Patterns
  lookAlike: Patterns
}

/** The ways that people may read one text. */
export interface Spellings {
  characters: readonly string[]
  plain: readonly Reading[]
  lookAlike: readonly Reading[]
}

/** One pattern for each combination of a `*` before the word and a `*` after it. */
type Patterns = readonly { pattern: RegExp; isOpenBefore: boolean; isOpenAfter: boolean }[]

const letter = String.raw`[\p{L}\p{M}\p{N}]`
const isLetter = new RegExp(`^${letter}$`, 'u')
const isAmount = /^[\p{N}\p{P}\p{Sc}]*$/u
const isMark = /^\p{M}$/u
/** Letters of scripts that are written without spaces, so that a word in them has no visible boundary. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Compiles words and phrases. A `*` at the start or end of a word matches any letters there. Without it, only the whole word
 * matches.
 */
export function compileWords(words: readonly string[]): WordList {
  const latin = words.filter((word) => !/(?!\p{Script=Latin})\p{L}/u.test(word))
  return { plain: compile(words, readPlainly), lookAlike: compile(latin, readLookAlikes) }
}

/** Reads a text in every way that people may read it. The result can be searched for several lists. */
export function spell(text: string): Spellings {
  const characters = [...text]
  const plain = readText(characters, readPlainly)
  const lookAlike = readText(characters, readLookAlikes)
  const mixed = /\p{Script=Cyrillic}/u.test(text) ? [readText(characters, readAsCyrillic)] : []
  return {
    characters,
    plain: [plain, ...withoutRepeats(plain), ...withoutSeparators(plain), ...spelt(plain), ...mixed],
    lookAlike: [
      lookAlike,
      ...withoutRepeats(lookAlike),
      ...withoutSeparators(lookAlike),
      ...spelt(lookAlike),
    ],
  }
}

/** Adds the index of each character that is part of a word of the list to `found`. */
export function findWords(
  { characters, plain, lookAlike }: Spellings,
  words: WordList,
  found: Set<number>,
): void {
  for (const reading of plain) search(reading, words.plain, characters, found)
  for (const reading of lookAlike) search(reading, words.lookAlike, characters, found)
}

function search(
  { text, sources }: Reading,
  patterns: Patterns,
  characters: readonly string[],
  found: Set<number>,
) {
  for (const { pattern, isOpenBefore, isOpenAfter } of patterns) {
    // No `matchAll`: it makes a copy of the pattern for each text, which takes longer than the search.
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const { index, 0: word } = match
      let [start, end] = [index, index + word.length]
      while (isOpenBefore && isSpaced(text[start - 1])) start--
      while (isOpenAfter && isSpaced(text[end])) end++
      const [from, to] = [sources[start]!, sources[end - 1]!]
      // Digits that merely look like the letters of a word are an amount, for example 455, and not a word.
      if (/\p{L}/u.test(word) && isAmount.test(characters.slice(from, to + 1).join(''))) continue
      for (let at = from; at <= to || isMark.test(characters[at] ?? ''); at++) found.add(at)
    }
  }
}

function isSpaced(character: string | undefined): boolean {
  return character !== undefined && isLetter.test(character) && !unspaced.test(character)
}

function compile(words: readonly string[], reader: Reader): Patterns {
  const groups = new Map<string, Set<string>>()
  for (const word of words) {
    const [, before = '', middle = '', after = ''] = /^(\*?)(.*?)(\*?)$/su.exec(word.trim()) ?? []
    const letters = [...middle.trim().normalize('NFC')]
      .map((one) => (/\s/.test(one) ? ' ' : reader(one)))
      .join('')
    if (letters.trim() === '') continue
    const group = unspaced.test(middle) ? '**' : `${before || '-'}${after || '-'}`
    groups.set(group, (groups.get(group) ?? new Set()).add(letters))
  }
  return [...groups].map(([group, all]) => ({
    isOpenBefore: group[0] === '*',
    isOpenAfter: group[1] === '*',
    pattern: toPattern(group, [...all]),
  }))
}

/** Returns a pattern of the words. Longer ones come first, so that a phrase matches before its first word does. */
function toPattern(group: string, words: string[]): RegExp {
  const any = words
    .toSorted((one, other) => other.length - one.length)
    .map((word) => escape(word).replace(/ /g, String.raw`\s+`))
    .join('|')
  const before = group[0] === '*' ? '' : `(?<!${letter})`
  const after = group[1] === '*' ? '' : `(?!${letter})`
  return new RegExp(`${before}(?:${any})${after}`, 'gu')
}

/** Reads a letter that is repeated three times or more as one letter and as two: fuuuck, niggger. */
function withoutRepeats(reading: Reading): Reading[] {
  const repeated = /(\p{L})\1{2,}/gu
  if (reading.text.search(repeated) < 0) return []
  return [1, 2].map((kept) => reduceReading(reading, repeated, kept))
}

const separators = /(?<=\p{L})[._\-*~'’|+]+(?=\p{L})/gu

/** Reads a word without the separators between its letters: fu.ck, s-h-i-t. */
function withoutSeparators(reading: Reading): Reading[] {
  const joined = reduceReading(reading, separators)
  return joined.text.length < reading.text.length ? [joined] : []
}

/** Matches single letters with separators, which people read as a word: s p e l t. */
const speltWord = new RegExp(`(?<!${letter})(?:\\p{L}[^\\p{L}\\p{N}]+){2,}\\p{L}(?!${letter})`, 'gu')

function spelt({ text, sources }: Reading): Reading[] {
  return [...text.matchAll(speltWord)].map(({ index, 0: word }) => {
    const end = index + word.length
    const part = { text: text.slice(index, end), sources: sources.slice(index, end) }
    return reduceReading(part, /[^\p{L}\p{N}]+/gu)
  })
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
