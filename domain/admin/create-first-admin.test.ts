import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildSupporter } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import type { TestDb } from '../../db/database.fixture.ts'
import { isPassword } from '../accounts/passwords.ts'
import { makeSecretKeys } from '../config/secret-keys.fixture.ts'
import { createFirstAdmin } from './create-first-admin.ts'

let testDb: TestDb
beforeEach(async () => void (testDb = await createTestDb()))
afterEach(() => testDb[Symbol.asyncDispose]())

const secretsKey = makeSecretKeys()
const create = (userName: string, email: string, currency?: string) =>
  createFirstAdmin(
    { db: testDb.db, secretsKey },
    { adminUid: null, reason: null },
    { userName, email, currency },
  )

test('without a currency the first admin is a supporter; once there is an admin, no account is made', async () => {
  const { password } = await create('ops', 'ops@brimful-tips.net')

  const accounts = await testDb.db.selectFrom('account').selectAll().execute()
  expect(accounts).toEqual([expect.objectContaining({ userName: 'ops', accountType: 2, role: 'admin' })])
  expect(await isPassword(accounts[0]!.passwordHash, password)).toBe(true)
  await expect(create('other', 'other@brimful-tips.net')).rejects.toThrow(
    'There is an admin already: ops. Sign up on the site, then run "brimful admin grant NAME" ("npm run admin -- grant NAME" in a clone).',
  )
})

test('a name, an address and a currency that cannot be are refused in one sentence, and leave nothing', async () => {
  const { email, userName } = await buildSupporter(testDb.db)
  const refused = (...wanted: Parameters<typeof create>) =>
    create(...wanted).then(
      () => 'made',
      (error: Error) => error.message,
    )

  expect(await refused('support', 'a@brimful-tips.net')).toBe(
    'No account can be called support: the name is reserved.',
  )
  expect(await refused('a b', 'a@brimful-tips.net')).toBe(
    'No account can be called a b: a name has 3 to 30 letters, digits and underscores.',
  )
  expect(await refused('mira', 'mira')).toBe('mira is not an email address.')
  expect(await refused('mira', 'a@brimful-tips.net', 'xyz')).toBe(
    'A creator is paid in usd or gbp, not in xyz.',
  )
  expect(await refused(userName, 'a@brimful-tips.net')).toBe(
    `Somebody has the name ${userName}: choose another one.`,
  )
  expect(await refused('mira', email)).toBe(
    `There is an account with ${email}: run "brimful admin grant NAME" ("npm run admin -- grant NAME" in a clone) with its name.`,
  )
  expect(await testDb.db.selectFrom('pendingSignUp').selectAll().execute()).toEqual([])
  expect(await testDb.db.selectFrom('account').select('role').execute()).toEqual([{ role: 'user' }])
})
