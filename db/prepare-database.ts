/** Prepares the database when a process starts: migrates it, or waits until another process has migrated it. */
import pRetry from 'p-retry'
import type { Logger } from 'pino'
import { buildIndexes } from './concurrent-indexes.ts'
import { longTimeoutMs, openDb } from './connection.ts'
import type { Db } from './connection.ts'
import { isAway } from './is-away.ts'
import { baseline, listForeignMigrations, listMissingMigrations, migrate } from './migrate.ts'
import { migrateQueue } from './queue-schema.ts'
import { grantRunningRole, isLedgerProtected, mayMigrate } from './roles.ts'
import { SetupError } from './setup-error.ts'
import { ourCommand } from './our-command.ts'

export interface DatabaseSource {
  /** The address for the role that runs the product. */
  databaseUrl: string
  /** The address for the role that owns the schema. Without it the role of `databaseUrl` migrates, if it may. */
  migrationUrl?: string | undefined
  /** Without Redis the queue is in Postgres. */
  redisUrl?: string | undefined
}

const startTimeout = {
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

/** Thrown when the database lacks a migration of this release, and this process does not migrate. */
export class SchemaBehindError extends SetupError {}

/**
 * Migrates the schema on a connection of its own, as `migrate` does, builds missing indexes, and grants the running role what it
 * needs. If no role here may migrate, waits until another process has migrated. Retries for 90 seconds while Postgres does not
 * respond, a table is locked for more than two seconds, or the schema is behind. Warns if the role of `databaseUrl` could change
 * booked ledger entries.
 */
export async function prepareDatabase(source: DatabaseSource, log: Pick<Logger, 'warn'>): Promise<void> {
  await retryAtStart(() => prepare(source), log)
  await retryAtStart(() => warnOfUnprotectedLedger(source, log), log)
}

/**
 * Waits, for at most 90 seconds, until Postgres responds and has every migration of this release. Servers and workers do not
 * migrate: several that start at once would compete for locks, and the first process of a new release would migrate
 * unintentionally.
 */
export async function requireSchema(source: DatabaseSource, log: Pick<Logger, 'warn'>): Promise<void> {
  await retryAtStart(() => on(source.databaseUrl, requireMigrated), log)
  await retryAtStart(() => warnOfUnprotectedLedger(source, log), log)
}

/**
 * Does work that a process needs before it can start. Does it again, for at most 90 seconds, while Postgres does not respond or
 * ends the connection, or the schema is behind; `work` must allow that.
 */
export async function retryAtStart<T>(work: () => Promise<T>, log: Pick<Logger, 'warn'>): Promise<T> {
  return pRetry(work, {
    ...startTimeout,
    shouldRetry: ({ error }) => isPassing(error),
    onFailedAttempt: ({ error }) => {
      if (isPassing(error)) log.warn({ reason: error.message }, 'the database is not ready: trying again')
    },
  })
}

async function warnOfUnprotectedLedger(
  { databaseUrl }: DatabaseSource,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  if (await on(databaseUrl, isLedgerProtected)) return
  log.warn(
    'The ledger is not protected: the role of DATABASE_URL owns it. Give the product a role of its own with MIGRATION_DATABASE_URL.',
  )
}

function isPassing(error: Error): boolean {
  return isAway(error) || error instanceof SchemaBehindError
}

async function prepare({ databaseUrl, migrationUrl, redisUrl }: DatabaseSource): Promise<void> {
  const url = migrationUrl ?? databaseUrl
  const isMigrated = await on(url, async (db) => {
    if (await isLeftTo(db, migrationUrl)) {
      await requireMigrated(db)
      return false
    }
    await migrate(db)
    if (!redisUrl) await migrateQueue(url)
    if (migrationUrl) await grantRunningRole(db, databaseUrl)
    return true
  })
  if (isMigrated) await buildIndexes(url)
}

/**
 * Returns whether this process must not migrate: a newer release has migrated the database (and knows more tables to protect), or
 * another role owns the schema.
 */
async function isLeftTo(db: Db, migrationUrl: string | undefined): Promise<boolean> {
  if ((await listForeignMigrations(db)).length > 0) return true
  return !migrationUrl && !(await mayMigrate(db))
}

/** Throws `SchemaBehindError` if the database lacks a migration of this release. */
export async function requireMigrated(db: Db): Promise<void> {
  const [missing] = await listMissingMigrations(db)
  if (!missing) return
  if (missing === baseline && (await listForeignMigrations(db)).length > 0)
    throw new SetupError(
      'The database was made before 0.2.0, the first release, and cannot be migrated: start with an empty one.',
    )
  throw new SchemaBehindError(
    `The database lacks the migration ${missing}: run ${ourCommand('migrate')} of this release, with MIGRATION_DATABASE_URL if the schema has an owner of its own.`,
  )
}

async function on<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(url, { poolSize: 1, timeoutMs: longTimeoutMs, lockTimeoutMs })
  return work(db).finally(() => db.destroy())
}
