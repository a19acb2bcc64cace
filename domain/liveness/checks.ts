/** What a process of ours checks of itself. */
import { sql } from 'kysely'
import { lastReleaseOf, openPool } from '../../db/connection.ts'
import type { Db } from '../../db/connection.ts'
import type { PubSub } from '../../db/pubsub.ts'
import { watchCall } from '../../db/wires.ts'
import type { Check } from './liveness.ts'

const freshTimeoutMs = 3_000
/** A subscription is asked every two seconds at least, and opened again at once. */
const maxQuietMs = 10_000

/**
 * Returns the checks of the pool and of the subscription. Both fail only while a connection opened for the purpose works: without it
 * Postgres is away, and a new process would do no better.
 */
export function openChecks(db: Db, pubsub: PubSub, databaseUrl: string): Record<string, Check> {
  const isPostgresThere = () => answersFresh(databaseUrl)
  return {
    pool: async () => (await isStuck(db)) && isPostgresThere(),
    subscription: async () => pubsub.quietMs() > maxQuietMs && isPostgresThere(),
  }
}

const yes = () => true
const no = () => false

/** A pool that is only overloaded times out as well, but its connections come back. */
async function isStuck(db: Db): Promise<boolean> {
  const askedAt = performance.now()
  const isAnswered = await watchCall('postgres', sql`select`.execute(db)).then(yes, no)
  return !isAnswered && lastReleaseOf(db) < askedAt
}

async function answersFresh(databaseUrl: string): Promise<boolean> {
  const pool = openPool(databaseUrl, { poolSize: 1, timeoutMs: freshTimeoutMs })
  const isAnswered = await pool.query('select').then(yes, no)
  await pool.end().catch(() => {})
  return isAnswered
}
