import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('stores a password as Argon2id and verifies it', async () => {
  const stored = await hashPassword('correct-horse-1')

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword(stored, 'correct-horse-1')).toBe(true)
  expect(await isPassword(stored, 'correct-horse-2')).toBe(false)
})

test('a missing account rejects every password and takes as long as a real one', async () => {
  const stored = await hashPassword('correct-horse-1')
  const timeOf = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    for (let i = 0; i < 5; i++) await work()
    return performance.now() - startedAt
  }

  expect(await isPassword(null, 'nobody has this password')).toBe(false)
  expect(await isPassword(undefined, 'x')).toBe(false)
  const real = await timeOf(() => isPassword(stored, 'wrong'))
  expect(await timeOf(() => isPassword(undefined, 'wrong'))).toBeGreaterThan(real / 10)
})

test('a password is the same however the keyboard writes its accents and spaces', async () => {
  const composed = await hashPassword('Cafe\u0301 au lait 7'.normalize('NFC'))

  expect(await isPassword(composed, 'Cafe\u0301 au lait 7'.normalize('NFD'))).toBe(true)
  expect(await isPassword(composed, 'Caf\u00e9\u00a0au lait 7')).toBe(true)
  expect(await isPassword(composed, 'Cafe au lait 7')).toBe(false)
})

test('a password that was hashed with decomposed accents stays valid', async () => {
  const decomposed = 'Cafe\u0301 au lait 7'.normalize('NFD')
  const stored = await hash(decomposed)

  expect(await isPassword(stored, decomposed)).toBe(true)
  expect(await isPassword(stored, decomposed.normalize('NFC'))).toBe(true)
})
