/** The product on a stage: every wire of its server and of its workers goes through a hand that can let it fall. */
import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { readConfig } from '../../domain/config.ts'
import type { Config } from '../../domain/config.ts'
import { findTestPort } from '../../scripts/ports.ts'
import { openTestSandbox } from '../../workers/chat/sandbox.fixture.ts'
import type { TestSandbox } from '../../workers/chat/sandbox.fixture.ts'
import type { Backend } from '../product.ts'
import { programOf } from '../program.ts'
import type { Process } from '../program.ts'
import { hasRedisServer, openRedis } from '../redis-server.ts'
import type { OwnRedis } from '../redis-server.ts'
import { openTcpProxy } from '../tcp-proxy.ts'
import type { TcpProxy } from '../tcp-proxy.ts'

export interface Stage {
  backend: Backend
  /** The server's own address, and the one that overlays go through. */
  url: string
  overlayUrl: string
  db: Db
  config: Config
  sandbox: TestSandbox
  /** Only where queues and pub/sub are on Redis. */
  redis: OwnRedis | undefined
  server: Process
  /** Two processes of workers; a test that kills or holds one mostly stops the other first. */
  workers: Process
  moreWorkers: Process
  wires: Wires
  [Symbol.asyncDispose](): Promise<void>
}

/** Who talks to whom. */
export interface Wires {
  serverDb: TcpProxy
  workersDb: TcpProxy
  workersRedis: TcpProxy | undefined
  moreWorkersDb: TcpProxy
  moreWorkersRedis: TcpProxy | undefined
  overlay: TcpProxy
  twitch: TcpProxy
}

/** The backends whose rows can be played here, Redis only where there is a `redis-server` to wipe; all of them in `npm run test:full`. */
const playable: Backend[] = hasRedisServer() ? ['redis', 'postgres'] : ['postgres']
export const stages = process.env.TEST_FULL === 'true' ? playable : playable.slice(0, 1)
if (!hasRedisServer()) {
  if (process.env.CI === 'true') throw new Error('There is no redis-server on the PATH: CI needs one.')
  console.log('There is no redis-server on the PATH: what needs one to wipe is skipped.')
}

/** Opens the stage with server and workers running; the second process of workers is not started yet. */
export async function openStage(backend: Backend): Promise<Stage> {
  const stage = await buildStage(backend)
  try {
    await stage.server.start() // it alone migrates
    await stage.workers.start()
    return stage
  } catch (error) {
    await stage[Symbol.asyncDispose]()
    throw error
  }
}

async function buildStage(backend: Backend): Promise<Stage> {
  const test = await createTestDb()
  const sandbox = await openTestSandbox()
  // Nothing here is about a day's quota.
  await sandbox.control('/youtube/control/quota', { insertCost: 1 })
  const redis = backend === 'redis' ? await openRedis() : undefined
  const port = await findTestPort()
  const wires = await openWires(test.url, redis?.port, port, sandbox.env.TWITCH_CHAT_URL!)
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...sandbox.env,
    PATH: process.env.PATH ?? '',
    PORT: String(port),
    PUBLIC_URL: url,
    SESSION_SECRET: '1'.repeat(64),
    SECRETS_KEY: '2'.repeat(64),
    LOG_LEVEL: 'info',
    YOUTUBE_INSERT_COST: '1',
    TWITCH_CHAT_URL: rewire(sandbox.env.TWITCH_CHAT_URL!, wires.twitch),
  }
  const redisUrl = redis && `redis://127.0.0.1:${redis.port}`
  const envOf = (db: TcpProxy, ownRedisUrl: string | undefined) => ({
    ...env,
    DATABASE_URL: rewire(test.url, db),
    ...(ownRedisUrl && { REDIS_URL: ownRedisUrl }),
  })
  const workersEnv = (db: TcpProxy, own: TcpProxy | undefined) =>
    envOf(db, redisUrl && rewire(redisUrl, own!))
  const server = programOf('dist/node/server.js', envOf(wires.serverDb, redisUrl), /server listens/)
  const startWorkers = (own: Record<string, string>) => programOf('dist/node/workers.js', own, /workers run/)
  const workers = startWorkers(workersEnv(wires.workersDb, wires.workersRedis))
  const moreWorkers = startWorkers(workersEnv(wires.moreWorkersDb, wires.moreWorkersRedis))
  await sandbox.control('/paypal/control/webhook-url', { url: `${url}/api/v1/paypal/webhook` })
  return {
    backend,
    url,
    overlayUrl: `http://127.0.0.1:${wires.overlay.port}`,
    db: test.db,
    config: readConfig({ ...env, DATABASE_URL: test.url }),
    sandbox,
    redis,
    server,
    workers,
    moreWorkers,
    wires,
    async [Symbol.asyncDispose]() {
      await Promise.all([server, workers, moreWorkers].map((program) => program.kill()))
      await closeWires(wires)
      await sandbox.close()
      await redis?.[Symbol.asyncDispose]()
      await test[Symbol.asyncDispose]()
    },
  }
}

async function openWires(
  databaseUrl: string,
  redisPort: number | undefined,
  serverPort: number,
  twitchUrl: string,
): Promise<Wires> {
  const database = targetOf(databaseUrl, 5432)
  const host = '127.0.0.1'
  const openRedisWire = async () =>
    redisPort === undefined ? undefined : openTcpProxy({ host, port: redisPort })
  return {
    serverDb: await openTcpProxy(database),
    workersDb: await openTcpProxy(database),
    workersRedis: await openRedisWire(),
    moreWorkersDb: await openTcpProxy(database),
    moreWorkersRedis: await openRedisWire(),
    overlay: await openTcpProxy({ host, port: serverPort }),
    twitch: await openTcpProxy(targetOf(twitchUrl, 80)),
  }
}

async function closeWires(wires: Wires): Promise<void> {
  await Promise.all(Object.values(wires).map(async (wire: TcpProxy | undefined) => wire?.close()))
}

function targetOf(url: string, usualPort: number): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port || usualPort) }
}

function rewire(url: string, wire: TcpProxy): string {
  const rewired = new URL(url)
  rewired.hostname = '127.0.0.1'
  rewired.port = String(wire.port)
  return rewired.href
}

/** The jobs on a queue that are about a creator, in whatever state they are. */
export async function listJobs(stage: Stage, queue: string, { uid }: { uid: string }): Promise<string[]> {
  const events = await stage.db.selectFrom('outbox').select('eventId').where('creatorUid', '=', uid).execute()
  const jobs = await (stage.redis
    ? listRedisJobs(stage.redis.client, queue)
    : listPostgresJobs(stage.db, queue))
  return jobs.filter((id) => events.some(({ eventId }) => id.endsWith(eventId)))
}

async function listRedisJobs(client: Redis, queue: string): Promise<string[]> {
  return client.keys(`{brimful}:${queue}:*`)
}

async function listPostgresJobs(db: Db, queue: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from bullmq.job where queue = ${queue}`.execute(db)
  return rows.map(({ id }) => id)
}
