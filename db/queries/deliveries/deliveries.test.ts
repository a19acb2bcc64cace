import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Destination } from '../../../contract/events.ts'
import { addTestEvent } from '../../alerts.fixture.ts'
import { buildCreator } from '../../builders.fixture.ts'
import type { Db } from '../../connection.ts'
import { createTestDb } from '../../database.fixture.ts'
import { openOneConnection } from '../../one-connection.fixture.ts'
import { countOpenEntriesRead } from '../../open-entries.fixture.ts'
import {
  completeDeliveries,
  completeEach,
  extendLeases,
  leaseDeliveries,
  releaseDeliveries,
  retryDeliveries,
} from './deliveries.ts'
import { fanOut } from './fan-out.ts'

async function addMails(db: Db, count: number): Promise<string[]> {
  const { uid } = await buildCreator(db)
  const destinations: Destination[] = ['mail']
  const plans: { eventId: string; destinations: Destination[] }[] = []
  for (let i = 0; i < count; i++) plans.push({ eventId: await addTestEvent(db, uid), destinations })
  await fanOut(db, [{ creatorUid: uid, plans }], { lifetimesMs: { mail: 60_000 }, isNotifying: true })
  return plans.map(({ eventId }) => eventId)
}

async function idsOf(db: Db, eventIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery')
    .select(['id', 'eventId'])
    .where('eventId', 'in', eventIds)
    .execute()
  return eventIds.map((eventId) => rows.find((row) => row.eventId === eventId)!.id)
}

test('deliveries are found by id without reading others, even if none was due when Postgres last analysed the table', async () => {
  await using database = await createTestDb()
  await using one = await openOneConnection(database.url)
  const { db } = one
  await completeEach(db, 'mail', await addMails(db, 200))
  await sql`vacuum analyze outbox, delivery`.execute(database.owner)
  await addMails(db, 200)
  const eventIds = await addMails(db, 2)
  const ids = await idsOf(db, eventIds)
  const lease = () => leaseDeliveries(db, ids, 60_000)
  const read: Record<string, number> = {}
  async function count(name: string, work: () => Promise<unknown>): Promise<void> {
    const before = await countOpenEntriesRead(db)
    await work()
    read[name] = (await countOpenEntriesRead(db)) - before
  }

  await count('lease', lease)
  await count('extend', () => extendLeases(db, ids, 60_000))
  await count('release', () => releaseDeliveries(db, ids))
  await lease()
  await count('retry', () => retryDeliveries(db, ids, 0))
  await count('complete', () => completeDeliveries(db, [ids[0]!], { status: 'sent' }))
  await count('complete each', () => completeEach(db, 'mail', [eventIds[1]!]))

  expect(read).toEqual({ lease: 0, extend: 0, release: 0, retry: 0, complete: 0, 'complete each': 0 })
  const left = await db.selectFrom('delivery').select('status').where('eventId', 'in', eventIds).execute()
  expect(left).toEqual([{ status: 'sent' }, { status: 'sent' }])
})
