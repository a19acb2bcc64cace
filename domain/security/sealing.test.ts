import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, tokenContext, unseal } from './sealing.ts'

const key = randomBytes(32)
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

  expect(() => unseal(randomBytes(32), sealed, context)).toThrow()
  expect(() => unseal(key, sealed, tokenContext('u2', 'twitch', 'refresh'))).toThrow()
  expect(() => unseal(key, `v1.${bytes.toString('base64url')}`, context)).toThrow()
})

test('refuses a text that was never encrypted', () => {
  for (const text of ['', 'v1.', 'v1.AAAA', 'v2.AAAA', 'plain'])
    expect(() => unseal(key, text, context)).toThrow('not a sealed text')
})
