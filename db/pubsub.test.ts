import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { createTestDb } from './database.fixture.ts'
import { openPubSub } from './pubsub.ts'
import { openTcpProxy } from './tcp-proxy.fixture.ts'
import type { PubSub } from './pubsub.ts'
import { listWires } from './wires.ts'

const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

/** Opens the pub/sub of two processes. The second process reaches Redis and Postgres through proxies. */
async function openPair() {
  const database = await createTestDb()
  const [redis, postgres] = [await openTcpProxy(redisUrl, 6379), await openTcpProxy(database.url)]
  const errors: string[] = []
  const onError = ({ message }: Error) => void errors.push(message)
  const shared = { prefix: `test_${randomBytes(5).toString('hex')}`, onError }
  const first = openPubSub({ ...shared, databaseUrl: database.url, redisUrl })
  const second = openPubSub({ ...shared, databaseUrl: postgres.url, redisUrl: redis.url })
  const received: string[] = []
  let reconnects = 0
  await second.subscribe(
    (message) => message.kind === 'live' && received.push(message.creatorUid),
    () => (reconnects += 1),
  )
  return {
    first,
    second,
    redis,
    postgres,
    received,
    errors,
    reconnects: () => reconnects,
    async [Symbol.asyncDispose]() {
      await Promise.all([first.close(), second.close()])
      await Promise.all([redis.close(), postgres.close()])
      await database[Symbol.asyncDispose]()
    },
  }
}

const uid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

test('a message that a silent Redis does not take arrives by Postgres', async () => {
  await using pair = await openPair()
  await pair.second.publish({ kind: 'live', creatorUid: uid(1) })
  await expect.poll(() => pair.received).toEqual([uid(1)])

  pair.redis.silence()
  await pair.second.publish({ kind: 'live', creatorUid: uid(2) })

  await expect.poll(() => pair.received).toEqual([uid(1), uid(2)])
})

test.each([
  ['of an unknown kind', { kind: 'fireworks', of: { any: 'shape' } }],
  ['without its fields', { kind: 'notification' }],
  ['that is no object', null],
])('a message %s, as a newer process may send it, is skipped alone and reported once', async (_, newer) => {
  await using pair = await openPair()
  const message = newer as never
  const known = (n: number) => ({ kind: 'live' as const, creatorUid: uid(n) })

  await pair.first.publish(message, known(1), message, known(2))
  await pair.first.publish(message, known(3))

  await expect.poll(() => pair.received).toEqual([uid(1), uid(2), uid(3)])
  expect(pair.errors).toHaveLength(1)
})

test.each(['redis', 'postgres'] as const)(
  'a subscriber whose connection falls silent (%s) subscribes again, and is told',
  async (wire) => {
    await using pair = await openPair()

    pair[wire].silence()

    await expect.poll(pair.reconnects).toBe(1)
    await pair.first.publish({ kind: 'live', creatorUid: uid(1) })
    await expect.poll(() => pair.received).toEqual([uid(1)])
  },
)

/** Creates a user of Redis who may do everything, and returns its address. */
async function createRedisUser(admin: Redis) {
  const name = `test_${randomBytes(5).toString('hex')}`
  await admin.call('ACL', 'SETUSER', name, 'on', '>secret', '~*', '&*', '+@all')
  const url = new URL(redisUrl)
  url.username = name
  url.password = 'secret'
  return {
    url: url.href,
    /** Redis ends the subscriptions to channels that a user may no longer hear. https://redis.io/docs/latest/commands/acl-setuser */
    setChannels: (rule: 'resetchannels' | 'allchannels') => admin.call('ACL', 'SETUSER', name, rule),
    remove: () => admin.call('ACL', 'DELUSER', name),
  }
}

const isWireUp = () => listWires().find(({ name }) => name === 'pubsub')?.isUp

test('a subscriber whose new subscription Redis refuses reports it, and subscribes once Redis allows it', async () => {
  await using database = await createTestDb()
  const admin = new Redis(redisUrl)
  const user = await createRedisUser(admin)
  const errors: string[] = []
  let reconnects = 0
  const pubsub = openPubSub({
    prefix: `test_${randomBytes(5).toString('hex')}`,
    databaseUrl: database.url,
    redisUrl: user.url,
    onError: ({ message }) => errors.push(message),
  })
  await pubsub.subscribe(
    () => {},
    () => (reconnects += 1),
  )

  await user.setChannels('resetchannels')
  await expect.poll(() => errors).toContainEqual(expect.stringContaining('NOPERM'))
  const during = { reconnects, isUp: isWireUp() }
  await user.setChannels('allchannels')

  await expect.poll(() => reconnects).toBe(1)
  expect([during, isWireUp()]).toEqual([{ reconnects: 0, isUp: false }, true])
  await pubsub.close()
  await user.remove()
  admin.disconnect()
})

/** Opens pub/sub whose Redis or Postgres refuses every connection until `lift` is called. */
async function openWithout(wire: 'redis' | 'postgres', isAlone: boolean) {
  const database = await createTestDb()
  const [redis, postgres] = [await openTcpProxy(redisUrl, 6379), await openTcpProxy(database.url)]
  const interruption = { redis, postgres }[wire].refuse()
  const pubsub = openPubSub({
    prefix: `test_${randomBytes(5).toString('hex')}`,
    onError: () => {},
    databaseUrl: postgres.url,
    redisUrl: isAlone ? undefined : redis.url,
  })
  return {
    pubsub,
    lift: interruption.lift,
    async [Symbol.asyncDispose]() {
      await pubsub.close()
      await Promise.all([redis.close(), postgres.close()])
      await database[Symbol.asyncDispose]()
    },
  }
}

function collect(pubsub: PubSub) {
  const received: string[] = []
  const subscribed = pubsub.subscribe(
    (message) => message.kind === 'live' && received.push(message.creatorUid),
  )
  return { received, subscribed }
}

test.each([
  ['Postgres, the only way', 'postgres', true],
  ['Postgres, beside Redis', 'postgres', false],
  ['Redis', 'redis', false],
] as const)('who could not subscribe at first receives messages later: %s', async (_, wire, isAlone) => {
  await using way = await openWithout(wire, isAlone)
  const { received, subscribed } = collect(way.pubsub)
  const isSettled = await Promise.race([subscribed.then(() => true), sleep(500, false)])

  way.lift()
  await subscribed
  await way.pubsub.publish({ kind: 'live', creatorUid: uid(1) })

  expect(isSettled).toBe(false)
  await expect.poll(() => received).toEqual([uid(1)])
})
