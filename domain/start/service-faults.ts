/**
 * Finds faults of Postgres, Redis and the storage at the start of a process. A fault is only what an operator has to correct; a
 * service that merely does not respond is waited for.
 */
import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { openPool } from '../../db/connection.ts'
import { isAway } from '../../db/is-away.ts'
import { SetupError } from '../../db/setup-error.ts'
import { asCluster, isClusterUrl, openRedis } from '../../db/redis.ts'
import { ConfigError } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { openStorage, StorageAwayError } from '../storage/storage.ts'
import { ourCommand } from '../../db/our-command.ts'

const timeoutMs = 3_000
/** Longer than a bucket's own timeouts, which are not faults. */
const storageTimeoutMs = 30_000

type Checked = Pick<Config, 'databaseUrl' | 'redisUrl' | 'storageUrl'>

/** Throws `ConfigError` with one sentence for each service that an operator has to correct. */
export async function checkServices({ databaseUrl, redisUrl, storageUrl }: Checked): Promise<void> {
  const found = await Promise.all([
    findPostgresFault(databaseUrl),
    redisUrl === undefined ? undefined : findRedisFault(redisUrl),
    findStorageFault(storageUrl),
  ])
  const faults = found.filter((fault) => fault !== undefined)
  if (faults.length > 0) throw new ConfigError(...faults)
}

const minPostgres = 15

async function findPostgresFault(url: string): Promise<string | undefined> {
  const pool = openPool(url, { poolSize: 1, timeoutMs })
  try {
    const { rows } = await pool.query(`select current_setting('server_version_num')::int / 10000 as version`)
    const { version } = rows[0]
    return version < minPostgres
      ? `DATABASE_URL names a Postgres ${version}: at least ${minPostgres} is needed.`
      : undefined
  } catch (error) {
    return describePostgresFault(error, url)
  } finally {
    await pool.end()
  }
}

/**
 * Returns a sentence for an error that Postgres repeats until somebody corrects the address or the server; undefined for any other
 * error. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
function describePostgresFault(error: unknown, url: string, variable = 'DATABASE_URL'): string | undefined {
  const { hostname, pathname, username } = new URL(url)
  const [database, role] = [decodeURIComponent(pathname.slice(1)), decodeURIComponent(username)]
  switch (codeOf(error) ?? '') {
    case '3D000':
      return `${variable} names the database "${database}", which does not exist: create it, or correct the name.`
    case '28000':
    case '28P01':
      return `${variable} names the role "${role}", ${describeRefusal(error as Error, variable)}`
    case '42501':
      return `${variable} names the role "${role}", which may not use the database "${database}": grant it the right to connect.`
    case 'ENOTFOUND':
      return `${variable} names the host "${hostname}", which is not known: correct the name.`
    default:
      return undefined
  }
}

/** Returns what is wrong with a role and how to correct it. None of our commands corrects the role that owns the schema. */
function describeRefusal({ message }: Error, variable: string): string {
  const isOwner = variable === 'MIGRATION_DATABASE_URL'
  if (/not permitted to log in/.test(message))
    return isOwner
      ? 'which may not log in: give it LOGIN as a superuser, or name a superuser.'
      : `which may not log in: if this database is a restored copy, run ${ourCommand('release-restore')}.`
  const correct = 'which Postgres refuses: correct its name or password'
  return isOwner
    ? `${correct}.`
    : `${correct}, or run ${ourCommand('migrate')}, which creates the role of DATABASE_URL.`
}

/**
 * Converts an error of Postgres to a `ConfigError` if somebody has to correct the address or the server, or to start the server.
 * Returns any other error unchanged.
 */
export function asConfigError(error: unknown, url: string, variable = 'DATABASE_URL'): unknown {
  const fault = error instanceof SetupError ? error.message : describePostgresFault(error, url, variable)
  if (fault) return new ConfigError(fault)
  if (!isAway(error)) return error
  return new ConfigError(`Postgres does not respond at ${variable}: start it, or correct the address.`)
}

/** Returns a sentence if Redis has to be corrected; undefined if it is well or does not respond. */
export async function findRedisFault(url: string): Promise<string | undefined> {
  const redis = openForCheck(url)
  const lost: Error[] = []
  redis.on('error', (error: Error) => lost.push(error))
  redis.on('node error', (error: Error) => lost.push(error)) // of a node of a cluster
  try {
    await redis.connect()
    const infos = await Promise.all(listNodes(redis).map((node) => node.info()))
    return infos.map((info) => describeMode(info, url) ?? describePolicy(info)).find(Boolean)
  } catch (error) {
    return describeRedisFault([error, ...lost], url)
  } finally {
    redis.disconnect()
  }
}

/** Returns Redis' version. Throws when it does not respond. */
export async function pingRedis(url: string): Promise<string> {
  const redis = openForCheck(url)
  redis.on('error', () => {})
  try {
    await redis.connect()
    return /^redis_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? ''
  } finally {
    redis.disconnect()
  }
}

/** Opens a connection that gives up instead of trying again. */
function openForCheck(url: string): Redis {
  return openRedis(url, {
    lazyConnect: true,
    reconnects: false,
    maxRetriesPerRequest: 0,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
  })
}

/** Lists the Redis itself, or the nodes of a cluster that hold keys. */
function listNodes(redis: Redis): Redis[] {
  return asCluster(redis)?.nodes('master') ?? [redis]
}

/** Returns a sentence if one node of a cluster is addressed as a Redis of its own. */
function describeMode(info: string, url: string): string | undefined {
  return /^cluster_enabled:1/m.test(info) && !isClusterUrl(url)
    ? 'REDIS_URL names one node of a Redis Cluster, which refuses the keys of the others: write redis-cluster:// instead of redis://.'
    : undefined
}

/**
 * Returns a sentence if Redis may evict keys. An evicted job is lost until the sweep finds its event, and an evicted schedule is
 * missed for a minute.
 */
function describePolicy(info: string): string | undefined {
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1]
  if (policy === undefined || policy === 'noeviction') return undefined
  return `REDIS_URL names a Redis with the maxmemory-policy ${policy}, which evicts jobs: set it to noeviction.`
}

function describeRedisFault(errors: readonly unknown[], url: string): string | undefined {
  if (errors.some((error) => codeOf(error) === 'ENOTFOUND'))
    return `REDIS_URL names the host "${new URL(url).hostname}", which is not known: correct the name.`
  if (errors.some((error) => /cluster support disabled/.test(messageOf(error))))
    return 'REDIS_URL names a Redis that is no cluster: write redis:// instead of redis-cluster://.'
  const isRefused = errors.some((error) =>
    /^(WRONGPASS|NOAUTH|NOPERM)|invalid password/.test(messageOf(error)),
  )
  return isRefused
    ? 'REDIS_URL has a user or password that Redis refuses, or that may not run INFO: correct it.'
    : undefined
}

/** A network file system that is gone may never respond. */
async function findStorageFault(url: string): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<string>((resolve) => {
    const fault = 'STORAGE_URL names a place that does not respond: correct the address, or mount it.'
    timer = setTimeout(resolve, storageTimeoutMs, fault)
  })
  const attempt = tryStorage(url).catch((error: unknown) => {
    if (!(error instanceof StorageAwayError)) throw error
    return undefined
  })
  return Promise.race([attempt, timeout]).finally(() => clearTimeout(timer))
}

/**
 * Writes, reads and deletes a file. Returns a sentence if an operator has to correct something. Throws `StorageAwayError` if the
 * storage does not respond.
 */
export async function tryStorage(url: string): Promise<string | undefined> {
  const storage = openStorage(url)
  const name = `start-${randomUUID()}.txt`
  try {
    await storage.put(name, Buffer.from('written at the start'), 'text/plain')
    const isRead = (await storage.get(name)) !== undefined
    await storage.remove(name)
    return isRead ? undefined : 'STORAGE_URL loses what is stored there: check the folder or bucket.'
  } catch (error) {
    if (error instanceof StorageAwayError) throw error
    const reason = codeOf(error) ?? (error as Error).message
    return `STORAGE_URL names a place that cannot be written and read (${reason}): correct the address or the rights of this account.`
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
