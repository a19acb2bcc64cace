import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findDevice, rememberDevice } from './known-devices.ts'
import { makeSecretKeys } from '../config/secret-keys.fixture.ts'

const secret = makeSecretKeys()
const newAccount = () => ({ uid: randomUUID(), passwordHash: randomUUID() })
const ada = newAccount()

test('a browser is known for the accounts that logged in there, and for no other', () => {
  const lin = newAccount()
  const first = rememberDevice(secret, ada, undefined)
  const both = rememberDevice(secret, lin, first)

  expect(findDevice(secret, ada, both)).toBe(findDevice(secret, ada, first))
  expect(findDevice(secret, lin, both)).toMatch(/^[\w-]{22}$/)
  expect(findDevice(secret, newAccount(), both)).toBeUndefined()
})

test('a browser is known for the last four accounts', () => {
  const accounts = Array.from({ length: 5 }, newAccount)
  let cookie: string | undefined
  for (const account of [...accounts, accounts[4]!]) cookie = rememberDevice(secret, account, cookie)

  expect(accounts.map((account) => findDevice(secret, account, cookie) !== undefined)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
})

test('a browser keeps its id from log-in to log-in, so that it has one count of attempts', () => {
  const first = rememberDevice(secret, ada, undefined)

  expect(rememberDevice(secret, ada, first)).toBe(first)
})

test('a new password ends what every browser is known by, and its removal does too', () => {
  const cookie = rememberDevice(secret, ada, undefined)

  for (const passwordHash of ['another', null])
    expect(findDevice(secret, { ...ada, passwordHash }, cookie)).toBeUndefined()
})

test.each(['', '~', '.', 'a.b', `${'a'.repeat(22)}.${'b'.repeat(43)}`, '~'.repeat(4000)])(
  'a forged cookie %j is known for nobody',
  (cookie) => {
    expect(findDevice(secret, ada, cookie)).toBeUndefined()
  },
)

test('a cookie that was signed with another secret is known for nobody', () => {
  expect(findDevice(secret, ada, rememberDevice(makeSecretKeys(), ada, undefined))).toBeUndefined()
})

test('a browser stays known when a key is replaced, keeps its device id, and needs the former key no more', () => {
  const [former, newest] = [makeSecretKeys()[0], makeSecretKeys()[0]]
  const cookie = rememberDevice([former], ada, undefined)
  const signedAgain = rememberDevice([newest, former], ada, cookie)

  expect(findDevice([newest], ada, signedAgain)).toBe(findDevice([former], ada, cookie))
  expect(findDevice([newest], ada, cookie)).toBeUndefined()
})
