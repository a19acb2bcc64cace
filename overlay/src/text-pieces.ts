/**
 * Divides a text into what moves by itself: words, or the letters of words. What its script joins stays together: Arabic and Devanagari
 * lose their shapes when letters are apart (https://github.com/greensock/GSAP/issues/629), and an emoji is several code points
 * (https://github.com/lukePeavey/SplitType/issues/8).
 */

/** White space between words. A space that does not break, as before a currency's sign, is a part of its word. */
const spaces = /([^\S\u00a0\u202f]+)/
/** Scripts that have no spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** Words whose letters look the same when they are apart. Common: digits, punctuation and emoji; Inherited: accents. */
const separable =
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Common}\p{sc=Inherited}]+$/u
const rightToLeft = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/u

const letters = new Intl.Segmenter()
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** A word with its pieces, or the white space between two, which has none. */
export interface Word {
  text: string
  pieces: string[]
}

/** Returns the words of a text and the spaces between them. Together they are the text. */
export function toWords(text: string, isByLetter: boolean): Word[] {
  return text.split(spaces).flatMap((token, i) => {
    if (token === '') return []
    if (i % 2) return [{ text: token, pieces: [] }]
    return unspacedWords(token).map((word) => ({
      text: word,
      pieces: isByLetter && separable.test(word) ? segmentsOf(letters, word) : [word],
    }))
  })
}

/** Returns whether a text has letters that run from right to left. Boxes of its words would be laid out in the wrong order. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

/** Returns the words of a token without spaces. Punctuation stays with the word before it. */
function unspacedWords(token: string): string[] {
  if (!unspaced.test(token)) return [token]
  const found: string[] = []
  for (const { segment, isWordLike } of words.segment(token)) {
    if (isWordLike || found.length === 0) found.push(segment)
    else found.push(found.pop()! + segment)
  }
  return found
}

function segmentsOf(segmenter: Intl.Segmenter, text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
