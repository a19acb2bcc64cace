/** Tests how many connections one address may hold, and that each connection has one socket at most. */
import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { pino } from 'pino'
import type { Server } from 'socket.io'
import { expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { limitConnections } from './connection-limit.ts'
import type { Connection } from './context.ts'
import { joinAlerts, openRawSocket } from './raw-socket.fixture.ts'
import { expectNextAlert, startTestSockets } from './sockets.fixture.ts'

const address = '203.0.113.7'
const otherAddress = '198.51.100.20'

/** Imitates the part of Socket.IO that the limit uses, without connections. */
function startCounting() {
  const engine = new EventEmitter()
  const limit = limitConnections({ engine } as unknown as Server, {
    addressOf: ({ headers }) => String(headers['x-forwarded-for']),
    log: pino({ level: 'silent' }),
  })
  const handshake = (from: string) => ({ headers: { 'x-forwarded-for': from } }) as unknown as IncomingMessage
  return {
    canOpen: (from: string) => limit.canOpen(handshake(from)),
    open(from: string) {
      const connection = Object.assign(new EventEmitter(), { request: handshake(from) })
      engine.emit('connection', connection)
      return {
        close: () => connection.emit('close'),
        isOver: limit.isOverLimit(connection as unknown as Connection),
      }
    },
  }
}

test('an address may hold 500 connections that join and 1000 in all, and others as many', () => {
  const { open, canOpen } = startCounting()

  const opened = Array.from({ length: 1_000 }, () => open(address))

  expect(opened.map(({ isOver }) => isOver)).toEqual([...Array(500).fill(false), ...Array(500).fill(true)])
  expect([canOpen(address), canOpen(otherAddress)]).toEqual([false, true])
  expect(open(otherAddress).isOver).toBe(false)
  opened[0]!.close()
  expect(canOpen(address)).toBe(true)
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
