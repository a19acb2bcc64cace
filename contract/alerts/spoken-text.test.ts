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
  ['🎉', ''],
  ['😂'.repeat(200), ''],
  [`so funny ${'😂'.repeat(200)}`, 'so funny 😂😂😂'],
  [`${'👩🏽‍🚀 '.repeat(9)}hi`, '👩🏽‍🚀 👩🏽‍🚀 👩🏽‍🚀 hi'],
  ['A'.repeat(300), 'AAA'],
  ['Yesssssss!!!!!!!!', 'Yesss!!!'],
  ['A a A a A a a', 'A A A'],
  ['ha ha ha ha ha ha stop', 'ha ha ha stop'],
  ['hahahahahahahaha', 'hahaha'],
  [`${'1234567890'.repeat(5)}12`, ''],
  ['call 1234567890123456789012 now', 'call now'],
  ['my order is 1234567890', 'my order is 123 456 789 0'],
  ['I gave 100000 twice', 'I gave 100000 twice'],
  ['1 000 000 thanks', '1 000 000 thanks'],
  ['11111 bottles', '11111 bottles'],
  ['..........', ''],
] as const)('speaks %j as %j', ([message, spoken]) => {
  expect(toSpokenText(message)).toBe(spoken)
})

test('cuts after 300 characters, at a word if there is one, and never inside a character', () => {
  const round = 'one two three four '
  expect(toSpokenText(round.repeat(20))).toBe(`${round.repeat(15)}one two three`)
  const faces = Array.from({ length: 400 }, (_, i) => String.fromCodePoint(0x1f600 + ((i * 7) % 80)))
  expect(toSpokenText(`a${faces.join('')}`)).toBe(`a${faces.slice(0, 299).join('')}`)
  expect(countCharacters('😀a')).toBe(2)
})
