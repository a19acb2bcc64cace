import { expect, test } from 'vitest'
import { openQueues } from '../db/queue.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import { sweep } from './outbox-relay.ts'
import { captureTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { createTestContext } from './workers.fixture.ts'
import type { TestContext } from './workers.fixture.ts'

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

test('a queue that takes no jobs leaves every event open, and no row locked', async () => {
  await using ctx = await createTestContext('postgres')
  const creator = await buildCreator(ctx.db)
  await captureTip(ctx.db, creator.uid)
  await makeOld(ctx)
  const queues = openUnreachableQueues(ctx)

  await expect(sweep({ ...ctx, queues }, 200)).rejects.toThrow('the queue does not take jobs')

  const open = await ctx.db
    .selectFrom('outbox')
    .selectAll()
    .where('fannedOutAt', 'is', null)
    .forUpdate()
    .execute()
  expect(open).toHaveLength(1)
  void queues.close().catch(() => {})
})

test('an event that is younger than a second is left to the process that captured it', async () => {
  await using ctx = await createTestContext('postgres')
  const creator = await buildCreator(ctx.db)
  await captureTip(ctx.db, creator.uid)
  const queues = openUnreachableQueues(ctx)

  await expect(sweep({ ...ctx, queues }, 200)).resolves.toBeUndefined()
  void queues.close().catch(() => {})
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

  await Promise.all([sweep({ ...ctx, queues }), sweep({ ...ctx, queues })])

  expect(new Set(added).size).toBe(5)
})
