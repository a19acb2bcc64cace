/**
 * Makes a supporter's name safe for a bot to write in a creator's chat: the name contains no stacked marks, and neither its letters
 * nor letters that look like them can be read as a sentence (`docs/decisions/0013-names-in-a-chat.md`).
 */
import unhomoglyph from 'unhomoglyph'
import { hasGlyph, toOneLine, toSafeLine } from '../../contract/chat/chat-text.ts'
import type { CensorAction } from '../../contract/moderation/censor-calls.ts'
import { claimsAuthority } from './authority.ts'
import { sumInWords } from './money-words.ts'
import { isPlainName } from './plain-name.ts'
import { isLeftOut } from './censor-tip.ts'
import { inspectText } from './censor.ts'

export interface NameContext {
  /** The words that the creator has blocked. */
  blockedWords: readonly string[]
  action: CensorAction
  /** Names that only the creator may have. */
  ownNames: readonly string[]
  /** The template of the message that will contain the name. */
  template: string
}

/**
 * Makes a name safe, except from a platform's formatting, which is escaped when the message is complete. A name that could be read as more than a name, or as the name of somebody else, is put into quotes; no other
 * part of a message is in quotes. The name is read with look-alike letters replaced, and shown in its own letters unless something
 * was masked or removed. Returns an empty text when nothing printable remains, and when the creator's censor leaves the name out.
 */
export function toSafeName(name: string, context: NameContext): string {
  const { blockedWords, action } = context
  const plain = toPlainLine(foldLookAlikes(cleanLine(name.normalize('NFKC'))))
  const inspected = inspectText(plain, blockedWords)
  // The censor reads an @ inside a word as an a, so mentions are removed after it.
  const masked = toSafeLine(inspected.masked.replace(/@+(?=\S)/g, ''))
  if (isLeftOut(inspected, action) || !hasGlyph(masked)) return ''
  const own = toPlainLine(cleanLine(name.normalize('NFC')))
  const shown = foldLookAlikes(own.normalize('NFKC')) === masked ? own : masked
  return !isPlainName(masked, context.ownNames) || readsAsMore(plain, context) ? `“${shown}”` : shown
}

const cleanLine = (text: string) => limitMarks(toOneLine(withoutBlanks(text)))
const toPlainLine = (line: string) => toSafeLine(line).replace(/[“”„‟"]/g, '')

/**
 * Replaces characters that show nothing but count as letters or symbols by spaces. Variation selectors stay, because they belong to
 * emoji; characters that only format are left to `toOneLine`.
 */
function withoutBlanks(text: string): string {
  return text.replace(/(?![\uFE0E\uFE0F\p{Cf}])[\p{Default_Ignorable_Code_Point}\u2800\uFFFC]/gu, ' ')
}

/**
 * Limits the combining marks on a letter to one of the script `Inherited`, which fits any letter, and three of another script. No
 * language writes more.
 */
function limitMarks(text: string): string {
  return text
    .replace(/\p{Me}/gu, '')
    .replace(/((?=\p{M})\p{Script=Inherited})(?:(?=\p{M})\p{Script=Inherited})+/gu, '$1')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/^\p{M}+/u, '')
}

const scriptsWithLookAlikes =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u

/**
 * Replaces letters that look like Latin ones (Unicode UTS 39) by the Latin ones, in words that also contain Latin letters and in words
 * whose letters all look Latin. Other words in a foreign script stay unchanged.
 */
function foldLookAlikes(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => {
    const letters = [...word]
    const lookAlikes = letters.map(toLookAlike)
    const isMixed = /\p{Script=Latin}/u.test(word)
    const isDisguise = letters.every(
      (letter, i) => !scriptsWithLookAlikes.test(letter) || lookAlikes[i] !== letter,
    )
    return isMixed || isDisguise ? lookAlikes.join('') : word
  })
}

/** Unicode lists this letter as a look-alike, but only its italic form looks Latin. It is not replaced, so Егор stays Егор. */
const exception = 'г'

function toLookAlike(letter: string): string {
  if (letter === exception || !scriptsWithLookAlikes.test(letter)) return letter
  const lookAlike = unhomoglyph(letter)
  return /^[A-Za-z]$/.test(lookAlike) ? lookAlike : letter
}

/**
 * Patterns in a name that could be read as a message: a second sentence, a speaker before a colon, money, or words that bots use
 * about tips.
 */
const sentences = [
  /(?:\p{L}{4,}\.|[!?…])\s+\S/u,
  /[:;|,»›>=]/,
  /\p{Sc}\s?\d|\d\s?\p{Sc}/u,
  sumInWords,
  /\b(?:tipped|tips|donated|gifted|gave|raided|subscribed|followed|cheered|banned|funded|thank|thanks|towards)\b/i,
]
function readsAsMore(name: string, { ownNames, template }: NameContext): boolean {
  if (sentences.some((pattern) => pattern.test(name)) || claimsAuthority(name, ownNames)) return true
  const lowerCased = name.toLowerCase()
  return phrasesOf(template).some((words) => lowerCased.includes(words))
}

const minPhraseLength = 8

/** Returns those phrases between a template's variables that are long enough for readers to recognise them. */
function phrasesOf(template: string): string[] {
  return template
    .split(/\{[^{}]*\}/)
    .map((part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase())
    .filter(({ length }) => length >= minPhraseLength)
}
