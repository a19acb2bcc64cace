import { expect, test } from 'vitest'
import { calmText } from './calm-text.ts'

test.each([
  ['an ordinary line', 'Love the stream!', 'Love the stream!'],
  ['line breaks and tabs', ' one\r\n\ttwo\n\nthree ', 'one two three'],
  ['controls', 'a\u0000b\u0007c\u001b[31m', 'a b c [31m'],
  ['a turned direction', 'pay \u202Egnp.exe\u202C now', 'pay gnp.exe now'],
  ['open isolates', '\u2066\u2067abc', 'abc'],
  ['letters of the right-to-left scripts', 'שלום ליلى', 'שלום ליلى'],
  ['towers of accents', `e${'\u0301'.repeat(40)}x`, '\u00e9\u0301\u0301x'],
  ['accents as they are used', 'Việt Ångström ก็ที่', 'Việt Ångström ก็ที่'.normalize('NFC')],
  ['a family', '👩‍👩‍👧‍👦 ❤️', '👩‍👩‍👧‍👦 ❤️'],
  ['nothing visible', '\u200e\u202a \u0000', ''],
])('%s', (_, text, calm) => {
  expect(calmText(text, 100)).toBe(calm)
})

test('a tower of accents is never higher than three', () => {
  const calm = calmText(`${'Z\u0338\u0322\u034d\u033a'.repeat(30)}`, 500)

  expect(calm).not.toMatch(/\p{M}{3}/u)
})

test('what is too long ends in an ellipsis, and no character is cut in half', () => {
  expect(calmText('abcdefgh', 5)).toBe('abcd…')
  expect(calmText('🎉🎉🎉🎉', 3)).toBe('🎉🎉…')
  expect(calmText('abc      d', 5)).toBe('abc d')
  expect(calmText('abcde', 5)).toBe('abcde')
})
