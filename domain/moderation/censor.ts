/** Masks the parts of a supporter's text that are never shown as written: links and listed words (docs/censor.md). */
import { limitMarks } from '../../contract/combining-marks.ts'
import { memoize } from '../../contract/memoize.ts'
import { compileWords, findWords, spell } from './find-words.ts'
import type { WordList } from './find-words.ts'
import { maskLinks } from './links.ts'
import { harmlessPhrases, severeWords, strongWords } from './words/index.ts'

/**
 * The worst hit in a text. `severe`: a slur, or a call to suicide or murder. `strong`: a swear word, or a word that the creator has
 * blocked. `link`: only links.
 */
export type HitLevel = 'link' | 'strong' | 'severe'

export interface Inspected {
  /** The text with links replaced by `[link]`, and letters of listed words by asterisks. */
  masked: string
  /** Undefined if nothing was found. */
  level: HitLevel | undefined
}

/** Inspects a text with the public lists and the creator's blocked words. Also removes invisible characters from the text. */
export function inspectText(text: string, blockedWords: readonly string[]): Inspected {
  const visible = removeInvisible(text)
  const linkless = maskLinks(visible)
  const spellings = spell(linkless)
  const harmless = new Set<number>()
  findWords(spellings, harmlessPhrases, harmless)
  const search = (words: WordList) => {
    const found = new Set<number>()
    findWords(spellings, words, found)
    for (const at of harmless) found.delete(at)
    return found
  }
  const severe = search(severeWords)
  const strong = search(strongWords)
  const own = blockedWords.length === 0 ? [] : search(compileOwn(blockedWords))
  const covered = new Set([...severe, ...strong, ...own])
  if (covered.size === 0) return { masked: linkless, level: linkless === visible ? undefined : 'link' }
  const masked = spellings.characters.map((one, i) => (covered.has(i) && /\S/.test(one) ? '*' : one)).join('')
  return { masked, level: severe.size > 0 ? 'severe' : 'strong' }
}

/**
 * Removes invisible characters that split words or change the direction of text, and the excess of combining marks on a letter.
 * Zero-width joiners stay where scripts and emoji need them, but not among Latin letters.
 */
function removeInvisible(text: string): string {
  return limitMarks(text.normalize('NFC').replace(/(?![\t\n\r])\p{Cc}/gu, ''))
    .replace(
      /[\u034F\p{Bidi_Control}\u00AD\u115F\u1160\u180B-\u180F\u200B\u2060-\u2064\u2800\u3164\uFEFF\uFFA0]/gu,
      '',
    )
    .replace(/(?<=[\p{Script=Latin}.])[\u200C\u200D]+(?=[\p{Script=Latin}.])/gu, '')
}

/** Compiles a creator's blocked words and keeps those of 200 creators. Compiling the largest list takes a millisecond. */
const compileKept = memoize((lines) => compileWords(lines.split('\n')), 200)

function compileOwn(words: readonly string[]): WordList {
  return compileKept(words.join('\n'))
}
