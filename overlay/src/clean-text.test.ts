import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test.each([
  ['an ordinary line', 'Love the stream!', 'Love the stream!'],
  ['line breaks and tabs', ' one\r\n\ttwo\n\nthree ', 'one two three'],
  ['control characters', 'a\u0000b\u0007c\u001b[31m', 'a b c [31m'],
  ['a direction override', 'pay \u202Egnp.exe\u202C now', 'pay gnp.exe now'],
  ['unclosed isolates', '\u2066\u2067abc', 'abc'],
  ['letters of right-to-left scripts', 'שלום ליلى', 'שלום ליلى'],
  ['stacked accents', `e${'\u0301'.repeat(40)}x`, '\u00e9\u0301\u0301x'],
  ['accents of real languages', 'Việt Ångström ก็ที่', 'Việt Ångström ก็ที่'.normalize('NFC')],
  ['emoji sequences', '👩‍👩‍👧‍👦 ❤️', '👩‍👩‍👧‍👦 ❤️'],
  ['nothing visible', '\u200e\u202a \u0000', ''],
])('%s', (_, text, cleaned) => {
  expect(cleanText(text, 100)).toBe(cleaned)
})

test('a letter keeps at most two combining marks', () => {
  const cleaned = cleanText(`${'Z\u0338\u0322\u034d\u033a'.repeat(30)}`, 500)

  expect(cleaned).not.toMatch(/\p{M}{3}/u)
})

test('long text ends in an ellipsis and no character is cut in half', () => {
  expect(cleanText('abcdefgh', 5)).toBe('abcd…')
  expect(cleanText('🎉🎉🎉🎉', 3)).toBe('🎉🎉…')
  expect(cleanText('abc      d', 5)).toBe('abc d')
  expect(cleanText('abcde', 5)).toBe('abcde')
})
