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
