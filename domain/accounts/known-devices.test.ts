import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { findDevice, rememberDevice } from './known-devices.ts'

const secret = randomBytes(32)
const ada = 'ada@example.test'

test('a browser is known for the accounts that logged in there, and for no other', () => {
  const first = rememberDevice(secret, ada, undefined)
  const both = rememberDevice(secret, 'lin@example.test', first)

  expect(findDevice(secret, 'ADA@example.test', both)).toBe(findDevice(secret, ada, first))
  expect(findDevice(secret, 'lin@example.test', both)).toMatch(/^[\w-]{22}$/)
  expect(findDevice(secret, 'mira@example.test', both)).toBeUndefined()
})

test('a browser is known for the last four accounts', () => {
  let cookie: string | undefined
  for (const name of ['a', 'b', 'c', 'd', 'e', 'e']) cookie = rememberDevice(secret, name, cookie)

  expect(['a', 'b', 'c', 'd', 'e'].map((name) => findDevice(secret, name, cookie) !== undefined)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
})

test.each(['', '~', '.', 'a.b', `${'a'.repeat(22)}.${'b'.repeat(43)}`, '~'.repeat(4000)])(
  'a forged cookie %j is known for nobody',
  (cookie) => {
    expect(findDevice(secret, ada, cookie)).toBeUndefined()
  },
)

test('a cookie that was signed with another secret is known for nobody', () => {
  expect(findDevice(secret, ada, rememberDevice(randomBytes(32), ada, undefined))).toBeUndefined()
})
