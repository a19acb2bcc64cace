import { expect, test } from 'vitest'
import type { Db } from '../../connection.ts'
import { addAlert, addTestEvent, showAlert, storeAlert } from '../../alerts.fixture.ts'
import { buildCreator, buildSupporter } from '../../builders.fixture.ts'
import { createTestDb } from '../../database.fixture.ts'
import type { AlertBody } from './alerts.ts'
import { listAlertsAfter, listNewerSeqs } from './alerts.ts'
import { findOverlayCreators } from '../panel/overlay-creators.ts'

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

async function buildEvents(db: Db, creatorUid: string, count: number): Promise<string[]> {
  const ids = []
  for (let i = 0; i < count; i++) ids.push(await addTestEvent(db, creatorUid))
  return ids
}

test('an alert is read back as it was stored, with its place', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)

  const stored = await addAlert(test.db, uid, body)

  expect(await listAlertsAfter(test.db, uid, 0, 10)).toEqual([stored])
  expect(stored).toMatchObject({ ...body, seq: 1 })
})

test('an event stored many times at once has one alert and takes one place', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const eventId = await addTestEvent(test.db, uid)

  const stored = await Promise.all([1, 2, 3, 4].map(() => storeAlert(test.db, uid, eventId, body)))

  expect(stored.filter(Boolean)).toHaveLength(1)
  expect((await findOverlayCreators(test.db, [uid])).get(uid)?.lastSeq).toBe(1)
})

test('places have no gap when events arrive at once, twice, and some are rolled back', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const events = await buildEvents(test.db, uid, 20)
  const failing = test.db.transaction().execute(async (trx) => {
    await storeAlert(trx, uid, events[0]!, body)
    throw new Error('rolled back')
  })

  await Promise.all([
    expect(failing).rejects.toThrow('rolled back'),
    ...[...events, ...events].map((id) => storeAlert(test.db, uid, id, body)),
  ])

  const alerts = await listAlertsAfter(test.db, uid, 0, 100)
  expect(alerts.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1))
})

test('a page of alerts begins behind the given place and ends at the limit', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  for (const eventId of await buildEvents(test.db, uid, 5)) await storeAlert(test.db, uid, eventId, body)

  const page = await listAlertsAfter(test.db, uid, 1, 3)

  expect(page.map(({ seq }) => seq)).toEqual([2, 3, 4])
})

test('the head is 0 before the first alert, and nobody but creators has one', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const supporter = await buildSupporter(test.db)

  const found = await findOverlayCreators(test.db, [creator.uid, supporter.uid])
  const sounds = { sound: { source: 'builtin', name: 'drop' }, volume: 100 }
  const held = { isPaused: false, isMuted: false, isPanic: false }
  const control = { version: 0, ...held, droppedSeq: 0, skipped: [], skipVersion: 0 }
  const defaults = {
    keyHash: null,
    isKeyRequired: false,
    missedAlerts: 'last-five',
    sounds,
    style: null,
    control,
  }
  expect(found).toEqual(new Map([[creator.uid, { lastSeq: 0, playedSeq: 0, ...defaults }]]))
})

test('of places that somebody holds, those that alerts have come behind are listed', async () => {
  await using test = await createTestDb()
  const [moved, still] = [await buildCreator(test.db), await buildCreator(test.db)]
  const supporter = await buildSupporter(test.db)
  for (const { uid } of [moved, still])
    for (const eventId of await buildEvents(test.db, uid, 2)) await storeAlert(test.db, uid, eventId, body)

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
  for (const eventId of await buildEvents(test.db, creator.uid, 3))
    await storeAlert(test.db, creator.uid, eventId, body)

  for (const seq of [2, 1, 2, 99]) await showAlert(test.db, creator.uid, seq)
  await showAlert(test.db, other.uid, 3)

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
