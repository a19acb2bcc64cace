import { expect, test } from 'vitest'
import type { Db } from '../connection.ts'
import { buildCreator, buildSupporter } from '../builders.fixture.ts'
import { createTestDb } from '../database.fixture.ts'
import type { AlertBody } from './alerts.ts'
import { findLastSeqs, insertAlert, listAlertsAfter, listNewerSeqs, markShown } from './alerts.ts'

const body: AlertBody = {
  kind: 'tip',
  isTest: false,
  name: 'Ada',
  message: 'For the clay!',
  amount: 10_00,
  currency: 'gbp',
  goal: { title: 'A kiln', amount: 1_200_00, amountReceived: 864_00 },
  at: '2026-01-05T12:00:00.000Z',
}

async function buildEvent(db: Db, creatorUid: string): Promise<string> {
  const payload = { type: 'alert.tested', name: 'Ada', amountMinor: 10_00, currency: 'gbp', goalTitle: '' }
  const { eventId } = await db
    .insertInto('outbox')
    .values({ type: 'alert.tested', creatorUid, payload: JSON.stringify(payload) })
    .returning('eventId')
    .executeTakeFirstOrThrow()
  return eventId
}

async function buildEvents(db: Db, creatorUid: string, count: number): Promise<string[]> {
  const ids = []
  for (let i = 0; i < count; i++) ids.push(await buildEvent(db, creatorUid))
  return ids
}

function store(db: Db, creatorUid: string, eventId: string) {
  return db.transaction().execute((trx) => insertAlert(trx, { creatorUid, eventId, body }))
}

test('an alert is read back as it was stored, with its place', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)

  const stored = await store(test.db, uid, await buildEvent(test.db, uid))

  expect(await listAlertsAfter(test.db, uid, 0, 10)).toEqual([{ ...body, ...stored }])
  expect(stored?.seq).toBe(1)
})

test('an event stored many times at once has one alert and takes one place', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const eventId = await buildEvent(test.db, uid)

  const stored = await Promise.all([1, 2, 3, 4].map(() => store(test.db, uid, eventId)))

  expect(stored.filter(Boolean)).toHaveLength(1)
  expect(await findLastSeqs(test.db, [uid])).toEqual(new Map([[uid, 1]]))
})

test('places have no gap when events arrive at once, twice, and some are rolled back', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const events = await buildEvents(test.db, uid, 20)
  const failing = test.db.transaction().execute(async (trx) => {
    await insertAlert(trx, { creatorUid: uid, eventId: events[0]!, body })
    throw new Error('rolled back')
  })

  await Promise.all([
    expect(failing).rejects.toThrow('rolled back'),
    ...[...events, ...events].map((id) => store(test.db, uid, id)),
  ])

  const alerts = await listAlertsAfter(test.db, uid, 0, 100)
  expect(alerts.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1))
})

test('a creator without a counter gets one with the first alert', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  await test.db.deleteFrom('creatorCounter').execute()
  const [first, second] = await buildEvents(test.db, uid, 2)

  await Promise.all([store(test.db, uid, first!), store(test.db, uid, second!)])

  expect(await findLastSeqs(test.db, [uid])).toEqual(new Map([[uid, 2]]))
})

test('a page of alerts begins behind the given place and ends at the limit', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  for (const eventId of await buildEvents(test.db, uid, 5)) await store(test.db, uid, eventId)

  const page = await listAlertsAfter(test.db, uid, 1, 3)

  expect(page.map(({ seq }) => seq)).toEqual([2, 3, 4])
})

test('the head is 0 before the first alert, and nobody but creators has one', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const supporter = await buildSupporter(test.db)

  const heads = await findLastSeqs(test.db, [creator.uid, supporter.uid])
  expect(heads).toEqual(new Map([[creator.uid, 0]]))
})

test('of places that somebody holds, those that alerts have come behind are listed', async () => {
  await using test = await createTestDb()
  const [moved, still] = [await buildCreator(test.db), await buildCreator(test.db)]
  const supporter = await buildSupporter(test.db)
  for (const { uid } of [moved, still])
    for (const eventId of await buildEvents(test.db, uid, 2)) await store(test.db, uid, eventId)

  const places = [
    { creatorUid: moved.uid, seq: 1 },
    { creatorUid: still.uid, seq: 2 },
    { creatorUid: supporter.uid, seq: 0 },
  ]

  expect(await listNewerSeqs(test.db, places)).toEqual([{ creatorUid: moved.uid, seq: 2 }])
})

test('what is shown is marked once, out of order too, and a made-up place changes nothing', async () => {
  await using test = await createTestDb()
  const [creator, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  for (const eventId of await buildEvents(test.db, creator.uid, 3)) await store(test.db, creator.uid, eventId)

  for (const seq of [2, 1, 2, 99]) await markShown(test.db, creator.uid, seq)
  await markShown(test.db, other.uid, 3)

  const alerts = await test.db.selectFrom('alert').select(['seq', 'shownAt']).orderBy('seq').execute()
  expect(alerts.map(({ shownAt }) => shownAt !== null)).toEqual([true, true, false])
  const counters = await test.db
    .selectFrom('creatorCounter')
    .select(['creatorUid', 'shownSeq'])
    .orderBy('shownSeq', 'desc')
    .execute()
  expect(counters).toEqual([
    { creatorUid: creator.uid, shownSeq: 2 },
    { creatorUid: other.uid, shownSeq: 0 },
  ])
})
