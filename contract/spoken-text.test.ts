import { expect, test } from 'vitest'
import { countCharacters, toSpokenText } from './spoken-text.ts'

test.for([
  ['Great stream!', 'Great stream!'],
  ['you **** and ***', 'you and'],
  ['see [link] <b>', 'see link b'],
  ['two\n lines', 'two lines'],
  ['****', ''],
  ['?!', ''],
  ['', ''],
  [null, ''],
  ['🎉', '🎉'],
] as const)('speaks %j as %j', ([message, spoken]) => {
  expect(toSpokenText(message)).toBe(spoken)
})

test('cuts after 300 characters, at a word if there is one, and never inside a character', () => {
  expect(toSpokenText('word '.repeat(100))).toBe('word '.repeat(60).trim())
  expect(countCharacters(toSpokenText('😀'.repeat(400)))).toBe(300)
  expect(toSpokenText('😀'.repeat(400))).toBe('😀'.repeat(300))
})
