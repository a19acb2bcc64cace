/** Measures how fast workers turn events on the queue into stored alerts: the product against a bare BullMQ worker. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { openQueues } from '../db/queue.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { onCleanup, track } from './cleanup.ts'
import { redisUrl, secrets } from './environment.ts'
import { startNode } from './processes.ts'
import { compare } from './rounds.ts'
import type { Contestant } from './rounds.ts'
import { buildCreators } from './stored-alerts.ts'

const events = 3_000
const batchSize = 500
const pollMs = 10
/** For each figure, how many creators share the events. */
const spreads = { 'a creator each: events/s': events, '20 creators: events/s': 20 }

interface Workers {
  name: string
  /** Inserts events of this many creators, without enqueuing them; returns the events' ids. */
  prepare(creators: number): Promise<string[]>
  enqueue(eventIds: readonly string[]): Promise<void>
  /** Returns the number of alerts in the table. */
  countStored(): Promise<number>
}

/**
 * Returns the product's ratios to the skeleton in events per second: with one event per creator, and with many events of 20
 * creators.
 */
export async function jobs() {
  const test = track(await createTestDb())
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null })
  const queues = openQueues({ databaseUrl: test.url, redisUrl, onError: console.error })
  const queue = new Queue('skeleton-jobs', { connection })
  onCleanup(async () => {
    await Promise.all([queues.close(), queue.close()])
    connection.disconnect()
  })
  const env = { DATABASE_URL: test.url, REDIS_URL: redisUrl }
  await sql`create table skeleton_alert (event_id uuid primary key, body jsonb)`.execute(test.owner)
  const uids = await buildCreators(test.owner, events)
  await startNode(
    ['--import', 'tsx', 'bench/skeleton/jobs-worker.ts'],
    { ...env, DATABASE_URL: test.ownerUrl },
    /listening/,
  )
  await startNode(['dist/node/workers.js'], { ...env, ...secrets }, /workers run/)

  const product = contestant(productWorkers(test.owner, uids, queues))
  const skeleton = contestant(skeletonWorker(test.owner, queue))
  await product.round()
  await skeleton.round() // one unmeasured round of each contestant, as a warm-up
  return compare(product, skeleton)
}

function contestant(workers: Workers): Contestant {
  async function eventsPerSecond(creators: number): Promise<number> {
    const eventIds = await workers.prepare(creators)
    const expected = (await workers.countStored()) + events
    const startedAt = performance.now()
    for (let i = 0; i < events; i += batchSize) await workers.enqueue(eventIds.slice(i, i + batchSize))
    while ((await workers.countStored()) < expected) await sleep(pollMs)
    return (events / (performance.now() - startedAt)) * 1000
  }

  return {
    name: workers.name,
    async round() {
      const figures: Record<string, number> = {}
      for (const [name, creators] of Object.entries(spreads)) figures[name] = await eventsPerSecond(creators)
      return figures
    },
  }
}

function productWorkers(db: Db, uids: readonly string[], queues: ReturnType<typeof openQueues>): Workers {
  const payload = JSON.stringify({
    type: 'alert.tested',
    name: 'Grace',
    amountMinor: 5_00,
    currency: 'gbp',
    goalTitle: 'A kiln',
  })
  return {
    name: 'product',
    async prepare(creators) {
      // Vacuums between rounds, as autovacuum does in production. Otherwise `countStored` would read more dead rows in each round.
      await sql`vacuum creator_counter, outbox, delivery, alert`.execute(db)
      const { rows } = await sql<{ eventId: string }>`
        insert into outbox (type, creator_uid, payload)
        select 'alert.tested', (${uids}::uuid[])[1 + n % ${creators}::int], ${payload}::jsonb
        from generate_series(1, ${events}::int) n
        returning event_id
      `.execute(db)
      return rows.map(({ eventId }) => eventId)
    },
    enqueue: (eventIds) =>
      queues.add(
        'tip-events',
        eventIds.map((eventId) => ({ id: `ev-${eventId}`, data: { eventId } })),
      ),
    async countStored() {
      const { rows } = await sql<{ stored: number }>`
        select sum(alert_seq)::int as stored from creator_counter`.execute(db)
      return rows[0]!.stored
    },
  }
}

function skeletonWorker(db: Db, queue: Queue): Workers {
  const body = { kind: 'tip', name: 'Grace', amount: 5_00, currency: 'gbp', goal: { title: 'A kiln' } }
  return {
    name: 'skeleton',
    async prepare() {
      await sql`truncate skeleton_alert`.execute(db)
      const ids = sql<{ id: string }>`select gen_random_uuid() as id from generate_series(1, ${events}::int)`
      return (await ids.execute(db)).rows.map(({ id }) => id)
    },
    async enqueue(eventIds) {
      const opts = { removeOnComplete: true }
      await queue.addBulk(eventIds.map((eventId) => ({ name: 'event', data: { eventId, body }, opts })))
    },
    async countStored() {
      const count = sql<{ stored: number }>`select count(*)::int as stored from skeleton_alert`
      return (await count.execute(db)).rows[0]!.stored
    },
  }
}
