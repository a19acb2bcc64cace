import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { openLogInLimits } from './log-in-limits.ts'
import type { LogInLimits } from './log-in-limits.ts'

const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'
const secret = randomBytes(32)
const stores = [
  ['in this process', undefined],
  ['in Redis', redisUrl],
] as const

function open(url: string | undefined, prefix = newPrefix()): LogInLimits {
  return openLogInLimits({ redisUrl: url, prefix, secret, onError: () => {} })
}

function newPrefix(): string {
  return `test_${randomBytes(6).toString('hex')}`
}

/** Opens limits and waits until they are connected to Redis; without a connection each process would count on its own. */
async function openReady(url: string | undefined, prefix = newPrefix()): Promise<LogInLimits> {
  const limits = open(url, prefix)
  if (!url) return limits
  const redis = new Redis(url)
  await expect
    .poll(async () => {
      await limits.take({ email: 'warm-up@example.test', address: '192.0.2.1' })
      return redis.keys(`${prefix}:*`)
    })
    .toHaveLength(3)
  redis.disconnect()
  return limits
}

async function count(
  limits: LogInLimits,
  tries: number,
  attemptOf: (n: number) => { email: string; address: string },
) {
  const refusals: string[] = []
  for (let n = 0; n < tries; n++)
    await limits.take(attemptOf(n)).catch(({ code }: { code: string }) => refusals.push(code))
  expect(new Set([...refusals, 'rate_limited'])).toEqual(new Set(['rate_limited']))
  return tries - refusals.length
}

test.each(stores)('allows ten attempts per account and address, counted %s', async (_, url) => {
  const limits = await openReady(url)

  expect(await count(limits, 15, () => ({ email: 'ada@example.test', address: '203.0.113.1' }))).toBe(10)
  expect(await count(limits, 1, () => ({ email: 'lin@example.test', address: '203.0.113.1' }))).toBe(1)
  expect(await count(limits, 1, () => ({ email: 'ADA@example.test', address: '203.0.113.1' }))).toBe(0)
  limits.close()
})

test.each(stores)('allows a hundred attempts per network over all accounts, counted %s', async (_, url) => {
  const limits = await openReady(url)

  const passed = await count(limits, 130, (n) => ({
    email: `${n}@example.test`,
    address: `2001:db8:1:2::${n}`,
  }))

  expect(passed).toBe(100)
  expect(await count(limits, 1, () => ({ email: 'x@example.test', address: '2001:db8:1:3::1' }))).toBe(1)
  limits.close()
})

test.each(stores)(
  'an attempt that is refused for its network counts for no account, counted %s',
  async (_, url) => {
    const limits = await openReady(url)
    const address = '203.0.113.7'
    const attemptOf = (n: number) => ({ email: `${n}@example.test`, address })
    const own = { email: 'ada@example.test', address }
    expect(await count(limits, 100, attemptOf)).toBe(100)

    expect(await count(limits, 30, () => own)).toBe(0)

    for (let n = 0; n < 5; n++) await limits.forgive(attemptOf(n))
    expect(await count(limits, 1, () => own)).toBe(1)
    limits.close()
  },
)

test('attempts from ever-new addresses are never refused, and require more work with each hundred', async () => {
  const limits = open(undefined)
  const attemptOf = (n: number) => ({ email: 'ada@example.test', address: `198.51.${n >> 8}.${n & 255}` })

  const work: number[] = []
  for (const tries of [100, 1, 100, 1000]) {
    expect(await count(limits, tries, (n) => attemptOf(n + tries))).toBe(tries)
    work.push(await limits.workFor('ADA@example.test'))
  }

  expect(work).toEqual([0, 2, 3, 10])
  expect(await count(limits, 15, (n) => ({ ...attemptOf(n), device: 'known' }))).toBe(10)
})

test('a /48 of IPv6 has four times the attempts of an address', async () => {
  const limits = open(undefined)

  const passed = await count(limits, 500, (n) => ({
    email: `${n}@example.test`,
    address: `2001:db8:1:${n.toString(16)}00::1`,
  }))

  expect(passed).toBe(400)
})

test('counts an IPv4 address mapped into IPv6 as the same network', async () => {
  const limits = open(undefined)
  await count(limits, 10, () => ({ email: 'ada@example.test', address: '203.0.113.1' }))

  expect(await count(limits, 1, () => ({ email: 'ada@example.test', address: '::ffff:203.0.113.1' }))).toBe(0)
})

test('successful attempts do not count', async () => {
  const limits = open(undefined)
  const attempt = { email: 'ada@example.test', address: '203.0.113.1' }

  for (let n = 0; n < 30; n++) {
    await limits.take(attempt)
    await limits.forgive(attempt)
  }

  expect(await count(limits, 15, () => attempt)).toBe(10)
})

test('without Redis people can log in and guesses are still counted', async () => {
  const limits = open('redis://127.0.0.1:1')

  expect(await count(limits, 15, () => ({ email: 'ada@example.test', address: '203.0.113.1' }))).toBe(10)
  limits.close()
})

test('stores neither email nor address in Redis', async () => {
  const prefix = newPrefix()
  const limits = await openReady(redisUrl, prefix)
  const redis = new Redis(redisUrl)

  for (const key of await redis.keys(`${prefix}:*`))
    expect(key).toMatch(/:log-in:(pair|net|account):[\w-]{22}$/)
  limits.close()
  redis.disconnect()
})
