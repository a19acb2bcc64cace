/** A fan's name as a bot may say it in somebody's chat: no letters that pass for others, no piled-up marks, no sentence of its own. */
import unhomoglyph from 'unhomoglyph'
import { toOneLine, toWords } from '../../contract/chat-text.ts'
import type { ChatPlatform } from '../../contract/entities.ts'
import { maskText } from './censor.ts'

export interface NameSurroundings {
  platform: ChatPlatform
  /** What the creator does not want to read. */
  blockedWords: readonly string[]
  /** Under these names only their owners speak: the creator's. */
  ownNames: readonly string[]
  /** The wording that the name goes into. */
  template: string
}

/**
 * Makes a name safe to say. A name that could be read as more than a name, or as somebody's who is not the fan, is put into
 * quotes, which nothing else in a line has. What is left of a name of which nothing may be said is empty.
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

/** At most one mark of the kind that goes on any letter, and three of a script's own: what is piled higher is no writing. */
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
 * Writes Latin letters where others only look like them (Unicode UTS 39): in a word that mixes them with Latin ones, or has
 * none but such. A word of another script stays what it is.
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

/** Upright it looks like nothing Latin, whatever the table says of it in italics: Егор stays Егор. */
const notAlike = 'г'

function toTwin(letter: string): string {
  if (letter === notAlike || !lenders.test(letter)) return letter
  const twin = unhomoglyph(letter)
  return /^[A-Za-z]$/.test(twin) ? twin : letter
}

/** A new sentence, a speaker before a colon, money, or the words in which a bot tells of a tip. */
const sentences = [
  /(?:\p{L}{4,}\.|[!?…])\s+\S/u,
  /[:;|,»›>=]/,
  /\p{Sc}\s?\d|\d\s?\p{Sc}/u,
  /\d\s?(?:usd|gbp|eur|dollars?|pounds?|euros?|bucks|quid)\b/i,
  /\b(?:tipped|tips|donated|gifted|gave|raided|subscribed|followed|cheered|banned|funded|thank|thanks|towards)\b/i,
]
/** Who speaks for a chat, or for this site. */
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

/** A name as somebody hears it: letters and digits alone. */
function toBareName(name: string): string {
  return foldLookAlikes(name.normalize('NFKC'))
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

const fewestWordsLength = 8

/** What a template says between its variables, where that is long enough to be known again. */
function wordsOf(template: string): string[] {
  return template
    .split(/\{[^{}]*\}/)
    .map((part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase())
    .filter(({ length }) => length >= fewestWordsLength)
}

/** Discord's marks, written so that they are shown and do nothing: support.discord.com, "Markdown Text 101". */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~|`<>[\]()#]/g, String.raw`\$&`)
}
