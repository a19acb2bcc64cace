import { expect, test } from 'vitest'
import { inspectText } from './censor.ts'

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
  ['a spoil-er', ['spoil-er'], 'a ********'],
  ['all of it', ['*'], 'all of it'],
  ['all of it', [''], 'all of it'],
  ['これはネタバレです', ['ネタバレ'], 'これは****です'],
])('%j without the creator’s word %j is %j', (text, words, masked) => {
  expect(inspectText(text, words).masked).toBe(masked)
})

test('a word of the creator’s own makes a text as bad as a swear word', () => {
  expect(inspectText('the spoiler', ['spoiler']).level).toBe('strong')
  expect(inspectText('the spoiler', []).level).toBeUndefined()
  expect(inspectText('kys spoiler', ['spoiler']).level).toBe('severe')
})

test('the longest texts with the longest lists are inspected within the test’s timeout', () => {
  const words = Array.from({ length: 200 }, (_, i) => `*${'a'.repeat(40)}${i}*`)
  for (const text of ['a'.repeat(500), 'a.'.repeat(250), 'a '.repeat(250), 'f*'.repeat(250)])
    expect(inspectText(text, words).masked.length).toBeGreaterThan(0)
})
