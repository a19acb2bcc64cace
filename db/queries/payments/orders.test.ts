import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator, buildOrder, buildOrders } from '../../builders.fixture.ts'
import { createTestDb } from '../../database.fixture.ts'
import { countPagesRead } from '../../pages-read.fixture.ts'
import { findOrderById, listQuietOrders } from './orders.ts'

test.each([
  ['a minute old', { made: 1, received: 1 }, false],
  ['three minutes old', { made: 3, received: 3 }, true],
  ['an hour old, reported four minutes ago', { made: 60, received: 4 }, false],
  ['an hour old, reported twenty-five minutes ago', { made: 60, received: 25 }, true],
  ['two days old, reported an hour ago', { made: 2880, received: 60 }, false],
  ['two days old, reported a day ago', { made: 2880, received: 1440 }, true],
])('an order that is %s', async (_, { made, received }, isLookedUp) => {
  await using test = await createTestDb({ isNew: true })
  const { uid } = await buildCreator(test.db)
  await buildOrder(test.db, uid)
  await sql`update tip_order set created_at = now() - ${made} * interval '1 minute',
    updated_at = now() - ${received} * interval '1 minute'`.execute(test.db)

  expect(await listQuietOrders(test.db, new Date(), 10)).toHaveLength(isLookedUp ? 1 : 0)
})

test('listing open orders to look up reads those that are due, however many wait', async () => {
  await using test = await createTestDb({ isNew: true })
  const { uid } = await buildCreator(test.db)
  for (let thousand = 0; thousand < 5; thousand++) await buildOrders(test.db, uid, Array(1_000).fill({}))
  await sql`update tip_order set created_at = now() - interval '2 days', updated_at = now() - interval '1 hour'`.execute(
    test.db,
  )
  await buildOrder(test.db, uid, { createdAt: new Date(0), updatedAt: new Date(0) })
  await sql`vacuum analyze tip_order`.execute(test.owner)

  const pages = await countPagesRead(test.url, async (db) => {
    expect(await listQuietOrders(db, new Date(), 100)).toHaveLength(1)
  })

  expect(pages).toBeLessThanOrEqual(10)
})

test('finding an order by our id reads its row only, and any other text finds none', async () => {
  await using test = await createTestDb({ isNew: true })
  const { uid } = await buildCreator(test.db)
  const [order] = await buildOrders(test.db, uid, Array(1_000).fill({}))
  const { id } = order!

  const pages = await countPagesRead(test.url, async (db) => {
    expect(await findOrderById(db, 'paypal', id)).toMatchObject({ id })
    for (const text of [id.toUpperCase(), `{${id}}`, 'no id', ''])
      expect(await findOrderById(db, 'paypal', text)).toBeUndefined()
    expect(await findOrderById(db, 'stripe', id)).toBeUndefined()
  })

  expect(pages).toBeLessThanOrEqual(10)
})
