import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('a password is stored as Argon2id and known again', async () => {
  const stored = await hashPassword('correct-horse-1')

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword(stored, 'correct-horse-1')).toBe(true)
  expect(await isPassword(stored, 'correct-horse-2')).toBe(false)
})

test('nobody’s password is wrong, even the stand-in’s own, and costs a real look', async () => {
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
