/** The check of the order of alerts: fed with faults, and with a line that swaps what it carries. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { buildCreator } from '../../db/builders.fixture.ts'
import { orderFaults } from './order.fixture.ts'
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
])('%j has the faults %j', (seqs, faults) => {
  expect(orderFaults(seqs)).toEqual(faults)
})

test.each<[string, (frames: string[]) => string[], string]>([
  ['swaps a pair', ([one, two, three]) => [two!, one!, three!], '1 came after 2'],
  ['says one twice', ([one, two, three]) => [one!, two!, two!, three!], '2 came twice'],
  ['loses one', ([one, , three]) => [one!, three!], '3 came after 1'],
])('a line that %s is found out by a test that waits for its end', async (_, disturb, fault) => {
  await using test = await startTestSockets()
  const { uid } = await buildCreator(test.db)
  await buildAlerts(test.db, uid, 3)
  await using line = await openLine(test.url, disturb)
  const overlay = test.overlay({ userUID: uid, cursor: 0 })
  await overlay.reaches(3)

  const seqs: number[] = []
  const socket = io(`${line.url}/alerts`, {
    transports: ['websocket'],
    forceNew: true,
    auth: { userUID: uid, cursor: 0 },
  })
  socket.on('alert', ({ seq }: { seq: number }) => void seqs.push(seq))
  await expect.poll(() => seqs.at(-1)).toBe(3)

  expect(orderFaults(seqs)).toContain(fault)
  expect(orderFaults(overlay.seqs())).toEqual([])
  socket.disconnect()
})

/** A line to a server that carries everything as it is but the first three alerts. */
async function openLine(target: string, disturb: (frames: string[]) => string[]) {
  const server = createServer()
  const lines = new WebSocketServer({ server })
  lines.on('connection', (near, { url = '' }) => {
    const far = new WebSocket(target.replace('http', 'ws') + url)
    const held: string[] = []
    near.on('message', (data: Buffer) => {
      const send = () => far.send(data.toString())
      if (far.readyState === WebSocket.OPEN) send()
      else far.once('open', send)
    })
    far.on('message', (data: Buffer) => {
      const frame = data.toString()
      if (!frame.startsWith('42/alerts,["alert"')) return near.send(frame)
      held.push(frame)
      if (held.length === 3) for (const late of disturb(held)) near.send(late)
    })
    near.on('close', () => far.close())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const near of lines.clients) near.terminate()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
