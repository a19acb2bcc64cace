/** Recognises what is plainly a name. In a chat, a bot quotes everything else (`docs/decisions/0013-names-in-a-chat.md`). */

const maxWords = 5
/** Scripts without capital letters do not show which words are names, so fewer and shorter ones are plain. */
const maxCaselessWords = 2
const maxHanCharacters = 4
const maxEastAsianCharacters = 6
const maxThaiCharacters = 12

/** Words within a name that are written in small letters: Ludwig van Beethoven, Grace of Clay, Ada & Grace. */
const particles = new Set(
  `de del della di da do dos das du des la le les el al bin ibn ben bint van von der den ter ten zu zum zur af av of the
  and und et e y i og och & + x aka`.split(/\s+/),
)
/** Abbreviations in front of or behind a name. */
const titles = new Set('dr mr mrs ms mx st jr sr prof sir fr co'.split(' '))
/** Words that make a sentence of the words around them, or an advertisement. */
const telling = new Set(
  `is are was were be been has have had will can must should does did says said wants needs hates loves sucks lies lied cheats cheated
  scams scammed steals stole stop dont never always your you he she they his her their this that not no a an i im am we us
  free win won giveaway click join buy sell cheap nitro robux vbucks bitcoin crypto nude nudes viewers followers subs
  ist sind war hat haben wird kann ein eine kein keine nicht est sont était a ont es son era ha hanno è sono jest są
  это не есть был`.split(/\s+/),
)

/**
 * Returns whether a text is plainly somebody's name: a single word, or up to five that, except for particles, begin with a capital or have
 * none. A creator's own name inside a longer one is not plain, and neither is a word that ends in "bot".
 */
export function isPlainName(text: string, ownNames: readonly string[]): boolean {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length > maxWords || /\p{L}bot\p{N}*$/iu.test(text)) return false
  if (words.some(isLongPhrase) || words.filter((word) => caseless.test(word)).length > maxCaselessWords)
    return false
  if (words.length < 2) return words.every(isWordOfName)
  const own = new Set(ownNames.flatMap((name) => name.toLowerCase().split(/[\s_]+/)))
  return words.every((word) => isWordOfName(word) && isInPlace(word) && !own.has(bare(word)))
}

const caseless = /\p{Lo}/u
const countOf = (word: string, letters: RegExp) => word.match(letters)?.length ?? 0

/** Returns whether a word in a script that needs no spaces is long enough for a sentence. */
function isLongPhrase(word: string): boolean {
  const han = countOf(word, /\p{Script=Han}/gu)
  const kana = countOf(word, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  const thai = countOf(word, /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu)
  return han > maxHanCharacters || han + kana > maxEastAsianCharacters || thai > maxThaiCharacters
}

const bare = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Returns whether a word has only what a name can contain; a full stop only after an initial or a title, or inside the word. */
function isWordOfName(word: string): boolean {
  if (
    /[^\p{L}\p{M}\p{N}\p{So}\p{Sk}\p{Join_C}\p{Emoji_Component}\p{Extended_Pictographic}&+*._'’`~^()[\]#\\/@!-]/u.test(
      word,
    )
  )
    return false
  if (!word.endsWith('.')) return true
  return /^(?:\p{L}\.)+$/u.test(word) || titles.has(bare(word))
}

/** Returns whether a word of several begins with a capital, is written without capitals or is a particle, and tells nothing. */
function isInPlace(word: string): boolean {
  if (particles.has(word.toLowerCase())) return true
  return !telling.has(bare(word)) && !/^[^\p{L}\p{N}]*\p{Ll}/u.test(word)
}
