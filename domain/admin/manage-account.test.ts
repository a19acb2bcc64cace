import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountChange } from '../../contract/admin/manage-calls.ts'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import type { TestDb } from '../../db/database.fixture.ts'
import { findPublicCreator } from '../../db/queries/accounts/accounts.ts'
import { deleteExpiredSessions } from '../../db/queries/accounts/sessions.ts'
import { listCreators } from '../../db/queries/pages/listed-creators.ts'
import { findPayee } from '../../db/queries/payments/payees.ts'
import { readAccountEvents } from '../accounts/account-events.ts'
import { findVisit, openSession, renewSession } from '../accounts/sessions.ts'
import { makeSecretKeys } from '../config/secret-keys.fixture.ts'
import { changeManagedAccount, readManagedAccount } from './manage-account.ts'
import { readAdminActions } from './read-actions.ts'

let testDb: TestDb
beforeEach(async () => void (testDb = await createTestDb()))
afterEach(() => testDb[Symbol.asyncDispose]())

const command = { adminUid: null, reason: null }
const secretsKey = makeSecretKeys()

test('each change is undone by its opposite, and both are listed with who, on whom and why', async () => {
  const { db } = testDb
  const admin = await buildSupporter(db, { role: 'admin' })
  const { userName } = await buildCreator(db)
  const actor = { adminUid: admin.uid, reason: 'Asked by mail' }
  const before = await readManagedAccount(db, userName)

  const states = []
  const reversible = accountChange.options.filter((change) => change !== 'log-out')
  for (const change of reversible)
    states.push(await changeManagedAccount({ db, secretsKey }, actor, { userName, change }))

  const [granted, revoked, verified, , featured, , suspended, unsuspended] = states
  expect(granted).toEqual({ ...before, isAdmin: true })
  expect(revoked).toEqual(before)
  expect(verified).toEqual({ ...before, isVerified: true })
  expect(featured).toEqual({ ...before, isFeatured: true })
  expect(suspended).toEqual({ ...before, isSuspended: true })
  expect(unsuspended).toEqual(before)
  const { actions } = await readAdminActions(db, undefined)
  expect(actions.map(({ action }) => action)).toEqual(reversible.toReversed())
  expect(actions[0]).toMatchObject({
    by: admin.userName,
    isCommand: false,
    account: userName,
    reason: 'Asked by mail',
  })
})

test('a suspended creator has no page, is in no list and takes no tips, until that is undone', async () => {
  const { db } = testDb
  const { uid, userName } = await buildCreator(db)
  const find = async () => [
    await findPublicCreator(db, { userName }),
    (await listCreators(db, { limit: 9 }))[0],
    await findPayee(db, uid, 'paypal'),
  ]

  await changeManagedAccount({ db, secretsKey }, command, { userName, change: 'suspend' })
  expect(await find()).toEqual([undefined, undefined, undefined])
  await changeManagedAccount({ db, secretsKey }, command, { userName, change: 'unsuspend' })
  expect(await find()).toEqual([
    expect.objectContaining({ uid }),
    expect.objectContaining({ uid }),
    expect.objectContaining({ uid }),
  ])
})

test('a creator gets one email for each beginning and end of a suspension, in her language, and a repetition mails nothing', async () => {
  const { db } = testDb
  const { userName, email } = await buildCreator(db, { locale: 'de' })
  const changes = ['verify', 'suspend', 'suspend', 'unsuspend', 'unsuspend'] as const

  for (const change of changes) await changeManagedAccount({ db, secretsKey }, command, { userName, change })

  expect(await listAccountMails(db)).toMatchObject([
    { kind: 'suspended', email, locale: 'de' },
    { kind: 'unsuspended', email, locale: 'de' },
  ])
})

test('an account is logged out everywhere at once, its owner reads so, and its open pages are closed by the next sweep', async () => {
  const { db } = testDb
  const { uid, userName } = await buildSupporter(db)
  const other = await buildSupporter(db)
  const token = await openSession(db, uid, 'thief')
  const kept = await openSession(db, other.uid, 'other')

  await changeManagedAccount({ db, secretsKey }, command, { userName, change: 'log-out' })

  expect(await findVisit(db, token)).toBeUndefined()
  expect(await findVisit(db, kept)).toBeDefined()
  expect(await renewSession(db, token)).toBeUndefined()
  const { events } = await readAccountEvents(db, uid, { before: undefined, locale: 'en' })
  expect(events[0]).toMatchObject({ kind: 'logged-out', device: null })
  expect(await deleteExpiredSessions(db)).toEqual([uid])
})

test('only creators can be verified, featured or suspended, and what fails is not listed', async () => {
  const { db } = testDb
  const { userName } = await buildSupporter(db)

  for (const change of ['verify', 'feature', 'suspend'] as const)
    await expect(
      changeManagedAccount({ db, secretsKey }, command, { userName, change }),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
  expect(await readAdminActions(db, undefined)).toEqual({ actions: [], next: null })
})

test('nobody changes the list: neither the product nor the owner of the schema', async () => {
  const { db, owner } = testDb
  const { userName } = await buildCreator(db)
  await changeManagedAccount({ db, secretsKey }, command, { userName, change: 'verify' })

  for (const statement of ["update admin_action set reason = 'x'", 'delete from admin_action']) {
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' })
    await expect(sql.raw(statement).execute(owner)).rejects.toThrow('append-only')
  }
})
