import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openQueues } from '../db/queue.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import { listAlertsAfter } from '../db/queries/alerts/alerts.ts'
import { fanOutOpen } from './fan-out.ts'
import { startOutboxRelay, sweep } from './outbox-relay.ts'
import { captureTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { createTestContext } from './workers.fixture.ts'
import type { TestContext } from './workers.fixture.ts'

const reachable = new Set(['alerts'] as const)

async function makeOld({ db }: TestContext, ageMs = 1_100): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ createdAt: new Date(Date.now() - ageMs) })
    .execute()
}

function openUnreachableQueues({ testDb }: TestContext) {
  // Nothing listens on this port, so adding a job waits for a Redis that never responds.
  return openQueues({ databaseUrl: testDb.url, redisUrl: 'redis://127.0.0.1:1', onError: () => {} })
}

test('what a queue does not take is fanned out by the sweep, once, with two sweeps at once', async () => {
  await using ctx = await createTestContext('postgres')
  const creator = await buildCreator(ctx.db)
  await captureTip(ctx.db, creator.uid)
  await captureTip(ctx.db, creator.uid)
  await makeOld(ctx)
  const queues = openUnreachableQueues(ctx)

  await Promise.all([sweep({ ...ctx, queues }, reachable), sweep({ ...ctx, queues }, reachable)])

  const alerts = await listAlertsAfter(ctx.db, creator.uid, 0, 10)
  expect(alerts.map(({ seq }) => seq)).toEqual([1, 2])
  await queues.close()
})

test('what a queue takes and passes on to nobody is fanned out by the sweep', async () => {
  await using ctx = await createTestContext('postgres')
  const creator = await buildCreator(ctx.db)
  await captureTip(ctx.db, creator.uid)
  await makeOld(ctx)
  await sweep(ctx, reachable)
  const alertsBefore = await listAlertsAfter(ctx.db, creator.uid, 0, 10)

  await makeOld(ctx, 3_000)
  await sweep(ctx, reachable)

  expect(alertsBefore).toEqual([])
  expect(await listAlertsAfter(ctx.db, creator.uid, 0, 10)).toHaveLength(1)
})

test('an event that is younger than a second is left to the process that captured it', async () => {
  await using ctx = await createTestContext('postgres')
  const creator = await buildCreator(ctx.db)
  await captureTip(ctx.db, creator.uid)
  const queues = openUnreachableQueues(ctx)

  await sweep({ ...ctx, queues }, reachable)

  expect(await listAlertsAfter(ctx.db, creator.uid, 0, 10)).toEqual([])
  await queues.close()
})

test('two sweeps at once put every event on the queue, and neither waits for the other', async () => {
  await using ctx = await createTestContext('postgres')
  const creator = await buildCreator(ctx.db)
  for (let i = 0; i < 5; i++) await captureTip(ctx.db, creator.uid)
  await makeOld(ctx)
  const added: string[] = []
  const queues = {
    ...ctx.queues,
    add: async (...[name, jobs]: Parameters<typeof ctx.queues.add>) => {
      added.push(...jobs.map(({ id }) => id))
      await ctx.queues.add(name, jobs)
    },
  }

  await Promise.all([sweep({ ...ctx, queues }, reachable), sweep({ ...ctx, queues }, reachable)])

  expect(new Set(added).size).toBe(5)
})

test('an event that cannot be fanned out holds up no other creator’s', async () => {
  await using ctx = await createTestContext('postgres')
  const poisoned = await buildCreator(ctx.db)
  const others = [await buildCreator(ctx.db), await buildCreator(ctx.db)]
  for (const { uid } of [others[0]!, poisoned, others[1]!]) await captureTip(ctx.db, uid)
  await makeOld(ctx)
  await refuseDeliveriesOf(ctx, poisoned.uid)
  const queues = openUnreachableQueues(ctx)

  await sweep({ ...ctx, queues }, reachable)

  const alertsOf = async ({ uid }: { uid: string }) =>
    (await listAlertsAfter(ctx.db, uid, 0, 10)).map(({ seq }) => seq)
  // The alert of the event that fails is stored as well, because alerts do not depend on deliveries.
  expect(await Promise.all([...others, poisoned].map(alertsOf))).toEqual([[1], [1], [1]])
  const open = ctx.db.selectFrom('outbox').select('creatorUid').where('fannedOutAt', 'is', null)
  expect(await open.execute()).toEqual([{ creatorUid: poisoned.uid }])
  await queues.close()
})

test('the sweep ends a delivery that expired long ago, as while every process was stopped', async () => {
  await using ctx = await createTestContext('postgres')
  const creator = await buildCreator(ctx.db)
  await captureTip(ctx.db, creator.uid)
  await fanOutOpen(ctx, await eventsOf(ctx), reachable)
  const expiresAt = sql<Date>`now() - interval '1 hour'`
  await ctx.db.updateTable('delivery').set({ status: 'due', completedAt: null, expiresAt }).execute()

  const relay = startOutboxRelay(ctx, reachable)

  const ends = ctx.db.selectFrom('delivery').select('status').distinct()
  await expect.poll(() => ends.execute()).toEqual([{ status: 'expired' }])
  await relay.close()
})

async function eventsOf({ db }: TestContext): Promise<string[]> {
  return (await db.selectFrom('outbox').select('eventId').execute()).map(({ eventId }) => eventId)
}

async function refuseDeliveriesOf({ testDb: { owner } }: TestContext, uid: string): Promise<void> {
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
    owner,
  )
  await sql`create trigger refuse before insert on delivery for each row
    when (new.creator_uid = ${sql.lit(uid)}::uuid) execute function refuse()`.execute(owner)
}
