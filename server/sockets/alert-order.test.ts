/** Shows that the check of the order of alerts can fail: with lists, and behind a proxy that disturbs the order. */
import { createServer } from 'node:http'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { buildCreator } from '../../db/builders.fixture.ts'
import { listen } from '../listen.fixture.ts'
import { findOrderErrors } from './alert-order.fixture.ts'
import { buildAlerts, startTestSockets } from './sockets.fixture.ts'

test.each<[number[], string[]]>([
  [[], []],
  [[7], []],
  [[5, 6, 7], []],
  [
    [1, 3, 2, 4],
    ['3 came after 1', '2 came after 3', '4 came after 2'],
  ],
  [[1, 2, 2, 3], ['2 came twice']],
  [[1, 2, 4], ['4 came after 2']],
  [[1, 2, 1, 2], ['1 came after 2']],
])('%j has the errors %j', (seqs, errors) => {
  expect(findOrderErrors(seqs)).toEqual(errors)
})

test.each<[string, (frames: string[]) => string[], string]>([
  ['swaps two alerts', ([one, two, three]) => [two!, one!, three!], '1 came after 2'],
  ['repeats an alert', ([one, two, three]) => [one!, two!, two!, three!], '2 came twice'],
  ['loses an alert', ([one, , three]) => [one!, three!], '3 came after 1'],
])('a proxy that %s is detected by a test that only waits for the last alert', async (_, disturb, error) => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 3)
  await using proxy = await openProxy(test.url, disturb)
  const overlay = test.overlay({ userUID: uid, cursor: 0 })
  await overlay.waitForSeq(3)

  const seqs: number[] = []
  const socket = io(`${proxy.url}/alerts`, {
    transports: ['websocket'],
    forceNew: true,
    auth: { userUID: uid, cursor: 0 },
  })
  socket.on('alert', ({ seq }: { seq: number }) => void seqs.push(seq))
  await expect.poll(() => seqs.at(-1)).toBe(3)

  expect(findOrderErrors(seqs)).toContain(error)
  expect(findOrderErrors(overlay.seqs())).toEqual([])
  socket.disconnect()
})

/** Opens a WebSocket proxy that forwards all frames unchanged, except that it passes the first three alerts to `disturb`. */
async function openProxy(target: string, disturb: (frames: string[]) => string[]) {
  const server = createServer()
  const proxy = new WebSocketServer({ server })
  proxy.on('connection', (client, { url = '' }) => {
    const upstream = new WebSocket(target.replace('http', 'ws') + url)
    const held: string[] = []
    client.on('message', (data: Buffer) => {
      const send = () => upstream.send(data.toString())
      if (upstream.readyState === WebSocket.OPEN) send()
      else upstream.once('open', send)
    })
    upstream.on('message', (data: Buffer) => {
      const frame = data.toString()
      if (!frame.startsWith('42/alerts,["alert"')) return client.send(frame)
      held.push(frame)
      if (held.length === 3) for (const disturbed of disturb(held)) client.send(disturbed)
    })
    client.on('close', () => upstream.close())
  })
  const { url, [Symbol.asyncDispose]: closeServer } = await listen(server)
  return {
    url,
    async [Symbol.asyncDispose]() {
      for (const client of proxy.clients) client.terminate()
      await closeServer()
    },
  }
}
