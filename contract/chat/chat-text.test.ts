import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shorten, toOneLine } from './chat-text.ts'

test.each([
  ['a family', '👨‍👩‍👧‍👦'],
  ['a person with a skin tone', '👩🏽‍🚀'],
  ['two people', '🧑🏽‍🤝‍🧑🏿'],
  ['a heart on fire', '❤️‍🔥'],
  ['a runner', '🏃🏻‍♀️'],
  ['Scotland’s flag', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['a pirate’s flag', '🏴‍☠️'],
  ['Persian', 'می‌خواهم'],
  ['Sinhala', 'ශ්‍රී ලංකා'],
  ['Malayalam', 'അവന്‍റെ'],
])('%s stays in one piece', (_, text) => {
  expect(toOneLine(text)).toBe(text)
})

test.each([
  ['joiners among Latin letters', 'f\u200Do\u200Co\u200D'],
  ['a joiner that joins nothing', '\u200Dfoo\u200D'],
  ['direction characters', '\u202Ef\u2066oo\u2069'],
  ['hidden text in tags', 'foo\u{E0068}\u{E0069}\u{E007F}'],
])('%s are removed', (_, text) => {
  expect(toOneLine(text)).toBe('foo')
})

test('hidden text behind a flag is removed', () => {
  expect(toOneLine(`🏴${'\u{E0061}'.repeat(60)}\u{E007F}`)).toBe('🏴')
  expect(toOneLine('👨\u200D')).toBe('👨')
})

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemesOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

const anyCharacters = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '👨‍👩‍👧‍👦',
        '👩🏽‍🚀',
        '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
        '🇩🇪',
        '❤️‍🔥',
        '1️⃣',
        'é'.normalize('NFD'),
        '각'.normalize('NFD'),
        'क्षि',
        'a',
        ' ',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

test('a shortened text ends between two characters that a reader sees', () => {
  fc.assert(
    fc.property(anyCharacters, fc.integer({ min: 1, max: 120 }), (text, max) => {
      const line = toOneLine(text)
      const short = shorten(line, max)
      expect(short.length).toBeLessThanOrEqual(max)
      if (short === line) return
      const kept = short.slice(0, -1)
      expect(short.at(-1)).toBe('…')
      const whole = graphemesOf(line)
      const starts = whole.map((_, i) => whole.slice(0, i).join('').trimEnd())
      expect(starts).toContain(kept)
    }),
    { numRuns: 1000 },
  )
})
