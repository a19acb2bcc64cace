/**
 * Makes a supporter's name safe for a bot to write in a creator's chat: no look-alike letters, no stacked marks, no sentence
 * (`docs/decisions/0013-names-in-a-chat.md`).
 */
import unhomoglyph from 'unhomoglyph'
import { toOneLine, toWords } from '../../contract/chat-text.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import { maskText } from './censor.ts'

export interface NameSurroundings {
  platform: ChatPlatform
  /** The words that the creator has blocked. */
  blockedWords: readonly string[]
  /** Names that only the creator may have. */
  ownNames: readonly string[]
  /** The template that the name goes into. */
  template: string
}

/**
 * Makes a name safe. A name that could be read as more than a name, or as somebody else's, is put into quotes, which nothing
 * else in a message has. Returns an empty text when nothing printable remains.
 */
export function toSafeName(name: string, surroundings: NameSurroundings): string {
  const { platform, blockedWords } = surroundings
  const plain = toWords(foldLookAlikes(limitMarks(toOneLine(name.normalize('NFKC')))))
    .replace(/[“”„‟"]/g, '')
    .replace(/@+(?=\S)/g, '')
  const masked = maskText(plain, blockedWords)
  if (toWords(masked) === '') return ''
  const told = readsAsMore(plain, surroundings) ? `“${masked}”` : masked
  return platform === 'discord' ? escapeMarkdown(told) : told
}

/** Allows one combining mark that fits any letter, and three of a script's own; more are not writing. */
function limitMarks(text: string): string {
  return text
    .replace(/\p{Me}/gu, '')
    .replace(/(\p{Script=Inherited})\p{Script=Inherited}+/gu, '$1')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/^\p{M}+/u, '')
}

const lenders =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u

/**
 * Replaces letters that only look Latin (Unicode UTS 39) by Latin ones, in words that mix them with Latin letters or consist
 * of nothing else. Other words in a foreign script stay unchanged.
 */
function foldLookAlikes(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => {
    const letters = [...word]
    const twins = letters.map(toTwin)
    const isMixed = /\p{Script=Latin}/u.test(word)
    const isDisguise = letters.every((letter, i) => !lenders.test(letter) || twins[i] !== letter)
    return isMixed || isDisguise ? twins.join('') : word
  })
}

/** The Unicode table lists it because its italic form looks like a Latin letter; the upright one does not. Егор stays Егор. */
const notAlike = 'г'

function toTwin(letter: string): string {
  if (letter === notAlike || !lenders.test(letter)) return letter
  const twin = unhomoglyph(letter)
  return /^[A-Za-z]$/.test(twin) ? twin : letter
}

/** A new sentence, a speaker with a colon, money, or the words that bots use for tips. */
const sentences = [
  /(?:\p{L}{4,}\.|[!?…])\s+\S/u,
  /[:;|,»›>=]/,
  /\p{Sc}\s?\d|\d\s?\p{Sc}/u,
  /\d\s?(?:usd|gbp|eur|dollars?|pounds?|euros?|bucks|quid)\b/i,
  /\b(?:tipped|tips|donated|gifted|gave|raided|subscribed|followed|cheered|banned|funded|thank|thanks|towards)\b/i,
]
/** Roles in a chat, and the names of the platforms. */
const offices =
  /\b(?:mod|mods|moderator|admin|administrator|staff|support|system|bot|official|twitch|youtube|discord)\b/i
const site = /brimful/i

function readsAsMore(name: string, { ownNames, template }: NameSurroundings): boolean {
  if (sentences.some((pattern) => pattern.test(name)) || offices.test(name)) return true
  const bare = toBareName(name)
  if (site.test(bare) || ownNames.some((own) => toBareName(own) === bare)) return true
  const said = name.toLowerCase()
  return wordsOf(template).some((words) => said.includes(words))
}

/** Reduces a name to its letters and digits, for comparison. */
function toBareName(name: string): string {
  return foldLookAlikes(name.normalize('NFKC'))
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

const fewestWordsLength = 8

/** The phrases between a template's variables that are long enough to be recognized. */
function wordsOf(template: string): string[] {
  return template
    .split(/\{[^{}]*\}/)
    .map((part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase())
    .filter(({ length }) => length >= fewestWordsLength)
}

/** Escapes Discord's formatting, so that the characters show and do nothing: support.discord.com, "Markdown Text 101". */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~|`<>[\]()#]/g, String.raw`\$&`)
}
