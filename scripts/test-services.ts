/** Finds the services that tests need, Postgres and Redis, on this machine. If Postgres is missing, it is started for the run. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'

const defaultPostgres = 'postgresql://postgres@127.0.0.1:5432/postgres'
const defaultRedis = 'redis://127.0.0.1:6379'

/**
 * Sets `TEST_DATABASE_URL` and, if Redis is running, `TEST_REDIS_URL`. If one is set already, that service must be running.
 * `missing` has a line for each missing service, whose tests are then skipped.
 */
export async function openTestServices() {
  const noPostgres = await findService('TEST_DATABASE_URL', defaultPostgres, pingPostgres)
  const close = noPostgres ? await startPostgres() : async () => {}
  const noRedis = await findService('TEST_REDIS_URL', defaultRedis, pingRedis)
  const missing = noRedis
    ? [`Redis does not answer on ${defaultRedis} (${noRedis.message}): start one there or set TEST_REDIS_URL`]
    : []
  return { missing, close }
}

/** Sets the variable to the address at which the service responds; if it does not respond, returns the error. */
async function findService(
  variable: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL',
  usual: string,
  ping: (url: string) => Promise<void>,
): Promise<Error | undefined> {
  const given = process.env[variable]
  try {
    await ping(given ?? usual)
    process.env[variable] = given ?? usual
    return undefined
  } catch (error) {
    if (given) throw new Error(`${variable} does not answer: ${(error as Error).message}`)
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

async function startPostgres(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-test-'))
  chmodSync(folder, 0o755) // for root, Postgres runs as another user, who must be able to enter the folder
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    port: 0,
    log: (line) => console.log(line),
  })
  process.env.TEST_DATABASE_URL = server.url
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
