/** What tests need at the other end of a socket: found on this machine or, for Postgres, started for the run. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'

export interface TestServices {
  /** One line for each service that is not there; its tests are skipped. */
  missing: string[]
  close(): Promise<void>
}

const usualPostgres = 'postgresql://postgres@127.0.0.1:5432/postgres'
const usualRedis = 'redis://127.0.0.1:6379'

/** Sets `TEST_DATABASE_URL` and, if there is a Redis, `TEST_REDIS_URL`. What was set already is left, and must answer. */
export async function openTestServices(): Promise<TestServices> {
  const close = await providePostgres()
  const missing = await findRedis()
  return { missing, close }
}

async function providePostgres(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const refused = await tryPostgres(given ?? usualPostgres)
  if (given && refused) throw new Error(`TEST_DATABASE_URL does not answer: ${refused.message}`)
  if (refused) return startPostgres()
  process.env.TEST_DATABASE_URL = given ?? usualPostgres
  return async () => {}
}

async function tryPostgres(url: string): Promise<Error | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    await client.end().catch(() => {})
  }
}

async function startPostgres(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'brimful-test-'))
  chmodSync(folder, 0o755) // as root, Postgres runs under an account that has to get in
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

async function findRedis(): Promise<string[]> {
  const given = process.env.TEST_REDIS_URL
  const refused = await tryRedis(given ?? usualRedis)
  if (given && refused) throw new Error(`TEST_REDIS_URL does not answer: ${refused.message}`)
  if (refused)
    return [
      `Redis does not answer on ${usualRedis} (${refused.message}): start one there or set TEST_REDIS_URL`,
    ]
  process.env.TEST_REDIS_URL = given ?? usualRedis
  return []
}

async function tryRedis(url: string): Promise<Error | undefined> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 3000,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
  })
  let refusal: Error | undefined
  redis.on('error', (error) => (refusal = error))
  try {
    await redis.connect()
    await redis.ping()
    return undefined
  } catch (error) {
    return refusal ?? (error as Error)
  } finally {
    redis.disconnect()
  }
}
