/** The services that tests need. Both are looked for on this machine; a missing Postgres is started for the run. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'

export interface TestServices {
  /** One line for each missing service, whose tests are skipped. */
  missing: string[]
  close(): Promise<void>
}

const defaultPostgres = 'postgresql://postgres@127.0.0.1:5432/postgres'
const defaultRedis = 'redis://127.0.0.1:6379'

/** Sets `TEST_DATABASE_URL` and, when Redis runs, `TEST_REDIS_URL`. A value that is already set stays, and its service must run. */
export async function openTestServices(): Promise<TestServices> {
  const close = await providePostgres()
  const missing = await findRedis()
  return { missing, close }
}

async function providePostgres(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const error = await tryPostgres(given ?? defaultPostgres)
  if (given && error) throw new Error(`TEST_DATABASE_URL does not answer: ${error.message}`)
  if (error) return startPostgres()
  process.env.TEST_DATABASE_URL = given ?? defaultPostgres
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
  chmodSync(folder, 0o755) // when started by root, Postgres runs under another account and needs to enter
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
  const error = await tryRedis(given ?? defaultRedis)
  if (given && error) throw new Error(`TEST_REDIS_URL does not answer: ${error.message}`)
  if (error)
    return [
      `Redis does not answer on ${defaultRedis} (${error.message}): start one there or set TEST_REDIS_URL`,
    ]
  process.env.TEST_REDIS_URL = given ?? defaultRedis
  return []
}

async function tryRedis(url: string): Promise<Error | undefined> {
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
    return undefined
  } catch (error) {
    return connectionError ?? (error as Error)
  } finally {
    redis.disconnect()
  }
}
