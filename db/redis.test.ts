import { expect, test } from 'vitest'
import { openTcpProxy } from './tcp-proxy.fixture.ts'
import { openRedis } from './redis.ts'

test('a command that was sent before its connection was lost fails once the connection is given up', async () => {
  const proxy = await openTcpProxy(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379', 6379)
  const redis = openRedis(proxy.url, { maxRetriesPerRequest: null })
  redis.on('error', () => {})
  await redis.ping()
  const result = redis.blpop('test_nothing', 60).catch((error: unknown) => error)
  await expect.poll(() => redis['commandQueue'].length).toBe(1)

  proxy.refuse()
  await expect.poll(() => proxy.refused()).toBeGreaterThan(2)
  redis.disconnect()

  expect(await result).toEqual(new Error('Connection is closed.'))
  await proxy.close()
})
