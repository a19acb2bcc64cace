import { expect, test } from 'vitest'
import { censorMessage, censorName } from './censor-tip.ts'
import { asian } from './texts/asian.fixture.ts'
import { authority } from './texts/authority.fixture.ts'
import { english } from './texts/english.fixture.ts'
import { germanic } from './texts/germanic.fixture.ts'
import { rightToLeft } from './texts/right-to-left.fixture.ts'
import { romance } from './texts/romance.fixture.ts'
import { slavic } from './texts/slavic.fixture.ts'

const languages = [english, germanic, romance, slavic, rightToLeft, asian]
const settings = { blockedWords: [], ownNames: ['mira', 'Mira Vale'], action: 'mask' as const }

const lines = (list: string) =>
  list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
const pairs = (list: string) => lines(list).map((line) => line.split(' → ') as [string, string])

const honestNames = [...languages, authority].flatMap(({ names }) => lines(names.honest))
const honestMessages = languages.flatMap(({ messages }) => lines(messages.honest))
const hostileNames = [...languages, authority].flatMap(({ names }) => pairs(names.hostile))
const hostileMessages = languages.flatMap(({ messages }) => pairs(messages.hostile))

test('there are at least 300 honest and 300 hostile texts, each once', () => {
  const honest = [...honestNames, ...honestMessages]
  const hostile = [...hostileNames, ...hostileMessages]
  expect(new Set(honest).size).toBe(honest.length)
  expect(honest.length).toBeGreaterThanOrEqual(300)
  expect(hostile.length).toBeGreaterThanOrEqual(300)
})

test.each(honestNames)('the honest name %s is shown as it is', (name) => {
  expect(censorName(name, settings)).toBe(name.normalize('NFC'))
})

test.each(honestMessages)('the honest message “%s” is shown as it is', (message) => {
  expect(censorMessage(message, settings)).toBe(message.normalize('NFC'))
})

test.each(hostileNames)('the hostile name %j becomes %s', (name, shown) => {
  expect(censorName(name, settings)).toBe(shown)
})

test.each(hostileMessages)('the hostile message %j becomes %s', (message, shown) => {
  expect(censorMessage(message, settings) ?? 'null').toBe(shown)
})
