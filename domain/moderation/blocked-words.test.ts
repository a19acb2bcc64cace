import { expect, test } from 'vitest'
import { maskBlockedWords } from './blocked-words.ts'

test.each([
  ['the spoiler is', ['spoiler'], 'the ******* is'],
  ['SPOILER', ['spoiler'], '*******'],
  ['spoilers', ['spoiler'], 'spoilers'],
  ['spoilers', ['spoiler*'], '********'],
  ['megaspoiler', ['*spoiler'], '***********'],
  ['$p0iler', ['spoiler'], '*******'],
  ['spoiler!', ['spoiler'], '*******!'],
  ['the end of it', ['end of'], 'the *** ** it'],
  ['Scunthorpe', ['cunt'], 'Scunthorpe'],
  ['дурак ты', ['дурак'], '***** ты'],
  ['дурака', ['дурак'], 'дурака'],
  ['a.b c', ['a.b'], '*** c'],
  ['axb c', ['a.b'], 'axb c'],
  ['🐍 snake 🐍', ['🐍'], '* snake *'],
  ['all of it', ['*'], 'all of it'],
  ['all of it', [''], 'all of it'],
])('%j without %j is %j', (text, words, masked) => {
  expect(maskBlockedWords(text, words)).toBe(masked)
})
