/** Events through the workers, from the queue to stored alerts: the product against a bare BullMQ worker. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { openQueues } from '../db/queue.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { childPids, endChildren, startNode } from './processes.ts'
import { compare } from './rounds.ts'
import type { Contestant } from './rounds.ts'
import { buildCreators } from './stored-alerts.ts'

const events = 3_000
const atOnce = 500
const lookMs = 10
const redisUrl = `${process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'}/9`
const secret = '0'.repeat(64)
const spreads = { 'a creator each: events/s': events, '20 creators: events/s': 20 }

interface Conveyor {
  name: string
  /** Makes events of so many creators, owed and not yet on the queue. */
  prepare(creators: number): Promise<string[]>
  add(eventIds: readonly string[]): Promise<void>
  /** How many alerts stand in the table. */
  stored(): Promise<number>
}

/** Prints and returns the ratios, for events that come singly and for bursts at a creator. */
export async function jobs() {
  await using test = await createTestDb()
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null })
  const queues = openQueues({ databaseUrl: test.url, redisUrl, onError: console.error })
  const queue = new Queue('skeleton-jobs', { connection })
  const env = { DATABASE_URL: test.url, REDIS_URL: redisUrl }
  try {
    await sql`create table skeleton_alert (event_id uuid primary key, body jsonb)`.execute(test.db)
    const uids = await buildCreators(test.db, events)
    await startNode(['--import', 'tsx', 'bench/skeleton/jobs-worker.ts'], env, /listening/)
    const product = { ...env, SESSION_SECRET: secret, SECRETS_KEY: secret }
    await startNode(['dist/node/workers.js'], product, /workers run/)

    const [ours, bare] = [
      contestant(ourWorkers(test.db, uids, queues)),
      contestant(bareWorker(test.db, queue)),
    ]
    await ours.round()
    await bare.round() // one round each to warm up
    return await compare(ours, bare, childPids)
  } finally {
    await endChildren()
    await Promise.all([queues.close(), queue.close()])
    connection.disconnect()
  }
}

function contestant(conveyor: Conveyor): Contestant {
  async function eventsASecond(creators: number): Promise<number> {
    const eventIds = await conveyor.prepare(creators)
    const wanted = (await conveyor.stored()) + events
    const startedAt = performance.now()
    for (let i = 0; i < events; i += atOnce) await conveyor.add(eventIds.slice(i, i + atOnce))
    while ((await conveyor.stored()) < wanted) await sleep(lookMs)
    return (events / (performance.now() - startedAt)) * 1000
  }

  return {
    name: conveyor.name,
    async round() {
      const figures: Record<string, number> = {}
      for (const [name, creators] of Object.entries(spreads)) figures[name] = await eventsASecond(creators)
      return figures
    },
  }
}

function ourWorkers(db: Db, uids: readonly string[], queues: ReturnType<typeof openQueues>): Conveyor {
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
      // As autovacuum does where it runs: `stored` would look through more dead rows each round.
      await sql`vacuum creator_counter, outbox, delivery, alert`.execute(db)
      const { rows } = await sql<{ eventId: string }>`
        insert into outbox (type, creator_uid, payload)
        select 'alert.tested', (${uids}::uuid[])[1 + n % ${creators}::int], ${payload}::jsonb
        from generate_series(1, ${events}::int) n
        returning event_id
      `.execute(db)
      return rows.map(({ eventId }) => eventId)
    },
    add: (eventIds) =>
      queues.add(
        'tip-events',
        eventIds.map((eventId) => ({ id: `ev-${eventId}`, data: { eventId } })),
      ),
    async stored() {
      const { rows } = await sql<{ stored: number }>`
        select sum(alert_seq)::int as stored from creator_counter`.execute(db)
      return rows[0]!.stored
    },
  }
}

function bareWorker(db: Db, queue: Queue): Conveyor {
  const body = { kind: 'tip', name: 'Grace', amount: 5_00, currency: 'gbp', goal: { title: 'A kiln' } }
  return {
    name: 'skeleton',
    async prepare() {
      await sql`truncate skeleton_alert`.execute(db)
      const ids = sql<{ id: string }>`select gen_random_uuid() as id from generate_series(1, ${events}::int)`
      return (await ids.execute(db)).rows.map(({ id }) => id)
    },
    async add(eventIds) {
      const opts = { removeOnComplete: true }
      await queue.addBulk(eventIds.map((eventId) => ({ name: 'event', data: { eventId, body }, opts })))
    },
    async stored() {
      const { rows } = await sql<{
        stored: number
      }>`select count(*)::int as stored from skeleton_alert`.execute(db)
      return rows[0]!.stored
    },
  }
}
