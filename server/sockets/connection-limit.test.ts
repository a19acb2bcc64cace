/** Tests how many connections one address may hold, and that each connection has one socket at most. */
import { expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { joinAlerts, openRawSocket } from './raw-socket.fixture.ts'
import type { RawSocket } from './raw-socket.fixture.ts'
import { expectNextAlert, startTestSockets } from './sockets.fixture.ts'

const address = '203.0.113.7'
const otherAddress = '198.51.100.20'

/** How many groups of a hundred connections are opened: ten thousand connections in `npm run test:full`. */
const crowds = process.env.TEST_FULL === 'true' ? 100 : 25

test(
  'one address can hold 500 sockets, and overlays elsewhere get their alerts',
  { timeout: 240_000 }, // the test opens thousands of connections
  async () => {
    await using test = await startTestSockets()
    const { uid } = await buildCreator(test.db)
    const overlay = await test.readyOverlay({ userUID: uid }, undefined, otherAddress)
    const clients: RawSocket[] = []
    const outcomes = new Map<string, number>()
    let maxOpen = 0

    for (let i = 0; i < crowds; i++) {
      const crowd = Array.from({ length: 100 }, () => openRawSocket(test, { 'x-forwarded-for': address }))
      clients.push(...crowd)
      for (const client of crowd) {
        client.send(joinAlerts({ userUID: uid }))
        const outcome = await client.outcome
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      maxOpen = Math.max(maxOpen, test.sockets.io.engine.clientsCount)
    }

    expect([...outcomes.keys()].toSorted()).toEqual(['joined', 'rate_limited'])
    expect(outcomes.get('joined')).toBeLessThanOrEqual(500)
    expect(maxOpen).toBeLessThanOrEqual(1002)
    const late = await test.readyOverlay({ userUID: uid }, undefined, otherAddress)
    await expectNextAlert(test, uid, [overlay, late])
    for (const { socket } of clients) socket.terminate()
    await expect.poll(() => test.sockets.io.engine.clientsCount).toBe(2)
    await test.overlay({ userUID: uid }, undefined, address).waitForReady()
  },
)

test('one address can hold 1000 connections that join no namespace', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)

  const crowd = Array.from({ length: 1500 }, () => openRawSocket(test, { 'x-forwarded-for': address }))
  const outcomes = await Promise.all(crowd.map(({ opened }) => opened))

  expect(outcomes.filter((isOpen) => isOpen).length).toBeLessThanOrEqual(1000)
  const overlay = await test.readyOverlay({ userUID: uid }, undefined, otherAddress)
  await expectNextAlert(test, uid, [overlay])
  for (const { socket } of crowd) socket.terminate()
})

test('a connection can join only once, however many join packets it sends', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = await test.readyOverlay({ userUID: uid }, undefined, otherAddress)
  const cookie = await test.signIn(uid) // with a cookie each join looks up a session, so that the joins overlap in time
  const client = openRawSocket(test, { 'x-forwarded-for': address, cookie })
  await client.opened

  for (let i = 0; i < 1000; i++) client.send(joinAlerts({ userUID: uid }))

  await client.closed
  await expect.poll(() => test.sockets.io.of('/alerts').sockets.size).toBe(1)
  await expectNextAlert(test, uid, [overlay])
})

test('a connection whose socket has left gets no more alerts', async () => {
  await using test = await startTestSockets()
  const [one, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  const witness = await test.readyOverlay({ userUID: other.uid })
  const client = openRawSocket(test, { 'x-forwarded-for': address })
  client.send(joinAlerts({ userUID: one.uid }))
  expect(await client.outcome).toBe('joined')
  client.send('41/alerts,')
  await expect.poll(() => test.sockets.io.of('/alerts').sockets.size).toBe(1)
  const frames: string[] = []
  client.socket.on('message', (data: Buffer) => void frames.push(data.toString()))

  await expectNextAlert(test, one.uid, [])
  await expectNextAlert(test, other.uid, [witness])
  client.send('40/unknown,')

  await expect.poll(() => frames.length).toBeGreaterThan(0)
  expect(frames).toEqual([expect.stringMatching(/^44\/unknown/)])
})

test('a connection whose socket has left cannot join again', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const client = openRawSocket(test, { 'x-forwarded-for': address })
  client.send(joinAlerts({ userUID: uid }))
  expect(await client.outcome).toBe('joined')

  client.send('41/alerts,')
  client.send(joinAlerts({ userUID: uid }))

  await client.closed
  await expect.poll(() => test.sockets.io.engine.clientsCount).toBe(0)
})
