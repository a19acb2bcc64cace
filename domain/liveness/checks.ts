/** The checks that tell a process that its own connections are stuck. */
import { sql } from 'kysely'
import { lastReleaseOf, openPool } from '../../db/connection.ts'
import type { Db } from '../../db/connection.ts'
import type { PubSub } from '../../db/pubsub.ts'
import { watchCall } from '../../db/wires.ts'
import type { Check } from './liveness.ts'

const freshTimeoutMs = 3_000
/**
 * The maximum time in milliseconds without a response to the subscription. It is pinged at least every two seconds, and reopened at
 * once when it does not respond.
 */
const maxQuietMs = 10_000

/**
 * Returns the checks of the connection pool and of the pub/sub subscription. They fail only while a new connection to Postgres
 * works. If it does not work, Postgres is down, and restarting this process would not help.
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

/**
 * Returns whether the pool does not respond and no connection has been returned to it. An overloaded pool times out too, but its
 * connections are returned.
 */
async function isStuck(db: Db): Promise<boolean> {
  const requestedAt = performance.now()
  const isAnswered = await watchCall('postgres', sql`select`.execute(db)).then(yes, no)
  return !isAnswered && lastReleaseOf(db) < requestedAt
}

async function answersFresh(databaseUrl: string): Promise<boolean> {
  const pool = openPool(databaseUrl, { poolSize: 1, timeoutMs: freshTimeoutMs })
  const isAnswered = await pool.query('select').then(yes, no)
  await pool.end().catch(() => {})
  return isAnswered
}
