/** A product whose every connection to Postgres, Redis, Twitch and overlays goes through a proxy that a test can interrupt. */
import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { readConfig } from '../../domain/config.ts'
import type { Config } from '../../domain/config.ts'
import { findTestPort } from '../../scripts/ports.ts'
import { control, openSandbox } from '../../sandbox/sandbox.fixture.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import type { Backend } from '../product.ts'
import { openProgram } from '../program.ts'
import type { Program } from '../program.ts'
import { hasRedisServer, startRedisServer } from '../redis-server.ts'
import type { RedisServer } from '../redis-server.ts'
import { openTcpProxy } from '../tcp-proxy.ts'
import type { TcpProxy } from '../tcp-proxy.ts'

export interface ProxiedProduct {
  backend: Backend
  /** The server's own address, and its address through the proxy of the overlays. */
  url: string
  overlayUrl: string
  db: Db
  config: Config
  sandbox: Sandbox
  /** Undefined when queues and pub/sub are in Postgres. */
  redis: RedisServer | undefined
  server: Program
  /** Two worker processes; only the first one is started. */
  workers: Program
  secondWorkers: Program
  proxies: Proxies
  [Symbol.asyncDispose](): Promise<void>
}

/** A proxy for each connection between two parts. */
export interface Proxies {
  serverDb: TcpProxy
  workersDb: TcpProxy
  workersRedis: TcpProxy | undefined
  secondWorkersDb: TcpProxy
  secondWorkersRedis: TcpProxy | undefined
  overlay: TcpProxy
  twitch: TcpProxy
}

/** The queue backends to test, with Redis only where there is a `redis-server` to start; all of them in `npm run test:full`. */
const available: Backend[] = hasRedisServer() ? ['redis', 'postgres'] : ['postgres']
export const backends = process.env.TEST_FULL === 'true' ? available : available.slice(0, 1)
if (!hasRedisServer()) {
  if (process.env.CI === 'true') throw new Error('There is no redis-server on the PATH: CI needs one.')
  console.log('There is no redis-server on the PATH: the tests that need one are skipped.')
}

/** Starts the product with the server and one worker process. */
export async function startProxiedProduct(backend: Backend): Promise<ProxiedProduct> {
  const product = await prepareProduct(backend)
  try {
    await product.server.start() // the server runs the migrations first
    await product.workers.start()
    return product
  } catch (error) {
    await product[Symbol.asyncDispose]()
    throw error
  }
}

async function prepareProduct(backend: Backend): Promise<ProxiedProduct> {
  const test = await createTestDb()
  const sandbox = await openSandbox()
  // The default cost would use up the daily quota.
  await control(sandbox, '/youtube/control/quota', { insertCost: 1 })
  const redis = backend === 'redis' ? await startRedisServer() : undefined
  const port = await findTestPort()
  const proxies = await openProxies(test.url, redis?.port, port, sandbox.env.TWITCH_CHAT_URL!)
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...sandbox.env,
    MAIL_DIGEST_SECONDS: '0',
    PATH: process.env.PATH ?? '',
    PORT: String(port),
    PUBLIC_URL: url,
    SESSION_SECRET: '1'.repeat(64),
    SECRETS_KEY: '2'.repeat(64),
    LOG_LEVEL: 'info',
    YOUTUBE_INSERT_COST: '1',
    TWITCH_CHAT_URL: throughProxy(sandbox.env.TWITCH_CHAT_URL!, proxies.twitch),
  }
  const redisUrl = redis && `redis://127.0.0.1:${redis.port}`
  const envOf = (db: TcpProxy, ownRedisUrl: string | undefined) => ({
    ...env,
    DATABASE_URL: throughProxy(test.url, db),
    ...(ownRedisUrl && { REDIS_URL: ownRedisUrl }),
  })
  const workersEnv = (db: TcpProxy, own: TcpProxy | undefined) =>
    envOf(db, redisUrl && throughProxy(redisUrl, own!))
  const server = openProgram('dist/node/server.js', envOf(proxies.serverDb, redisUrl), /server listens/)
  const startWorkers = (own: Record<string, string>) =>
    openProgram('dist/node/workers.js', own, /workers run/)
  const workers = startWorkers(workersEnv(proxies.workersDb, proxies.workersRedis))
  const secondWorkers = startWorkers(workersEnv(proxies.secondWorkersDb, proxies.secondWorkersRedis))
  await control(sandbox, '/paypal/control/webhook-url', { url: `${url}/api/v1/paypal/webhook` })
  return {
    backend,
    url,
    overlayUrl: `http://127.0.0.1:${proxies.overlay.port}`,
    db: test.db,
    config: readConfig({ ...env, DATABASE_URL: test.url }),
    sandbox,
    redis,
    server,
    workers,
    secondWorkers,
    proxies,
    async [Symbol.asyncDispose]() {
      await Promise.all([server, workers, secondWorkers].map((program) => program.kill()))
      await closeProxies(proxies)
      await sandbox.close()
      await redis?.[Symbol.asyncDispose]()
      await test[Symbol.asyncDispose]()
    },
  }
}

async function openProxies(
  databaseUrl: string,
  redisPort: number | undefined,
  serverPort: number,
  twitchUrl: string,
): Promise<Proxies> {
  const database = targetOf(databaseUrl, 5432)
  const host = '127.0.0.1'
  const openRedisProxy = async () =>
    redisPort === undefined ? undefined : openTcpProxy({ host, port: redisPort })
  return {
    serverDb: await openTcpProxy(database),
    workersDb: await openTcpProxy(database),
    workersRedis: await openRedisProxy(),
    secondWorkersDb: await openTcpProxy(database),
    secondWorkersRedis: await openRedisProxy(),
    overlay: await openTcpProxy({ host, port: serverPort }),
    twitch: await openTcpProxy(targetOf(twitchUrl, 80)),
  }
}

async function closeProxies(proxies: Proxies): Promise<void> {
  await Promise.all(Object.values(proxies).map(async (proxy: TcpProxy | undefined) => proxy?.close()))
}

function targetOf(url: string, usualPort: number): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port || usualPort) }
}

function throughProxy(url: string, proxy: TcpProxy): string {
  const rewired = new URL(url)
  rewired.hostname = '127.0.0.1'
  rewired.port = String(proxy.port)
  return rewired.href
}

/** Returns the ids of all jobs on a queue that belong to a creator's events, in any state. */
export async function listJobs(
  product: ProxiedProduct,
  queue: string,
  { uid }: { uid: string },
): Promise<string[]> {
  const events = await product.db
    .selectFrom('outbox')
    .select('eventId')
    .where('creatorUid', '=', uid)
    .execute()
  const jobs = await (product.redis
    ? listRedisJobs(product.redis.client, queue)
    : listPostgresJobs(product.db, queue))
  return jobs.filter((id) => events.some(({ eventId }) => id.endsWith(eventId)))
}

async function listRedisJobs(client: Redis, queue: string): Promise<string[]> {
  return client.keys(`{brimful}:${queue}:*`)
}

async function listPostgresJobs(db: Db, queue: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from bullmq.job where queue = ${queue}`.execute(db)
  return rows.map(({ id }) => id)
}
