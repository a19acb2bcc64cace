/**
 * Starts a product whose every connection to Postgres, Redis, providers and overlays goes through a proxy that a test can
 * interrupt.
 */
import { sql } from 'kysely'
import { readConfig } from '../../domain/config/config.ts'
import { openTestBucket } from '../../domain/storage/bucket.fixture.ts'
import { backendsWith } from '../../db/queue-backends.fixture.ts'
import type { Backend } from '../../db/queue-backends.fixture.ts'
import { findTestPort } from '../../db/test-port.fixture.ts'
import { openServer, openWorkers, prepareParts } from '../product-parts.ts'
import type { Parts } from '../product-parts.ts'
import { hasRedisServer, startRedisServer } from '../redis-server.ts'
import { openTcpProxy } from '../../db/tcp-proxy.fixture.ts'
import type { TcpProxy } from '../../db/tcp-proxy.fixture.ts'
import { consentToIrc } from './irc-bot.ts'

export type ProxiedProduct = Awaited<ReturnType<typeof prepareProduct>>

export const backends = backendsWith(hasRedisServer())
if (!hasRedisServer()) {
  if (process.env.CI === 'true') throw new Error('There is no redis-server on the PATH: CI needs one.')
  console.log('There is no redis-server on the PATH: the tests that need one are skipped.')
}

export interface ProxyOptions {
  /**
   * Whether calls to PayPal go through a proxy. PayPal's webhooks are then refused, because their certificate is at the sandbox's
   * own address.
   */
  isPaypalProxied?: boolean
}

/** Starts the product with the server and one worker process. */
export async function startProxiedProduct(backend: Backend, options: ProxyOptions): Promise<ProxiedProduct> {
  const product = await prepareProduct(backend, options)
  try {
    await product.server.start() // the server runs the migrations first
    await product.workers.start()
    return product
  } catch (error) {
    await product[Symbol.asyncDispose]()
    throw error
  }
}

async function prepareProduct(backend: Backend, { isPaypalProxied = false }: ProxyOptions) {
  const port = await findTestPort()
  const parts = await prepareParts(port)
  const { PUBLIC_URL: url } = parts.env
  const redis = backend === 'redis' ? await startRedisServer() : undefined
  const bucket = await openTestBucket()
  const proxies = await openProxies(parts, redis?.url, bucket.url)
  const through = (name: string, proxy: TcpProxy) => {
    const { host } = new URL(proxy.url)
    const address = new URL(parts.env[name]!)
    address.host = host
    return { [name]: address.href.replace(/\/$/, '') }
  }
  const env = {
    ...parts.env,
    TRUST_PROXY: 'loopback', // so that each supporter can have an IP address of their own
    MAIL_DIGEST_SECONDS: '0',
    YOUTUBE_INSERT_COST: '1',
    TWITCH_CHAT_URL: proxies.twitch.url,
    TWITCH_BOT_REFRESH_TOKEN: await consentToIrc(parts),
    STORAGE_URL: proxies.bucket.url,
    ...(isPaypalProxied && through('PAYPAL_API_URL', proxies.paypal)),
    ...through('STRIPE_API_URL', proxies.stripe),
    ...through('GOOGLE_API_URL', proxies.youtube),
    ...through('SMTP_URL', proxies.mail),
  }
  // With the default cost per message, the tests would use up the daily quota.
  await parts.control('/youtube/control/quota', { insertCost: 1 })
  await parts.setWebhooks(url!)
  const envOf = (db: string, redisUrl: string | undefined) => ({
    ...env,
    DATABASE_URL: db,
    ...(redisUrl && { REDIS_URL: redisUrl }),
  })
  const programs = {
    server: openServer(envOf(proxies.serverDb.url, proxies.serverRedis?.url)),
    /** Two worker processes; only the first one is started. */
    workers: openWorkers(envOf(proxies.workersDb.url, proxies.workersRedis?.url)),
    secondWorkers: openWorkers(envOf(proxies.secondWorkersDb.url, proxies.secondWorkersRedis?.url)),
  }
  return {
    ...parts,
    ...programs,
    /** The server's own address, and its address through the proxy of the overlays. */
    url: url!,
    overlayUrl: proxies.overlay.url,
    config: readConfig(env),
    /** Undefined when queues and pub/sub are in Postgres. */
    redis,
    proxies,
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(programs).map((program) => program.kill()))
      await Promise.all(Object.values(proxies).map(async (proxy) => proxy?.close()))
      await parts.sandbox.close()
      await bucket[Symbol.asyncDispose]()
      await redis?.[Symbol.asyncDispose]()
      await parts.close()
    },
  }
}

/** Opens a proxy for each connection between two parts. */
async function openProxies({ env, sandbox }: Parts, redisUrl: string | undefined, bucketUrl: string) {
  return {
    serverDb: await openTcpProxy(env.DATABASE_URL!, 5432),
    workersDb: await openTcpProxy(env.DATABASE_URL!, 5432),
    workersRedis: redisUrl ? await openTcpProxy(redisUrl) : undefined,
    secondWorkersDb: await openTcpProxy(env.DATABASE_URL!, 5432),
    secondWorkersRedis: redisUrl ? await openTcpProxy(redisUrl) : undefined,
    serverRedis: redisUrl ? await openTcpProxy(redisUrl) : undefined,
    overlay: await openTcpProxy(env.PUBLIC_URL!),
    twitch: await openTcpProxy(env.TWITCH_CHAT_URL!, 80),
    paypal: await openTcpProxy(sandbox.url),
    stripe: await openTcpProxy(sandbox.url),
    youtube: await openTcpProxy(sandbox.url),
    mail: await openTcpProxy(env.SMTP_URL!, 25),
    bucket: await openTcpProxy(bucketUrl),
  }
}

/** Returns the ids of all jobs on a queue that belong to a creator's events, in any state. */
export async function listJobs(
  { db, redis }: ProxiedProduct,
  queue: string,
  { uid }: { uid: string },
): Promise<string[]> {
  const events = await db.selectFrom('outbox').select('eventId').where('creatorUid', '=', uid).execute()
  const inPostgres = sql<{ id: string }>`select id from bullmq.job where queue = ${queue}`
  const jobs = redis
    ? await redis.client.keys(`{brimful}:${queue}:*`)
    : (await inPostgres.execute(db)).rows.map(({ id }) => id)
  return jobs.filter((id) => events.some(({ eventId }) => id.endsWith(eventId)))
}
