import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTcpProxy } from './tcp-proxy.fixture.ts'
import { openQueues } from './queue.ts'
import { createTestDb } from './database.fixture.ts'

test('a worker that Postgres refuses waits between its attempts', async () => {
  const doomed = await createTestDb({ isNew: true }) // disposing it drops it
  const troubles: string[] = []
  const queues = openQueues({ databaseUrl: doomed.url, onError: ({ message }) => troubles.push(message) })
  const done: string[] = []
  queues.work('exports', async ({ data }) => void done.push(data.eventId))
  await queues.add('exports', [{ id: 'first', data: { eventId: 'one' } }])
  await expect.poll(() => done).toEqual(['one'])

  // BullMQ does not treat "database does not exist" as a lost connection, so without our pause the worker would retry at once.
  await doomed[Symbol.asyncDispose]()
  await expect.poll(() => troubles.length).toBeGreaterThan(2)
  const before = troubles.length
  await sleep(1000)
  const tries = troubles.length - before

  expect(tries).toBeLessThan(10)
  await queues.close()
})

test('a worker whose Redis falls silent takes jobs again, and can be closed', async () => {
  const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'
  const proxy = await openTcpProxy(redisUrl, 6379)
  const shared = {
    databaseUrl: '',
    prefix: `test_${randomBytes(5).toString('hex')}`,
    onError: () => {},
  }
  const producer = openQueues({ ...shared, redisUrl })
  const consumer = openQueues({ ...shared, redisUrl: proxy.url })
  const done: unknown[] = []
  consumer.work('exports', async (job) => void done.push(job.id))
  await producer.add('exports', [{ id: 'before', data: {} }])
  await expect.poll(() => done).toEqual(['before'])

  proxy.silence()
  await producer.add('exports', [{ id: 'after', data: {} }])

  await expect.poll(() => done).toEqual(['before', 'after'])
  await Promise.all([producer.close(), consumer.close()])
  await proxy.close()
})

test('a worker whose Redis refuses it can be closed', async () => {
  const proxy = await openTcpProxy(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379', 6379)
  const prefix = `test_${randomBytes(5).toString('hex')}`
  const queues = openQueues({ databaseUrl: '', redisUrl: proxy.url, prefix, onError: () => {} })
  const done: unknown[] = []
  queues.work('exports', async (job) => void done.push(job.id))
  await queues.add('exports', [{ id: 'one', data: {} }])
  await expect.poll(() => done).toEqual(['one'])

  proxy.refuse()
  await expect.poll(() => proxy.refused()).toBeGreaterThan(10)
  await queues.close()

  await proxy.close()
})

test('a worker whose Redis refuses it while a job ends can be closed', async () => {
  const proxy = await openTcpProxy(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379', 6379)
  const prefix = `test_${randomBytes(5).toString('hex')}`
  const queues = openQueues({ databaseUrl: '', redisUrl: proxy.url, prefix, onError: () => {} })
  queues.work('exports', async () => void proxy.refuse()) // what completes the job is on its way when the connection is lost
  await queues.add('exports', [{ id: 'one', data: {} }])

  await expect.poll(() => proxy.refused()).toBeGreaterThan(4)
  await queues.close()

  await proxy.close()
})

test('a worker starts its jobs side by side, and none waits for the end of another', async () => {
  const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'
  const prefix = `test_${randomBytes(5).toString('hex')}`
  const queues = openQueues({ databaseUrl: '', redisUrl, prefix, onError: () => {} })
  const started: unknown[] = []
  let endAll = () => {}
  const end = new Promise<void>((resolve) => (endAll = resolve))
  const work = async (job: { id?: string }) => {
    started.push(job.id)
    await end
  }
  queues.work('tip-events', work, { concurrency: 4 })

  await queues.add('tip-events', [{ id: 'one', data: {} }])
  await expect.poll(() => started).toEqual(['one'])
  await queues.add('tip-events', [
    { id: 'two', data: {} },
    { id: 'three', data: {} },
    { id: 'four', data: {} },
  ])
  await expect.poll(() => started.length).toBe(4)

  endAll()
  await queues.close()
})
