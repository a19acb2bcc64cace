/** Tests how many connections one address may hold, with ten thousand real ones. */
import { expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { joinAlerts, openRawSocket } from './raw-socket.fixture.ts'
import type { RawSocket } from './raw-socket.fixture.ts'
import { expectNextAlert, startTestSockets } from './sockets.fixture.ts'

const address = '203.0.113.7'
const otherAddress = '198.51.100.20'

/** How many groups of a hundred connections are opened. */
const crowds = 100

test('one address can hold 500 sockets, and overlays elsewhere get their alerts', async () => {
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
})

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
