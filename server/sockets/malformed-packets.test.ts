/** Tests that packets that break the protocol end at most the connection that sent them. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { messageLimits } from '../../contract/input-limits.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { joinAlerts, openRawSocket } from './raw-socket.fixture.ts'
import { expectNextAlert, startTestSockets } from './sockets.fixture.ts'

const address = '203.0.113.7'
const otherAddress = '198.51.100.20'

test('a frame that is too large or not a packet closes the connection that sent it, and no other', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = await test.readyOverlay({ userUID: uid, cursor: 0 })

  for (const frame of [
    'x'.repeat(messageLimits.bytes + 1),
    '4{"',
    '42["alert:shown",',
    'zzz',
    '40/alerts,{"userUID":',
  ]) {
    const client = openRawSocket(test)
    client.send(frame)
    await client.closed
  }

  await expectNextAlert(test, uid, [overlay])
  expect(overlay.socket.connected).toBe(true)
})

test.each([
  ['a frame over the limit', ['x'.repeat(messageLimits.bytes + 1)]],
  ['a frame of four megabytes', ['4'.padEnd(4_000_000, '2')]],
  ['a hello that is not an object', ['40/alerts,null', '40/alerts,[1]', '40/alerts,7', '40/alerts,"x"']],
  ['an event that is not an array', ['42/alerts,{}', '42/alerts,null', '42/alerts,[]', '42/alerts,[null]']],
  [
    'a packet that announces a million attachments',
    ['451000000-/alerts,["alert:shown",{"_placeholder":true,"num":0}]'],
  ],
  ['unannounced attachments', [Buffer.alloc(10_000), Buffer.alloc(10_000)]],
  ['an event name that Socket.IO reserves', ['42/alerts,["disconnect"]', '42/alerts,["connect_error",{}]']],
  ['another protocol', ['40\u0000', '9', '', '6', '0{"sid":"x"}']],
])('%s leaves other connections open', async (_, frames) => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = await test.readyOverlay({ userUID: uid }, undefined, otherAddress)

  for (const frame of frames) {
    const client = openRawSocket(test, { 'x-forwarded-for': address })
    const joined = openRawSocket(test, { 'x-forwarded-for': address })
    joined.send(joinAlerts({ userUID: uid }))
    await Promise.all([client.opened, joined.outcome])
    for (const { send, socket, closed } of [client, joined]) {
      send(frame)
      socket.close() // the server responds to the close only after it has read the frame
      await closed
    }
  }

  await expectNextAlert(test, uid, [overlay])
  expect(overlay.socket.connected).toBe(true)
})

test.each(['/', '/nowhere', '/api/v1/feed', '/socket.io/?EIO=4&transport=websocket', '/socket.io/?EIO=9'])(
  'a connection that is reset after it asked for a WebSocket at %s ends alone',
  async (path) => {
    await using test = await startTestSockets()
    const { uid } = await buildCreator(test.db)
    const overlay = await test.readyOverlay({ userUID: uid }, undefined, otherAddress)
    const lines = [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket']

    for (let n = 0; n < 20; n++) {
      const client = connect(Number(new URL(test.url).port), '127.0.0.1').on('error', () => {})
      await once(client, 'connect')
      client.write([...lines, 'Sec-WebSocket-Version: 13', '', ''].join('\r\n'))
      await sleep(n) // the server may have read the request, or not
      client.resetAndDestroy()
    }

    await expectNextAlert(test, uid, [overlay])
    expect(overlay.socket.connected).toBe(true)
  },
)

test('HTTP polling refuses a huge body and other sites', async () => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  const overlay = await test.readyOverlay({ userUID: uid }, undefined, otherAddress)
  const pollingUrl = `${test.url}/socket.io/?EIO=4&transport=polling`
  const opened = await (await fetch(pollingUrl)).text()
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string }

  const huge = await fetch(`${pollingUrl}&sid=${sid}`, { method: 'POST', body: '4'.repeat(1_000_000) }).then(
    ({ status }) => status,
    () => 'cut off',
  )
  const foreign = await fetch(pollingUrl, { headers: { origin: 'https://evil.example' } })

  expect([413, 'cut off']).toContain(huge)
  expect(foreign.status).toBe(403)
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  await expectNextAlert(test, uid, [overlay])
})
