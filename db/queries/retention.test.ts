import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator, buildOrder } from '../builders.fixture.ts'
import { createTestDb } from '../database.fixture.ts'
import type { TestDb } from '../database.fixture.ts'
import { countPagesRead, countRowsVisited } from '../pages-read.fixture.ts'
import { expireDeliveries } from './deliveries/deliveries.ts'
import {
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
} from './notifications/notifications.ts'
import { deleteGivenUpOrders, deleteOldDeliveries, deleteOldEvents, emptyGivenUpOrders } from './retention.ts'

/** Inserts events of a creator, each so many days old, with deliveries to `mail` and `chat-twitch`, an alert and a notification. */
async function addEvents({ owner }: TestDb, uid: string, days: number[], type = 'tip.captured') {
  const { uid: payer } = await buildCreator(owner)
  await sql`
    with tips as (
      select id, row_number() over () as n from tip where creator_uid = ${uid}
    ),
    events as (
      insert into outbox (type, creator_uid, payload, created_at, fanned_out_at)
      select ${type}, ${uid}, jsonb_build_object('tipId', null, 'payer', ${payer}::text), now() - days * interval '1 day', now()
      from unnest(${days}::float8[]) as days
      returning event_id, creator_uid, created_at
    ),
    alerts as (
      insert into alert (creator_uid, seq, event_id, is_test, body, created_at)
      select creator_uid, coalesce((select max(seq) from alert where creator_uid = ${uid}), 0) + row_number() over (),
        event_id, ${type} = 'alert.tested', '{}', created_at from events
    )
    insert into delivery (event_id, destination, creator_uid, status, completed_at, created_at)
    select event_id, destination, creator_uid, 'sent', created_at, created_at
    from events, unnest(array['mail', 'chat-twitch']) as destination`.execute(owner)
}

async function count({ db }: TestDb, table: 'outbox' | 'delivery' | 'alert'): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db)
  return rows[0]!.rows
}

const counts = async (test: TestDb) => [
  await count(test, 'outbox'),
  await count(test, 'delivery'),
  await count(test, 'alert'),
]

test('old deliveries go, but not those to chats, nor the alerts that prove something; test alerts go whole', async () => {
  await using test = await createTestDb({ isNew: true })
  const { uid } = await buildCreator(test.db)
  await addEvents(test, uid, [40, 31, 29, 1])
  await addEvents(test, uid, [40, 1], 'alert.tested')

  await deleteOldDeliveries(test.db, 30)

  expect(await counts(test)).toEqual([5, 8, 5])
  const { rows } = await sql`
    select o.type, array_agg(d.destination::text order by d.destination) as destinations
    from outbox o join delivery d using (event_id)
    where o.created_at < now() - interval '30 days' group by o.event_id`.execute(test.db)
  expect(rows).toEqual([40, 31].map(() => ({ type: 'tip.captured', destinations: ['chat-twitch'] })))
  await deleteOldDeliveries(test.db, 30)
  expect(await counts(test)).toEqual([5, 8, 5])
})

test('a run of the clean-up reads nothing that an earlier run has handled', async () => {
  await using test = await createTestDb({ isNew: true })
  const { uid } = await buildCreator(test.db)
  await addEvents(
    test,
    uid,
    Array.from({ length: 5_000 }, (_, i) => 40 + i / 100),
  )
  await deleteOldDeliveries(test.db, 30)
  await sql`vacuum analyze outbox, delivery, alert`.execute(test.owner)

  const pages = await countPagesRead(test.url, (db) => deleteOldDeliveries(db, 30))

  expect(await count(test, 'delivery')).toBe(5_000)
  expect(pages).toBeLessThanOrEqual(40)
})

test('events go with all that follows from them, once no dispute is possible any more', async () => {
  await using test = await createTestDb({ isNew: true })
  const { uid } = await buildCreator(test.db)
  await addEvents(test, uid, [600, 571, 569])

  await deleteOldEvents(test.db, 570)

  expect(await counts(test)).toEqual([1, 2, 1])
})

test('a given-up order loses its name, words and networks, and later goes; one that was paid, or may be, stays', async () => {
  await using test = await createTestDb({ isNew: true })
  const { uid } = await buildCreator(test.db)
  const order = { supporterName: 'Ada', message: 'for you', addressHash: 'a'.repeat(64) }
  const give = async (status: string, days: number) => {
    const { id } = await buildOrder(test.db, uid, order)
    await sql`update tip_order set status = ${status}, updated_at = now() - ${days} * interval '1 day' where id = ${id}`.execute(
      test.db,
    )
    return id
  }
  const [gone, emptied, failed, fresh, open] = [
    await give('EXPIRED', 200),
    await give('EXPIRED', 40),
    await give('FAILED', 31),
    await give('EXPIRED', 29),
    await give('CREATED', 200),
  ]

  await emptyGivenUpOrders(test.db, 30)
  await deleteGivenUpOrders(test.db, 180)

  const rows = await test.db
    .selectFrom('tipOrder')
    .select(['id', 'supporterName', 'message', 'addressHash', 'widerAddressHashes'])
    .execute()
  const found = new Map(rows.map(({ id, ...rest }) => [id, rest]))
  const empty = { supporterName: 'Anonymous', message: '', addressHash: null, widerAddressHashes: [] }
  expect(found.has(gone)).toBe(false)
  expect([found.get(emptied), found.get(failed)]).toEqual([empty, empty])
  expect([found.get(fresh)?.message, found.get(open)?.message]).toEqual(['for you', 'for you'])
})

test('ending expired deliveries does not read those that were sent before they expired', async () => {
  await using test = await createTestDb({ isNew: true })
  const { uid } = await buildCreator(test.db)
  await addEvents(
    test,
    uid,
    Array.from({ length: 10_000 }, () => 1),
  )
  await sql`update delivery set status = 'due', completed_at = null, expires_at = now() - interval '1 hour'`.execute(
    test.owner,
  )
  await sql`update delivery set status = 'sent', completed_at = now()`.execute(test.owner)

  const pages = await countPagesRead(test.url, (db) => expireDeliveries(db, 10_000))

  expect(pages).toBeLessThanOrEqual(30)
})

test('marking all of 10,000 notifications read reads a few pages, and counting the unread ones as well', async () => {
  await using test = await createTestDb({ isNew: true })
  const { uid } = await buildCreator(test.db)
  const order = await buildOrder(test.db, uid, { supporterName: 'Ada' })
  const others = await Promise.all(Array.from({ length: 9 }, async () => (await buildCreator(test.db)).uid))
  await sql`
    with given as (
      insert into tip (order_id, provider, capture_id, mode, creator_uid, capture_no, supporter_name, is_anonymous, is_private,
        message, amount_minor, fee_minor, currency)
      select id, provider, 'CAP', mode, creator_uid, 1, supporter_name, is_anonymous, is_private, message, amount_minor, 0, currency
      from tip_order where id = ${order.id} returning id
    ),
    events as (
      insert into outbox (type, creator_uid, payload, fanned_out_at)
      select 'tip.captured', ${uid}, '{}', now() from generate_series(1, 10000) returning event_id
    )
    insert into notification (uid, event_id, kind, tip_id, created_at)
    select uid, event_id, 'tip', given.id, now() - row_number() over () * interval '1 second'
    from events, given, unnest(${[uid, ...others]}::uuid[]) uid`.execute(test.owner)
  await sql`vacuum analyze notification`.execute(test.owner)
  const before = await countUnreadNotifications(test.db, uid)
  const visited = await countRowsVisited(test.url, (db) => countUnreadNotifications(db, uid))

  const pages = await countPagesRead(test.url, (db) => markNotificationsRead(db, uid))
  await markNotificationsRead(test.db, uid)
  const counting = await countPagesRead(test.url, (db) => countUnreadNotifications(db, uid))

  expect(before).toBe(1_000)
  expect(visited).toBeLessThanOrEqual(2_100)
  expect(pages).toBeLessThanOrEqual(30)
  expect(counting).toBeLessThanOrEqual(30)
  expect(await countUnreadNotifications(test.db, uid)).toBe(0)
  const [latest] = await listNotifications(test.db, uid, 1)
  expect(latest!.readAt).toEqual(latest!.createdAt)
})

test('an alert that begins and is shown is updated in place, without new index entries', async () => {
  await using test = await createTestDb({ isNew: true })
  const { uid } = await buildCreator(test.db)
  await addEvents(
    test,
    uid,
    Array.from({ length: 500 }, () => 1),
  )
  for (let seq = 1; seq <= 500; seq += 1)
    await sql`update alert set begun_at = now(), begun_by = gen_random_uuid() where creator_uid = ${uid} and seq = ${seq}`.execute(
      test.owner,
    )
  await sql`select pg_stat_force_next_flush()`.execute(test.owner)

  const read = async () => {
    const { rows } = await sql<{ all: number; inPlace: number }>`
      select n_tup_upd as "all", n_tup_hot_upd as in_place from pg_stat_user_tables where relname = 'alert'`.execute(
      test.owner,
    )
    return rows[0]!
  }
  await expect.poll(async () => (await read()).all).toBe(500)
  expect((await read()).inPlace).toBeGreaterThan(90)
})
