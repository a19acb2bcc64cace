/** Runs the product on a Redis Cluster of three nodes: its queues, its messages between processes and its rate limits. */
import { expect, test } from 'vitest'
import { openLimiters } from '../domain/security/limiters.ts'
import { findRedisFault } from '../domain/start/service-faults.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { openOverlay } from './failures/clients.ts'
import { openServer, openWorkers, prepareParts } from './product-parts.ts'
import { startRedisCluster } from './redis-cluster.ts'
import { hasRedisServer } from './redis-server.ts'
import { openRecords } from './records.ts'
import { keepPayingTip } from './tip-requests.ts'

/** Starts a server and a worker process on a Redis Cluster. */
async function startProcesses(redisUrl: string) {
  const port = await findTestPort()
  const parts = await prepareParts(port)
  const env = { ...parts.env, REDIS_URL: redisUrl }
  await parts.seedDemo(env)
  await parts.setWebhooks(parts.env.PUBLIC_URL!)
  const [server, workers] = [openServer(env), openWorkers(env)]
  const stop = async () => {
    await Promise.all([server.stop(), workers.stop()])
    await parts.sandbox.close()
    await parts.close()
  }
  try {
    for (const program of [server, workers]) await program.start() // one by one, because each needs the processor to start
  } catch (error) {
    await stop() // left-over processes would disturb the next test
    throw error
  }
  const records = openRecords(parts)
  const { goalId: goaluuid, creatorUid } = (await records.goalsOf('miravale'))[0]!
  const { db, control } = parts
  return {
    url: parts.env.PUBLIC_URL!,
    creatorUid,
    tip: (name: string) =>
      keepPayingTip({ url: parts.env.PUBLIC_URL!, control }, { uid: creatorUid, goaluuid }, { name }),
    async namesInChat(): Promise<string[]> {
      const lines = await records.chatLines('twitch/channel/miravale')
      return lines.flatMap((line) => line.match(/Fan \d/g) ?? [])
    },
    countOpen: async () =>
      (await db.selectFrom('outbox').select('eventId').where('fannedOutAt', 'is', null).execute()).length,
    output: () => `${server.output()}\n${workers.output()}`,
    [Symbol.asyncDispose]: stop,
  }
}

test.skipIf(!hasRedisServer())(
  'on three nodes each tip is shown and posted once, and no node refuses a key; one node dies and comes back',
  async () => {
    await using cluster = await startRedisCluster()
    await using product = await startProcesses(cluster.url)
    const overlay = openOverlay(product.url, product.creatorUid)
    await overlay.isReady
    const names = Array.from({ length: 6 }, (_, i) => `Fan ${i}`)

    for (const name of names.slice(0, 4)) await product.tip(name)
    await expect.poll(() => overlay.shown).toEqual(names.slice(0, 4))
    await expect.poll(product.namesInChat).toEqual(names.slice(0, 4))
    expect(product.output()).not.toMatch(/MOVED|CROSSSLOT|fanned out without the queue/)
    const keys = await Promise.all(cluster.nodes.map(({ client }) => client.keys('*')))
    const ofQueues = keys.filter((own) => own.some((key) => key.startsWith('{brimful:')))
    expect(ofQueues.length).toBeGreaterThan(1)

    const holder = await cluster.holderOf('{brimful:tip-events}')
    await holder.kill()
    await product.tip(names[4]!)
    await expect.poll(() => overlay.shown).toEqual(names.slice(0, 5))
    await holder.start()
    await product.tip(names[5]!)
    await expect.poll(() => overlay.shown).toEqual(names)
    await expect.poll(product.namesInChat).toEqual(names)
    await expect.poll(product.countOpen).toBe(0)
    overlay.close()
  },
  5 * 60_000,
)

test.skipIf(!hasRedisServer())(
  'limits are counted for all processes, and an address of the wrong kind is named at the start',
  async () => {
    await using cluster = await startRedisCluster()
    const plain = cluster.nodes[0]!.url
    const open = () =>
      openLimiters(
        'order',
        { guess: { points: 3, duration: 60 } },
        { redisUrl: cluster.url, secret: Buffer.alloc(32), onError: console.error },
      )
    const [first, second] = [open(), open()]
    const keys = Array.from({ length: 12 }, (_, i) => `key ${i}`) // on all three nodes
    // A limiter that does not reach its node in time counts on its own, and the other one does not see it.
    for (const key of keys)
      await expect
        .poll(async () => (await first.add('guess', key)) && second.count('guess', key))
        .toBeGreaterThan(0)
    const held = await Promise.all(cluster.nodes.map(({ client }) => client.dbsize()))
    first.close()
    second.close()

    expect(held.every((count) => count > 0)).toBe(true)
    expect(await findRedisFault(cluster.url)).toBeUndefined()
    expect(await findRedisFault(plain)).toMatch(/one node of a Redis Cluster/)
    expect(await findRedisFault(process.env.TEST_REDIS_URL!.replace('redis:', 'redis-cluster:'))).toMatch(
      /is no cluster/,
    )
    await cluster.nodes[2]!.client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    expect(await findRedisFault(cluster.url)).toMatch(/allkeys-lru/)
  },
)

test.skipIf(!hasRedisServer())('while a node is away no attempt waits long for it', async () => {
  await using cluster = await startRedisCluster()
  const limiters = openLimiters(
    'order',
    { guess: { points: 3, duration: 60 } },
    { redisUrl: cluster.url, secret: Buffer.alloc(32), onError: () => {} },
  )
  const keys = Array.from({ length: 12 }, (_, i) => `key ${i}`) // on all three nodes
  const held = () => Promise.all(cluster.nodes.map(({ client }) => client.dbsize()))
  await expect
    .poll(async () => {
      for (const key of keys) await limiters.add('guess', key)
      return (await held()).every((count) => count > 0)
    })
    .toBe(true)

  await cluster.nodes[0]!.kill()
  const waits: number[] = []
  for (let round = 0; round < 5; round++)
    for (const key of keys) {
      const requestedAt = performance.now()
      expect(await limiters.add('guess', key)).toBeGreaterThan(0)
      waits.push(performance.now() - requestedAt)
    }
  limiters.close()

  expect(Math.max(...waits)).toBeLessThan(2_000)
})
