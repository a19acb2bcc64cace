import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
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

const terminated = toMessage(
  'E',
  'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0',
)
const readyForQuery = toMessage('Z', 'I')

/**
 * Opens a proxy to Postgres. If `isFull`, it refuses every connection like a server without free connections, until `letIn`. It ends the
 * connections at `endedAt`, counted from 0, the moment they become ready.
 */
async function openDoor(url: string, { isFull = false, endedAt = [] as readonly number[] }) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let refusing = isFull
  let refused = 0
  let accepted = 0

  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {})
    if (refusing) {
      refused += 1
      return void client.once('data', () => client.end(tooMany))
    }
    const upstream = connect({ host: hostname, port: Number(port || 5432) })
    upstream.on('error', () => {})
    client.pipe(upstream)
    client.once('close', () => upstream.destroy())
    if (!endedAt.includes(accepted++)) return void upstream.pipe(client)
    upstream.on('data', (bytes) => {
      if (!bytes.subarray(-readyForQuery.length).equals(readyForQuery)) return void client.write(bytes)
      client.end(Buffer.concat([bytes, terminated]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const behind = new URL(url)
  behind.hostname = '127.0.0.1'
  behind.port = String((server.address() as AddressInfo).port)
  return {
    url: behind.href,
    refused: () => refused,
    accepted: () => accepted,
    letIn: () => void (refusing = false),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

test('queues work as soon as a full Postgres accepts connections', async () => {
  await using testDb = await createTestDb()
  const door = await openDoor(testDb.url, { isFull: true })
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
  const door = await openDoor(testDb.url, { isFull: true })
  const queues = openQueues({ databaseUrl: door.url, onError: () => {} })
  for (const name of ['tip-events', 'exports', 'schedules'] as const) queues.work(name, async () => {})

  await sleep(3_000)

  expect(door.refused()).toBeGreaterThan(3)
  expect(door.refused()).toBeLessThan(40)
  door.letIn()
  await queues.close()
  await door.close()
})

test('a worker opens another connection when Postgres ends a new one that has just become ready', async () => {
  await using testDb = await createTestDb()
  const door = await openDoor(testDb.url, { endedAt: [1, 2] }) // the first one checks the schema
  const queues = openQueues({ databaseUrl: door.url, onError: () => {} })
  const listening = async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and query like '%LISTEN bullmq_jobs;%' and pid <> pg_backend_pid()`.execute(
      testDb.db,
    )
    return rows
  }

  queues.work('exports', async () => {})

  await expect.poll(listening).toHaveLength(1)
  expect(door.accepted()).toBeGreaterThan(3)
  await queues.close()
  await door.close()
})
