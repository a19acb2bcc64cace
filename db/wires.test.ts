import { Redis } from 'ioredis'
import { register } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isFaultStatus, listWires, openWire, watchCall, watchFetch, watchRedis } from './wires.ts'
import type { WireName } from './wires.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const isUp = (name: WireName) => listWires().find((wire) => wire.name === name)?.isUp

async function countFaults(wire: WireName): Promise<number> {
  const line = new RegExp(`^brimful_wire_faults_total\\{wire="${wire}"\\} (\\d+)$`, 'm')
  return Number(line.exec(await register.metrics())?.[1] ?? 0)
}

test('a wire is down while one of its connections is, however long', async () => {
  await watchCall('google', Promise.resolve()) // an earlier test may have reported a failure of this connection
  const [first, second] = [openWire('google'), openWire('google')]
  const before = await countFaults('google')

  first.report(false)
  second.report(true)
  vi.advanceTimersByTime(24 * 60 * 60_000)
  const during = isUp('google')
  const metrics = await register.metrics()
  first.close()

  expect(during).toBe(false)
  expect(metrics).toContain('brimful_wire_up{wire="google"} 0')
  expect(await countFaults('google')).toBe(before + 1)
  expect(isUp('google')).toBe(true)
  second.close()
})

test('a failed call says nothing after five minutes, and the next success ends it at once', async () => {
  const fail = () => watchCall('smtp', Promise.reject(new Error('no response'))).catch(() => {})

  await fail()
  vi.advanceTimersByTime(4 * 60_000)
  const early = isUp('smtp')
  vi.advanceTimersByTime(2 * 60_000)
  const late = isUp('smtp')
  await fail()
  await watchCall('smtp', Promise.resolve())

  expect([early, late, isUp('smtp')]).toEqual([false, true, true])
})

test('a refusal proves that the other end responds; a 5xx does not', async () => {
  const refusal = Promise.reject(new Error('not you'))
  await expect(watchCall('discord', refusal, () => false)).rejects.toThrow('not you')
  await watchFetch('twitch', Promise.resolve(new Response('', { status: 403 })))
  const { status } = await watchFetch('push', Promise.resolve(new Response('', { status: 503 })))

  expect(status).toBe(503)
  expect(['discord', 'twitch', 'push'].map((name) => isUp(name as WireName))).toEqual([true, true, false])
  expect([undefined, 500, 499].map(isFaultStatus)).toEqual([true, true, false])
})

test('a connection to Redis that is given up while it waits to reconnect leaves no wire down', async () => {
  vi.useRealTimers()
  const redis = new Redis({ host: '127.0.0.1', port: 1, retryStrategy: () => 60_000 })
  redis.on('error', () => {})
  watchRedis('limits', redis)
  await expect.poll(() => redis.status).toBe('reconnecting')
  expect(isUp('limits')).toBe(false)

  redis.disconnect()

  expect(isUp('limits')).not.toBe(false)
})
