/** How often somebody may do something: counted in Redis, or in this process when there is no Redis. */
import { createHmac } from 'node:crypto'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../contract/errors.ts'

export interface LimitSource {
  redisUrl?: string | undefined
  prefix?: string | undefined
  /** Keys what is counted: no e-mail and no address stands in Redis. */
  secret: Buffer
  onError: (error: Error) => void
}

export interface Limiters<Rule extends string> {
  /** Counts one for this key before anything is done. Throws AppError `rate_limited`. */
  take(rule: Rule, key: string): Promise<void>
  /** Takes one out of the count again. */
  giveBack(rule: Rule, key: string): Promise<void>
  close(): void
}

export interface Limit {
  points: number
  /** Seconds from the first until they count anew. */
  duration: number
}

/** Opens the counters of one process. Redis being away never stops anybody: the process then counts for itself. */
export function openLimiters<Rule extends string>(
  area: string,
  rules: Readonly<Record<Rule, Limit>>,
  { redisUrl, prefix = 'brimful', secret, onError }: LimitSource,
): Limiters<Rule> {
  const redis = redisUrl
    ? new Redis(redisUrl, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
    : undefined
  redis?.on('error', onError)
  const limiters = new Map(
    Object.entries<Limit>(rules).map(([name, limit]) => {
      const options = { keyPrefix: `${prefix}:${area}:${name}`, ...limit }
      const memory = new RateLimiterMemory(options)
      const shared =
        redis && new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
      return [name, shared ?? memory]
    }),
  )
  const keyed = (key: string) =>
    createHmac('sha256', secret).update(`${area} ${key}`).digest('base64url').slice(0, 22)

  return {
    async take(rule, key) {
      await limiters.get(rule)!.consume(keyed(key)).catch(refuse)
    },
    async giveBack(rule, key) {
      await limiters.get(rule)!.reward(keyed(key))
    },
    close() {
      redis?.disconnect()
    },
  }
}

function refuse(reason: unknown): never {
  if (reason instanceof RateLimiterRes) throw new AppError('rate_limited')
  throw reason
}
