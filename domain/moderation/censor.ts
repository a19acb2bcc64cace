/** Decides what of a supporter's words may be shown: links and listed words never are as written (docs/censor.md). */
import { limitMarks } from '../../contract/combining-marks.ts'
import { compileWords, findWords, spell } from './find-words.ts'
import type { WordList } from './find-words.ts'
import { maskLinks } from './links.ts'
import { harmlessPhrases, severeWords, strongWords } from './words/index.ts'

/**
 * How bad the worst that was found in a text is: `severe` are slurs and calls to suicide, `strong` are swear words and a creator's
 * own words, `link` are links alone.
 */
export type HitLevel = 'link' | 'strong' | 'severe'

export interface Inspected {
  /** The text with links replaced by `[link]`, and letters of listed words by asterisks. */
  masked: string
  /** Undefined if nothing was found. */
  level: HitLevel | undefined
}

/** Inspects a text with the public lists and the creator's blocked words. Characters that nobody sees are removed from it. */
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
 * Removes characters that show nothing and only split words or turn their direction, and marks that are stacked on a letter.
 * Joiners stay where scripts and emoji need them: not among Latin letters.
 */
function removeInvisible(text: string): string {
  return limitMarks(text.normalize('NFC').replace(/(?![\t\n\r])\p{Cc}/gu, ''))
    .replace(
      /[\u034F\p{Bidi_Control}\u00AD\u115F\u1160\u180B-\u180F\u200B\u2060-\u2064\u2800\u3164\uFEFF\uFFA0]/gu,
      '',
    )
    .replace(/(?<=[\p{Script=Latin}.])[\u200C\u200D]+(?=[\p{Script=Latin}.])/gu, '')
}

/** How many creators' lists stay compiled: compiling the largest takes a millisecond. */
const maxCompiled = 200
const compiled = new Map<string, WordList>()

function compileOwn(words: readonly string[]): WordList {
  const key = words.join('\n')
  const known = compiled.get(key)
  if (known) return known
  if (compiled.size >= maxCompiled) compiled.delete(compiled.keys().next().value!)
  const list = compileWords(words)
  compiled.set(key, list)
  return list
}
