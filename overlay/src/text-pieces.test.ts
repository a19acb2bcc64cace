import { expect, test } from 'vitest'
import { isRightToLeft, toWords } from './text-pieces.ts'

const piecesOf = (text: string, isByLetter: boolean) =>
  toWords(text, isByLetter).flatMap(({ pieces }) => pieces)

test('a text is divided into words, and stays the same text', () => {
  for (const text of [
    'Ada tipped £10',
    '  two  spaces ',
    'Zeile\neins',
    '',
    'مرحبا بالعالم',
    '窯が温まる。ありがとう！',
  ])
    expect(
      toWords(text, true)
        .map((word) => word.text)
        .join(''),
    ).toBe(text)
  expect(piecesOf('Ada tipped £10', false)).toEqual(['Ada', 'tipped', '£10'])
})

test('a sum stays beside its currency', () => {
  expect(piecesOf('hat 1.234,50\u00a0£ gegeben', false)).toEqual(['hat', '1.234,50\u00a0£', 'gegeben'])
})

test.each([
  ['an emoji of several code points', '👩‍👩‍👧‍👦!', ['👩‍👩‍👧‍👦', '!']],
  ['a flag', '🇨🇭ok', ['🇨🇭', 'o', 'k']],
  ['a letter with accents', 'Zo\u0308e\u0301', ['Z', 'o\u0308', 'e\u0301']],
  ['a syllable of Korean', '가마', ['가', '마']],
])('by letter, %s is one piece', (_, text, pieces) => {
  expect(piecesOf(text, true)).toEqual(pieces)
})

test.each([
  ['Arabic', 'شكرا'],
  ['Persian with a joiner', 'می\u200cخواهم'],
  ['Hebrew', 'תודה'],
  ['Hindi', 'धन्यवाद'],
  ['Bengali', 'ধন্যবাদ'],
  ['Tamil', 'நன்றி'],
  ['Mongolian', 'ᠪᠠᠶᠠᠷ'],
])('by letter, a word of %s stays whole', (_, word) => {
  expect(piecesOf(`Ada: ${word} x`, true)).toEqual(['A', 'd', 'a', ':', word, 'x'])
})

test('scripts without spaces are divided into words, with their punctuation', () => {
  expect(piecesOf('ありがとう、エイダさん。', false)).toEqual(['ありがとう、', 'エイダ', 'さん。'])
  expect(piecesOf('ขอบคุณมาก', true)).toEqual(['ขอบคุณ', 'มาก'])
})

test('says whether a text runs from right to left somewhere', () => {
  expect(['Ada', 'Ada שלום', 'نعم', '窯 🎉'].map(isRightToLeft)).toEqual([false, true, true, false])
})
