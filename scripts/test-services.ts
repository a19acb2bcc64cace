/** Prepares the services that tests need: starts a Postgres for the run, and finds Redis. */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'

const defaultRedis = 'redis://127.0.0.1:6379'

/**
 * Sets `TEST_DATABASE_URL` and, if Redis is running, `TEST_REDIS_URL`. If one is set already, that service must be running.
 * `missing` has a line for each missing service, whose tests are then skipped.
 */
export async function openTestServices() {
  const close = await openPostgres()
  const noRedis = await findRedis()
  const missing = noRedis
    ? [`Redis does not answer on ${defaultRedis} (${noRedis.message}): start one there or set TEST_REDIS_URL`]
    : []
  return { missing, close }
}

async function openPostgres(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const prefix = `brimful_test_${randomBytes(4).toString('hex')}_`
  if (process.env.TEST_DATABASE_PREFIX) return async () => {} // `npm test` has started it, and stops it
  process.env.TEST_DATABASE_PREFIX = prefix
  if (!given) return startPostgres()
  await pingPostgres(given).catch((error: Error) => {
    throw new Error(`TEST_DATABASE_URL does not answer: ${error.message}`)
  })
  return () => dropDatabases(given, prefix)
}

/** Drops the databases of this run, which tests keep for each other (`db/database.fixture.ts`). */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { name } of found.rows) await client.query(`drop database if exists ${name} with (force)`)
  } finally {
    await client.end()
  }
}

async function findRedis(): Promise<Error | undefined> {
  const given = process.env.TEST_REDIS_URL
  try {
    await pingRedis(given ?? defaultRedis)
    process.env.TEST_REDIS_URL = given ?? defaultRedis
    return undefined
  } catch (error) {
    if (given) throw new Error(`TEST_REDIS_URL does not answer: ${(error as Error).message}`)
    return error as Error
  }
}

async function pingPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end().catch(() => {})
  }
}

async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 3000,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
  })
  let connectionError: Error | undefined
  redis.on('error', (error) => (connectionError = error))
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    throw connectionError ?? error
  } finally {
    redis.disconnect()
  }
}

/**
 * Settings that turn off waiting for the disk, which otherwise takes longer than the tests, and vacuuming, so that a database has the
 * statistics that its test makes and no others. Nobody needs this server's data after a crash:
 * https://www.postgresql.org/docs/current/non-durability.html
 */
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_connections=300',
  'autovacuum=off',
]

async function startPostgres(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(chooseParent(), folderPrefix))
  chmodSync(folder, 0o755) // for root, Postgres runs as another user, who must be able to enter the folder
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    port: 0,
    log: (line) => console.log(line),
    settings,
  })
  process.env.TEST_DATABASE_URL = server.url
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const memoryFolder = '/dev/shm'
const folderPrefix = 'brimful-test-'
/** The free space in bytes that the folder must have; a run of all tests uses less. */
const minFreeBytes = 2 * 1024 ** 3

/**
 * Returns a folder in memory if one has enough room, as on most Linux machines; otherwise the system's folder for temporary files.
 */
function chooseParent(): string {
  try {
    deleteOldData(memoryFolder)
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize > minFreeBytes ? memoryFolder : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Deletes the folders of killed test runs: those older than ten minutes without a running server. */
function deleteOldData(parent: string): void {
  const folders = readdirSync(parent).filter((name) => name.startsWith(folderPrefix))
  for (const folder of folders.map((name) => join(parent, name))) {
    const isOld = statSync(folder).mtimeMs < Date.now() - 10 * 60_000
    const isRunning = existsSync(join(folder, 'postgres/postmaster.pid'))
    if (isOld && !isRunning) rmSync(folder, { recursive: true, force: true })
  }
}
