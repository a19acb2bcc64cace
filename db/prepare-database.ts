/**
 * Prepares the database when a process starts: migrates it if the role may do that, and warns if the role of the product has more
 * rights than it should.
 */
import pRetry from 'p-retry'
import type { Logger } from 'pino'
import { longTimeoutMs, openDb } from './connection.ts'
import type { Db } from './connection.ts'
import { isAway } from './is-away.ts'
import { isAhead, listMissingMigrations, migrate } from './migrate.ts'
import { migrateQueue } from './queue-schema.ts'
import { grantRunningRole, isLedgerProtected, mayMigrate } from './roles.ts'

export interface DatabaseSource {
  /** The address for the role that runs the product. */
  databaseUrl: string
  /** The address for the role that owns the schema. Without it the role of `databaseUrl` migrates, if it may. */
  migrationUrl?: string | undefined
  /** Without Redis the queue is in Postgres. */
  redisUrl?: string | undefined
}

const startPatience = {
  retries: Infinity,
  maxRetryTime: 90_000,
  minTimeout: 250,
  maxTimeout: 2_000,
  randomize: true,
}

/**
 * The maximum time in milliseconds that a schema change waits for its lock. While it waits, every later statement on that table
 * waits too, including those for tips.
 */
const lockTimeoutMs = 2_000

/** Thrown when the schema is older than this release, and the role of `DATABASE_URL` may not migrate it. */
export class SchemaBehindError extends Error {}

/**
 * Migrates the schema on a connection of its own, as `migrate` does, and grants the running role what it needs. If no role here may
 * migrate, waits until another process has migrated. Retries for 90 seconds while Postgres does not respond, a table is locked for
 * more than two seconds, or the schema is behind, so that a process that starts during a short outage need not be restarted. Warns
 * if the role of `databaseUrl` could change booked ledger entries.
 */
export async function prepareDatabase(source: DatabaseSource, log: Pick<Logger, 'warn'>): Promise<void> {
  const isProtected = await pRetry(() => prepare(source), {
    ...startPatience,
    shouldRetry: ({ error }) => isPassing(error),
    onFailedAttempt: ({ error }) => {
      if (isPassing(error)) log.warn({ reason: error.message }, 'the database is not ready: trying again')
    },
  })
  if (isProtected) return
  log.warn(
    'The ledger is not protected: the role of DATABASE_URL owns it. Give the product a role of its own with MIGRATION_DATABASE_URL.',
  )
}

function isPassing(error: Error): boolean {
  return isAway(error) || error instanceof SchemaBehindError
}

/** Prepares the database once. Returns whether Postgres prevents the running role from changing booked ledger entries. */
async function prepare({ databaseUrl, migrationUrl, redisUrl }: DatabaseSource): Promise<boolean> {
  const url = migrationUrl ?? databaseUrl
  await on(url, async (db) => {
    if (await isAhead(db)) return
    if (!migrationUrl && !(await mayMigrate(db))) return requireMigrated(db)
    await migrate(db)
    if (!redisUrl) await migrateQueue(url)
    if (migrationUrl) await grantRunningRole(db, databaseUrl)
  })
  return on(databaseUrl, isLedgerProtected)
}

async function requireMigrated(db: Db): Promise<void> {
  const [missing] = await listMissingMigrations(db)
  if (!missing) return
  throw new SchemaBehindError(
    `The database lacks the migration ${missing}: run dist/node/migrate.js with MIGRATION_DATABASE_URL.`,
  )
}

async function on<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(url, { poolSize: 1, timeoutMs: longTimeoutMs, lockTimeoutMs })
  return work(db).finally(() => db.destroy())
}
