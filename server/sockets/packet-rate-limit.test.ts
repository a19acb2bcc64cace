import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import { joinAlerts, openRawSocket } from './raw-socket.fixture.ts'
import { expectNextAlert, startTestSockets } from './sockets.fixture.ts'

const address = '203.0.113.7'
const otherAddress = '198.51.100.20'

test.each([
  ['unknown namespaces', () => `40/${randomUUID()},{}`],
  ['unknown events', () => `42/alerts,["${randomUUID()}",1]`],
  ['acknowledgements', () => `42/alerts,["alert:begin",${Math.floor(Math.random() * 1e6)}]`],
  ['pongs', () => '3'],
])('a client that floods with %s is disconnected, and what waits for it is dropped', async (_, frame) => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = await test.readyOverlay({ userUID: uid }, undefined, otherAddress)
  const client = openRawSocket(test, { 'x-forwarded-for': address, cookie: await test.signIn(uid) })
  client.send(joinAlerts({ userUID: uid }))
  expect(await client.outcome).toBe('joined')
  client.socket.pause()

  for (let i = 0; i < 2000; i++) client.send(frame())

  await expect.poll(() => test.sockets.io.engine.clientsCount).toBe(1)
  await expectNextAlert(test, uid, [overlay])
  client.socket.terminate()
})
