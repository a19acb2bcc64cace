/** Makes a supporter's text fit for a bot to repeat: masks links and blocked words. */
import {
  RegExpMatcher,
  TextCensor,
  asteriskCensorStrategy,
  englishDataset,
  englishRecommendedTransformers,
} from 'obscenity'
import { maskBlockedWords } from './blocked-words.ts'

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers })
const censor = new TextCensor().setStrategy(asteriskCensorStrategy())

/** Every character that a browser accepts as the dot of a host name. */
const dot = '[.\\u3002\\uFF0E\\uFF61]'
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?'
const rest = '(?::\\d+)?(?:[/?#]\\S*)?'
const scheme = '\\p{L}[\\p{L}\\p{N}+.-]*:\\/\\/\\S+'
const host = `(?:${label}${dot})+(?:\\p{L}{2,}|xn--[\\p{L}\\p{N}-]+)${rest}`
const address = `\\d{1,3}(?:\\.\\d{1,3}){3}${rest}`
/** Links that only people recognize: evil [dot] example, evil . com, evil dot com. */
const bracketed = `${label}\\s*[[({<]\\s*(?:dot|\\.)\\s*[\\])}>]\\s*\\p{L}{2,}${rest}`
const wellKnown = '(?:com|net|org|gg|tv|io|xyz|ru)(?![\\p{L}\\p{N}])'
const spaced = `${label}(?:\\s+(?:dot|\\.)\\s*|\\.\\s+)${wellKnown}${rest}`
const link = new RegExp([scheme, host, address, bracketed, spaced].join('|'), 'giu')

/** Single letters with separators that people read as a word: s p e l t. */
const spelt = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][^\p{L}\p{N}]+){2,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu

/**
 * Replaces links by `[link]` and masks words from a public list and the creator's blocked words with asterisks, also when
 * they are spelt out.
 */
export function maskText(text: string, blockedWords: readonly string[]): string {
  const linkless = text.replace(link, '[link]')
  return maskWords(linkless, blockedWords).replace(spelt, (letters) => {
    const word = letters.replace(/[^\p{L}\p{N}]/gu, '')
    return maskWords(word, blockedWords) === word ? letters : '*'.repeat(word.length)
  })
}

function maskWords(text: string, blockedWords: readonly string[]): string {
  return maskBlockedWords(censor.applyTo(text, matcher.getAllMatches(text)), blockedWords)
}
