import { expect, test } from 'vitest'
import { openQueues } from '../db/queue.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import { listAlertsAfter } from '../db/queries/alerts.ts'
import { sweep } from './outbox-relay.ts'
import { captureTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { createTestContext } from './workers.fixture.ts'
import type { TestContext } from './workers.fixture.ts'

const reachable = new Set(['alerts'] as const)

async function makeOld({ db }: TestContext): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ createdAt: new Date(Date.now() - 5000) })
    .execute()
}

function openUnreachableQueues({ testDb }: TestContext) {
  // A port on which nothing listens: what is added there waits for a Redis that does not come.
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
