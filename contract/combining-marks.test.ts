import { expect, test } from 'vitest'
import { limitMarks } from './combining-marks.ts'

test.each([
  ['stacked accents', `e${'\u0301'.repeat(40)}x`, 'e\u0301\u0301x'],
  [
    'accents with joiners between them',
    'e\u0301\u200D\u0301\u200D\u0301\u200C\u0301x',
    'e\u0301\u200D\u0301\u200Dx',
  ],
  ['a stack of Thai vowels', `ก${'็'.repeat(30)}`, 'ก็็็็'],
  ['enclosing marks', `a${'\u20DD'.repeat(9)}`, 'a\u20DD\u20DD'],
])('%s are cut', (_, text, limited) => {
  expect(limitMarks(text)).toBe(limited)
})

test.each([
  ['Vietnamese', 'Việt Nguyễn'.normalize('NFD')],
  ['Arabic', 'مُحَمَّدٌ اللّٰه'],
  ['Hebrew', 'שָּׁלוֹם'],
  ['Hindi', 'ज़ीँ'.normalize('NFC')],
  ['Burmese', 'ကြီး ရွှေ့ ကြွေး'],
  ['Thai', 'ที่ก็ผู้น้ำ'],
  ['Tibetan', 'བསྒྲུབ'],
  ['emoji', '👩‍👩‍👧‍👦 ❤️‍🔥 1️⃣ 👩🏽‍🚀'],
])('%s stays as it is', (_, text) => {
  expect(limitMarks(text)).toBe(text)
})
