import { expect, test } from 'vitest'
import type { Db } from '../connection.ts'
import { buildCreator } from '../builders.fixture.ts'
import { createTestDb } from '../database.fixture.ts'
import { storeAlerts } from './alert-batches.ts'
import { findLastSeqs, listAlertsAfter } from './alerts.ts'
import type { AlertBody } from './alerts.ts'
import { insertEvent } from './events.ts'
import { fanOut } from './outbox.ts'

function body(name: string): AlertBody {
  const at = new Date(0).toISOString()
  return { kind: 'tip', isTest: true, name, message: null, amount: 100, currency: 'gbp', goal: null, at }
}

async function buildOwedAlert(db: Db, creatorUid: string, name: string) {
  const event = { type: 'alert.tested', name, amountMinor: 100, currency: 'gbp', goalTitle: '' } as const
  const eventId = await insertEvent(db, creatorUid, event)
  await fanOut(db, [{ creatorUid, head: 0, plans: [{ eventId, destinations: ['alerts'] }] }])
  return { eventId, body: body(name) }
}

async function countOwed(db: Db): Promise<number> {
  return (await db.selectFrom('delivery').select('eventId').where('status', '=', 'owed').execute()).length
}

test('a batch gets the next places in its order, and is no longer owed', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const alerts = []
  for (const name of ['one', 'two', 'three']) alerts.push(await buildOwedAlert(test.db, uid, name))

  const batch = await storeAlerts(test.db, { creatorUid: uid, head: 0, alerts })

  const stored = await listAlertsAfter(test.db, uid, 0, 10)
  expect(batch).toEqual({ head: 3, alerts: stored })
  expect(stored.map(({ seq, name }) => `${seq} ${name}`)).toEqual(['1 one', '2 two', '3 three'])
  expect(await countOwed(test.db)).toBe(0)
})

test('a batch that was read before the sequence moved changes nothing', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const [first, second] = [
    await buildOwedAlert(test.db, uid, 'one'),
    await buildOwedAlert(test.db, uid, 'two'),
  ]
  await storeAlerts(test.db, { creatorUid: uid, head: 0, alerts: [first] })

  expect(await storeAlerts(test.db, { creatorUid: uid, head: 0, alerts: [first, second] })).toBeUndefined()

  expect((await findLastSeqs(test.db, [uid])).get(uid)).toBe(1)
  expect(await countOwed(test.db)).toBe(1)
})

test('an event that has its alert gets no second one, whatever its delivery says', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const alert = await buildOwedAlert(test.db, uid, 'one')
  await storeAlerts(test.db, { creatorUid: uid, head: 0, alerts: [alert] })
  await test.db.updateTable('delivery').set({ status: 'owed', settledAt: null }).execute()

  expect(await storeAlerts(test.db, { creatorUid: uid, head: 1, alerts: [alert] })).toEqual({
    head: 1,
    alerts: [],
  })

  expect(await listAlertsAfter(test.db, uid, 0, 10)).toHaveLength(1)
  expect(await countOwed(test.db)).toBe(0)
})

test('of thirty who store the same batch at once one does', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const alerts: Awaited<ReturnType<typeof buildOwedAlert>>[] = []
  for (let i = 0; i < 10; i++) alerts.push(await buildOwedAlert(test.db, uid, `fan ${i}`))

  const batches = await Promise.all(
    Array.from({ length: 30 }, () => storeAlerts(test.db, { creatorUid: uid, head: 0, alerts })),
  )

  expect(batches.flatMap((batch) => batch?.head ?? [])).toEqual([10])
  const stored = await listAlertsAfter(test.db, uid, 0, 100)
  expect(stored.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})
