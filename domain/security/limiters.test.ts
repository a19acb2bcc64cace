import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTcpProxy } from '../../db/tcp-proxy.fixture.ts'
import { openLimiters } from './limiters.ts'

const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

/** Opens limiters whose Redis is behind a proxy. They have already read one attempt for the key `ada`. */
async function openBehindProxy() {
  const proxy = await openTcpProxy(redisUrl, 6379)
  const source = {
    prefix: `test_${randomBytes(5).toString('hex')}`,
    secret: randomBytes(32),
    onError: () => {},
  }
  const rules = { try: { points: 2, duration: 60 } }
  const direct = openLimiters('test', rules, { ...source, redisUrl })
  const limiters = openLimiters('test', rules, { ...source, redisUrl: proxy.url })
  await expect
    .poll(async () => {
      await direct.forget('try', 'ada')
      await direct.add('try', 'ada')
      return limiters.count('try', 'ada')
    })
    .toBe(1)
  return {
    proxy,
    limiters,
    async [Symbol.asyncDispose]() {
      limiters.close()
      direct.close()
      await proxy.close()
    },
  }
}

test('while Redis is silent the process counts on its own, and nobody waits', async () => {
  await using opened = await openBehindProxy()
  const { limiters, proxy } = opened

  proxy.silence()

  await limiters.take('try', 'ada')
  await limiters.take('try', 'ada')
  await expect(limiters.take('try', 'ada')).rejects.toMatchObject({ code: 'rate_limited' })
})

test('after a silence the counts of Redis are used again', async () => {
  await using opened = await openBehindProxy()
  const { limiters, proxy } = opened

  proxy.silence()
  expect(await limiters.count('try', 'ada')).toBe(0)

  await expect.poll(() => limiters.count('try', 'ada')).toBe(1)
})

test('a count never goes below zero, also when the same points are given back twice at once', async () => {
  await using opened = await openBehindProxy()
  const { limiters } = opened

  await Promise.all([limiters.giveBack('try', 'ada', 2), limiters.giveBack('try', 'ada', 2)])

  expect(await limiters.count('try', 'ada')).toBe(0)
})
