/** Opens connections to Redis: to one Redis, or to all nodes of a Redis Cluster. No other code chooses between the two. */
import { Cluster, Redis } from 'ioredis'
import type { ClusterOptions, RedisOptions } from 'ioredis'

/** Options that mean the same for one Redis and for each node of a cluster. Times are in milliseconds. */
export interface RedisLimits extends Pick<
  RedisOptions,
  'autoResubscribe' | 'commandTimeout' | 'connectTimeout' | 'maxRetriesPerRequest' | 'socketTimeout'
> {
  lazyConnect?: boolean
  enableOfflineQueue?: boolean
  /** Whether a lost connection is opened again; the default. Otherwise it ends. */
  reconnects?: boolean
  /** How many nodes of a cluster a command may be sent to, one after another. Default: 16. */
  maxRedirections?: number
}

/**
 * Returns whether an address names a cluster: its scheme is `redis-cluster` or `rediss-cluster`, and `?node=HOST:PORT` may name
 * further nodes to ask for the others, as in the addresses of https://docs.rs/fred/latest/fred/types/config/struct.Config.html.
 */
export function isClusterUrl(url: string): boolean {
  return /^rediss?-cluster:/.test(url)
}

/**
 * Opens a connection that is closed by `disconnect`. Its errors have to be listened to. A cluster has the type of one Redis, because it
 * takes the same commands; `asCluster` tells them apart.
 */
export function openRedis(url: string, limits: RedisLimits = {}): Redis {
  const { reconnects = true, maxRedirections, ...options } = limits
  if (!isClusterUrl(url))
    return endWhenGivenUp(new Redis(url, { ...options, ...(!reconnects && { retryStrategy: () => null }) }))
  const { lazyConnect, enableOfflineQueue, ...redisOptions } = options
  const { username, password, protocol } = new URL(url)
  const own: ClusterOptions = {
    redisOptions: {
      ...redisOptions,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss-cluster:' && { tls: {} }),
    },
    // The name of a node stays as it is, because its certificate names it. https://github.com/redis/ioredis#cluster
    dnsLookup: (address, callback) => callback(null, address),
    ...(lazyConnect !== undefined && { lazyConnect }),
    ...(enableOfflineQueue !== undefined && { enableOfflineQueue }),
    ...(maxRedirections !== undefined && { maxRedirections }),
    ...(!reconnects && { clusterRetryStrategy: () => null }),
  }
  return endWhenGivenUp(new Cluster(listNodes(url), own) as unknown as Redis)
}

/**
 * Lets `disconnect` end a connection that waits to reconnect. ioredis only stops waiting: it emits no `end`, and never rejects the commands
 * that waited with it (https://github.com/redis/ioredis/pull/2169, not merged). BullMQ waits for them without end as it closes a worker
 * (https://github.com/taskforcesh/bullmq/issues/4656).
 */
function endWhenGivenUp(redis: Redis): Redis {
  rejectSentCommands(redis)
  const disconnect = redis.disconnect.bind(redis)
  redis.disconnect = (willReconnect) => {
    const isWaiting = redis.status === 'reconnecting'
    disconnect(willReconnect)
    if (!isWaiting || willReconnect) return
    redis['setStatus']('end')
    redis['flushQueue'](new Error('Connection is closed.')) // as ioredis says it itself
  }
  return redis
}

/**
 * Rejects commands that were sent before the connection was lost whenever ioredis rejects those that wait. It stashes them until the
 * connection is back, and forgets them when it gives up: https://github.com/redis/ioredis/pull/2197 (not in 6.0.0).
 */
function rejectSentCommands(redis: Redis): void {
  const flushQueue = redis['flushQueue'].bind(redis)
  redis['flushQueue'] = (error: Error, options?: { commandQueue?: boolean }) => {
    flushQueue(error, options)
    if (options?.commandQueue === false) return
    const { prevCommandQueue: sent } = redis as unknown as { prevCommandQueue?: Redis['commandQueue'] | null }
    while (sent?.length) sent.shift()?.command.reject(error)
  }
}

/** Returns the cluster that a connection belongs to; undefined if it is one to a single Redis. */
export function asCluster(redis: Redis): Cluster | undefined {
  const client: unknown = redis
  return client instanceof Cluster ? client : undefined
}

const defaultPort = 6379

/** Lists the nodes that an address of a cluster names. A client asks one of them for all others. */
function listNodes(url: string): { host: string; port: number }[] {
  const { host, searchParams } = new URL(url)
  return [host, ...searchParams.getAll('node')].map((node) => {
    const { hostname, port } = new URL(`redis://${node}`)
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) }
  })
}
