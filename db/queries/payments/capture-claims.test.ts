import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator, buildOrders } from '../../builders.fixture.ts'
import { createTestDb } from '../../database.fixture.ts'
import { openOneConnection } from '../../one-connection.fixture.ts'
import { countOpenEntriesRead } from '../../open-entries.fixture.ts'
import { claimCapture } from './capture-claims.ts'

test('a claim reads no other open orders, even if none was open when Postgres last analysed the table', async () => {
  await using database = await createTestDb()
  await using one = await openOneConnection(database.url)
  const { db } = one
  const { uid } = await buildCreator(db)
  const ended = Array.from({ length: 200 }, () => ({ status: 'EXPIRED' as const }))
  await buildOrders(db, uid, ended)
  await sql`vacuum analyze tip_order`.execute(database.owner)
  const [order] = await buildOrders(
    db,
    uid,
    Array.from({ length: 200 }, () => ({})),
  )
  const before = await countOpenEntriesRead(db)

  expect(await claimCapture(db, order!)).toBe('claimed')

  expect((await countOpenEntriesRead(db)) - before).toBe(0)
})
