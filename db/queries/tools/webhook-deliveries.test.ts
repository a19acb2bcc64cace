import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addTestEvent } from '../../alerts.fixture.ts'
import { buildCreator } from '../../builders.fixture.ts'
import type { Db } from '../../connection.ts'
import { createTestDb } from '../../database.fixture.ts'
import { openOneConnection } from '../../one-connection.fixture.ts'
import { countOpenEntriesRead } from '../../open-entries.fixture.ts'
import type { DeliveryStatus } from '../../../contract/events.ts'
import {
  insertWebhookDeliveries,
  leaseWebhookDeliveries,
  resendWebhookDeliveries,
} from './webhook-deliveries.ts'
import { insertWebhookEndpoint } from './webhook-endpoints.ts'

/** Adds an endpoint and makes `count` events due there, each a second younger than the one before. */
async function addDue(db: Db, count: number): Promise<string> {
  const { uid: creatorUid } = await buildCreator(db)
  const endpoint = {
    id: randomUUID(),
    creatorUid,
    dialect: 'standard',
    url: 'https://tool.example',
    secretSealed: 'sealed',
  } as const
  await db.transaction().execute((trx) => insertWebhookEndpoint(trx, endpoint, 5))
  await insertWebhookDeliveries(db, await addTestEvent(db, creatorUid))
  await sql`
    with event as (
      insert into outbox (type, creator_uid, payload, fanned_out_at)
      select type, creator_uid, payload, now() from outbox, generate_series(2, ${count}) where creator_uid = ${creatorUid}
      returning event_id
    )
    insert into delivery (destination, event_id, creator_uid, endpoint_id, tries, due_at)
    select 'endpoints', event_id, ${creatorUid}, ${endpoint.id}, '[]', now() - interval '1 hour' from event
  `.execute(db)
  return endpoint.id
}

test('an event goes to an endpoint once', async () => {
  await using database = await createTestDb()
  const { db } = database
  await addDue(db, 1)
  const { eventId } = await db.selectFrom('outbox').select('eventId').executeTakeFirstOrThrow()

  expect(await insertWebhookDeliveries(db, eventId)).toBe(0)
})

test('sending again what one endpoint missed leaves alone what another one missed', async () => {
  await using database = await createTestDb()
  const { db } = database
  const [one, other] = [await addDue(db, 2), await addDue(db, 2)]
  await db
    .updateTable('delivery')
    .set({ status: 'gave_up', reason: 'failed', completedAt: sql<Date>`now()` })
    .execute()
  const idsOf = async (endpointId: string, status: DeliveryStatus) => {
    const rows = db.selectFrom('delivery').select('id').where('endpointId', '=', endpointId)
    return (await rows.where('status', '=', status).execute()).map(({ id }) => id)
  }
  const [othersId] = await idsOf(other, 'gave_up')

  expect(await resendWebhookDeliveries(db, one, othersId)).toBe(0)
  expect(await resendWebhookDeliveries(db, one, undefined)).toBe(2)

  expect(await idsOf(one, 'due')).toHaveLength(2)
  expect(await idsOf(other, 'gave_up')).toHaveLength(2)
})

test('of each endpoint a few are leased, one while it fails, and not all that waits for one is read', async () => {
  await using database = await createTestDb()
  await using one = await openOneConnection(database.url)
  const { db } = one
  await sql`vacuum analyze outbox, delivery, webhook_endpoint`.execute(database.owner)
  const [busy, failing, quiet] = [await addDue(db, 500), await addDue(db, 500), await addDue(db, 1)]
  await db
    .updateTable('webhookEndpoint')
    .set({ failingSince: new Date() })
    .where('id', '=', failing)
    .execute()
  const before = await countOpenEntriesRead(db)

  const leased = await leaseWebhookDeliveries(db, { limit: 100, leaseMs: 60_000 })

  expect((await countOpenEntriesRead(db)) - before).toBeLessThan(50)
  const rows = await db
    .selectFrom('delivery')
    .select(['id', 'endpointId'])
    .where('status', '=', 'leased')
    .execute()
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(leased.map(({ id }) => id)))
  const count = (id: string) => rows.filter(({ endpointId }) => endpointId === id).length
  expect([count(busy), count(failing), count(quiet)]).toEqual([4, 1, 1])
  expect(await leaseWebhookDeliveries(db, { limit: 100, leaseMs: 60_000 })).toEqual([])
})
