import { register } from 'prom-client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../../contract/errors.ts'
import { makeSecretKeys } from '../../config/secret-keys.fixture.ts'
import { openWorkProof } from '../../security/proof-of-work.ts'
import { openOrderLimits } from './order-limits.ts'
import type { OrderLimits, OrderOrigin } from './order-limits.ts'

const creatorUid = 'creator'
const fan: OrderOrigin = { creatorUid, supporterUid: 'fan', addressHash: 'home', widerAddressHashes: [] }
const guest: OrderOrigin = { creatorUid, supporterUid: null, addressHash: 'carrier', widerAddressHashes: [] }

let limits: OrderLimits
beforeEach(() => {
  limits = openOrderLimits({ secret: Buffer.from('secret'), onError: () => {} })
  return () => limits.close()
})

test('a crowd behind one network pays as often as it likes, also with some declined cards', async () => {
  for (let i = 0; i < 200; i++) {
    await limits.startOrder(guest).take()
    if (i % 3 === 0) await limits.noteFailure({ ...guest, id: `order ${i}` })
    await limits.notePaid([guest])
  }

  await expect(limits.startOrder(guest).take()).resolves.toBeUndefined()
})

test('a challenge may be solved for ten minutes, and a used proof is refused for longer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { parameters } = await openWorkProof(makeSecretKeys()).ask('guest', 1)
  expect(parameters.expiresAt * 1000 - Date.now()).toBeGreaterThan(599_000)
  expect(await limits.useProof('signature')).toBe(true)

  vi.setSystemTime(parameters.expiresAt * 1000 + 1000)

  expect(await limits.useProof('signature')).toBe(false)
})

test('unpaid orders are limited by network, and by account on any network', async () => {
  const taken = async (origin: (i: number) => OrderOrigin) => {
    for (let i = 0; ; i++) if (await waitOf(origin(i))) return i
  }

  expect(await taken(() => ({ ...guest, addressHash: 'other' }))).toBe(60)
  expect(await taken((i) => ({ ...fan, addressHash: `network ${i}` }))).toBe(20)
})

test('after three declined payments an account waits, each time twice as long, until it has paid', async () => {
  const waits: number[] = []
  for (let i = 0; i < 6; i++) {
    await limits.noteFailure({ ...fan, id: `order ${i}` })
    waits.push(await waitOf(fan))
  }
  expect(waits).toEqual([0, 0, 0, 30, 60, 120])
  expect(await waitOf({ ...guest, addressHash: fan.addressHash })).toBe(0) // other accounts of the network need not wait

  await limits.notePaid([fan])
  await limits.noteFailure({ ...fan, id: 'later' })
  expect(await waitOf(fan)).toBe(0)
})

test('the metrics have how many payments were declined', async () => {
  const declined = async () =>
    (await register.getSingleMetric('brimful_declined_payments_total')!.get()).values[0]!.value
  const before = await declined()

  await limits.noteFailure({ ...guest, id: 'one' })
  await limits.noteFailure({ ...guest, id: 'two', fingerprint: 'a card' })
  await limits.notePaid([guest])

  expect(await declined()).toBe(before + 2)
})

test('a network waits after ten declined payments of any accounts', async () => {
  for (let i = 0; i < 10; i++) await limits.noteFailure({ ...guest, id: `order ${i}` })
  expect(await waitOf(guest)).toBe(0)

  await limits.noteFailure({ ...guest, id: 'order 10' })

  expect(await waitOf(guest)).toBe(30)
})

test('the fifth declined card on one page, and the fifth decline of one card on any page, counts as card testing', async () => {
  const onOnePage = await Promise.all(
    [1, 2, 3, 4, 5].map((i) => limits.noteFailure({ ...guest, id: 'page', fingerprint: `card ${i}` })),
  )
  expect(onOnePage).toEqual([false, false, false, false, true])

  const ofOneCard = await Promise.all(
    [1, 2, 3, 4, 5].map((i) => limits.noteFailure({ ...guest, id: `page ${i}`, fingerprint: 'one card' })),
  )
  expect(ofOneCard).toEqual([false, false, false, false, true])
})

test('a second declined payment of an account requires a proof, which is valid once, until the account pays', async () => {
  await limits.noteFailure({ ...fan, id: 'first' })
  expect(await limits.isSuspicious(fan)).toBe(false)
  await limits.noteFailure({ ...fan, id: 'second' })
  expect(await limits.isSuspicious(fan)).toBe(true)
  expect([await limits.useProof('signature'), await limits.useProof('signature')]).toEqual([true, false])

  await limits.notePaid([fan])

  expect(await limits.isSuspicious(fan)).toBe(false)
})

test('a proof stays used for as long as its challenge lasts', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  limits.close()
  limits = openOrderLimits({ secret: Buffer.from('secret'), onError: () => {} })
  const { parameters } = await openWorkProof(makeSecretKeys()).ask('a visitor', 1)
  const lastsMs = parameters.expiresAt * 1_000 - Date.now()

  expect(await limits.useProof('signature')).toBe(true)
  await vi.advanceTimersByTimeAsync(lastsMs)

  expect(await limits.useProof('signature')).toBe(false)
  vi.useRealTimers()
})

test('a /56 opens twice as many orders as a /64 or an IPv4 address, and a /48 four times as many', async () => {
  const openAll = async (widerOf: (n: number) => string[]) => {
    for (let n = 0; ; n++) {
      const origin = { ...guest, addressHash: `/64 ${n}`, widerAddressHashes: widerOf(n) }
      if (await waitOf(origin)) return n
    }
  }

  expect(await openAll((n) => ['one /56', `/48 ${n}`])).toBe(120)
  expect(await openAll((n) => [`/56 ${n}`, 'one /48'])).toBe(240)
})

test('a /48 waits after forty declined payments from ever-new networks in it', async () => {
  const from = (n: number) => ({
    ...guest,
    addressHash: `/64 ${n}`,
    widerAddressHashes: [`/56 ${n}`, 'a /48'],
  })
  for (let n = 0; n < 40; n++) await limits.noteFailure({ ...from(n), id: `order ${n}` })
  expect(await waitOf(from(100))).toBe(0)

  await limits.noteFailure({ ...from(40), id: 'order 40' })

  expect(await waitOf(from(100))).toBe(30)
})

test('orders that were paid together are all subtracted, from every network, account and creator', async () => {
  const origins = [fan, fan, guest, { ...guest, creatorUid: 'other' }]
  for (let round = 0; round < 100; round++) {
    for (const origin of origins) {
      expect(await waitOf(origin)).toBe(0)
      await limits.addToCreator(origin.creatorUid)
    }
    await limits.notePaid(origins)
  }

  expect(await limits.workFor(creatorUid)).toBe(0)
})

test('an order that is given back while it is being counted does not count', async () => {
  for (let n = 0; n < 100; n++) {
    const count = limits.startOrder({ ...fan, widerAddressHashes: ['a /56', 'a /48'] })
    const taken = count.take()
    await count.giveBack()
    await taken
  }

  expect(await waitOf(fan)).toBe(0)
})

/** Opens an order. Returns 0, or the seconds to wait if the order is refused. */
async function waitOf(origin: OrderOrigin): Promise<number> {
  try {
    await limits.checkWait(origin)
    await limits.startOrder(origin).take()
    return 0
  } catch (error) {
    if (!(error instanceof AppError) || error.details.retryAfter === undefined) throw error
    expect(error).toMatchObject({
      code: 'rate_limited',
      text: { key: expect.stringMatching(/^error_wait_/) },
    })
    return error.details.retryAfter
  }
}
