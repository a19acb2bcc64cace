import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { openQueues } from './queue.ts'
import { createTestDb } from './database.fixture.ts'

/** The response of Postgres to a new connection when `max_connections` is reached. */
const tooMany = toMessage('E', 'SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0')

function toMessage(kind: string, text: string): Buffer {
  const message = Buffer.alloc(5 + text.length)
  message.write(kind)
  message.writeInt32BE(4 + text.length, 1)
  message.write(text, 5)
  return message
}

/** Opens a proxy to Postgres that, while `isFull`, refuses every connection like a server without free connections. */
async function openDoor(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let refused = 0
  let isFull = true

  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {})
    if (isFull) {
      refused += 1
      return void client.once('data', () => client.end(tooMany))
    }
    const upstream = connect({ host: hostname, port: Number(port || 5432) })
    upstream.on('error', () => {})
    client.pipe(upstream).pipe(client)
    client.once('close', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const behind = new URL(url)
  behind.hostname = '127.0.0.1'
  behind.port = String((server.address() as AddressInfo).port)
  return {
    url: behind.href,
    refused: () => refused,
    letIn: () => void (isFull = false),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

test('queues work as soon as a full Postgres accepts connections', async () => {
  await using testDb = await createTestDb()
  const door = await openDoor(testDb.url)
  const queues = openQueues({ databaseUrl: door.url, onError: () => {} })
  const done: string[] = []
  queues.work('exports', async ({ data }) => void done.push(data.eventId))
  const added = queues.add('exports', [{ id: 'dl-1', data: { eventId: 'first' } }])

  await expect.poll(() => door.refused()).toBeGreaterThanOrEqual(4)
  door.letIn()
  await added
  await queues.add('exports', [{ id: 'dl-2', data: { eventId: 'second' } }])

  await expect.poll(() => done).toEqual(['first', 'second'])
  await queues.close()
  await door.close()
})

test('connects to a full Postgres at most a few times a second', async () => {
  await using testDb = await createTestDb()
  const door = await openDoor(testDb.url)
  const queues = openQueues({ databaseUrl: door.url, onError: () => {} })
  for (const name of ['tip-events', 'exports', 'schedules'] as const) queues.work(name, async () => {})

  const began = performance.now()
  await vi.waitUntil(() => performance.now() - began > 3_000, { timeout: 10_000 })

  expect(door.refused()).toBeGreaterThan(3)
  expect(door.refused()).toBeLessThan(40)
  door.letIn()
  await queues.close()
  await door.close()
})
