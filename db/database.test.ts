import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator } from './builders.fixture.ts'
import type { Db } from './connection.ts'
import { createTestDb } from './database.fixture.ts'
import type { TestDb } from './database.fixture.ts'

/** Lets `work` change a database, disposes of it, and opens another one, which is the same if it was emptied. */
async function openAfter(work: (test: TestDb) => Promise<unknown>) {
  const before = await createTestDb()
  await work(before)
  await before[Symbol.asyncDispose]()
  const after = await createTestDb()
  return { ...after, isSame: after.url === before.url }
}

test('a test gets the database of an earlier one as it was when it was new', async () => {
  const addEvent = async (db: Db) => {
    const { uid } = await buildCreator(db)
    await db.insertInto('accountEvent').values({ uid, kind: 'log-in' }).execute()
  }
  await using test = await openAfter(async ({ db, owner }) => {
    await addEvent(db)
    await sql`update reconciled_ledger set seen_id = 7`.execute(owner)
  })

  expect(test.isSame).toBe(true)
  expect(await test.db.selectFrom('account').select('uid').execute()).toEqual([])
  expect(await test.db.selectFrom('reconciledLedger').select('seenId').execute()).toEqual([{ seenId: 0 }])
  await addEvent(test.db)
  expect(await test.db.selectFrom('accountEvent').select('id').execute()).toEqual([{ id: 1 }])
})

test.each([
  ['a column', sql`alter table account alter column email drop not null`],
  ['an index', sql`create index account_email_hash on account (md5(email))`],
  ['a trigger', sql`alter table account disable trigger all`],
  ['the statistics', sql`analyze kysely_migration`],
  ['a right', sql`grant delete on ledger_entry to public`],
])('a database of which a test has changed %s is not handed on', async (_, change) => {
  await using test = await openAfter(({ owner }) => change.execute(owner))

  expect(test.isSame).toBe(false)
})
