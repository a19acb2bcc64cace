import { expect, test } from 'vitest'
import { seal, tokenContext, unseal } from './sealing.ts'
import { makeSecretKeys } from '../config/secret-keys.fixture.ts'

const key = makeSecretKeys()
const context = tokenContext('u1', 'twitch', 'refresh')

test('decrypts with the same key and context, and never encrypts to the same text twice', () => {
  const [one, two] = [seal(key, 'sécret', context), seal(key, 'sécret', context)]

  expect(unseal(key, one, context)).toBe('sécret')
  expect(one).not.toBe(two)
  expect(one.startsWith('v1.')).toBe(true)
})

test('encrypts an empty text', () => {
  expect(unseal(key, seal(key, '', context), context)).toBe('')
})

test('refuses another key, another context and a changed text', () => {
  const sealed = seal(key, 'secret', context)
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  bytes[14]! ^= 1

  expect(() => unseal(makeSecretKeys(), sealed, context)).toThrow()
  expect(() => unseal(key, sealed, tokenContext('u2', 'twitch', 'refresh'))).toThrow()
  expect(() => unseal(key, `v1.${bytes.toString('base64url')}`, context)).toThrow()
})

test('refuses a text that was never encrypted', () => {
  for (const text of ['', 'v1.', 'v1.AAAA', 'v2.AAAA', 'plain'])
    expect(() => unseal(key, text, context)).toThrow('not a sealed text')
})

test('the newest key seals and names itself; every key opens', () => {
  const [first, second] = [makeSecretKeys()[0], makeSecretKeys()[0]]
  const [before, after] = [seal([first, second], 'one', context), seal([second, first], 'two', context)]

  expect(unseal([second, first], before, context)).toBe('one')
  expect(unseal([first, second], after, context)).toBe('two')
  expect(() => unseal([second], before, context)).toThrow('sealed with another key')
  expect(before.split('.')[2]).not.toBe(after.split('.')[2])
})
