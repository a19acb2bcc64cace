/** Rate limits, counted in Redis, or in this process without Redis. */
import { createHmac } from 'node:crypto'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../contract/errors.ts'
import type { ErrorText } from '../../contract/errors.ts'

export interface LimitSource {
  redisUrl?: string | undefined
  prefix?: string | undefined
  /** Keys are HMACs, so that Redis holds no email and no address. */
  secret: Buffer
  onError: (error: Error) => void
}

export interface Limiters<Rule extends string> {
  /** Counts one attempt before it is made. Throws AppError `rate_limited`. */
  take(rule: Rule, key: string): Promise<void>
  /** Subtracts from the count, never below zero. */
  giveBack(rule: Rule, key: string, points?: number): Promise<void>
  /** Counts one attempt, over the limit or not, and returns the count. */
  add(rule: Rule, key: string): Promise<number>
  /** The current count of a key. */
  count(rule: Rule, key: string): Promise<number>
  /** Throws AppError `rate_limited` when the key is over its limit; counts nothing. */
  check(rule: Rule, key: string): Promise<void>
  /** Blocks a key for this many seconds from now. */
  holdBack(rule: Rule, key: string, seconds: number): Promise<void>
  forget(rule: Rule, key: string): Promise<void>
  close(): void
}

export interface Limit {
  points: number
  /** Length of the window in seconds, from the first attempt. */
  duration: number
}

/** Nobody waits longer for a count than a quarter of a second; a connection that has fallen silent is replaced after a second. */
const connectionOptions = {
  commandTimeout: 250,
  socketTimeout: 1_000,
  connectTimeout: 2_000,
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
}

/** Opens the limiters of an area, such as `order`. While Redis is away, the process counts on its own and blocks nobody for it. */
export function openLimiters<Rule extends string>(
  area: string,
  rules: Readonly<Record<Rule, Limit>>,
  { redisUrl, prefix = 'brimful', secret, onError }: LimitSource,
): Limiters<Rule> {
  const redis = redisUrl ? new Redis(redisUrl, connectionOptions) : undefined
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

  const of = (rule: Rule) => limiters.get(rule)!
  const count = async (rule: Rule, key: string) => (await of(rule).get(keyed(key)))?.consumedPoints ?? 0

  return {
    async take(rule, key) {
      await of(rule).consume(keyed(key)).catch(refuse)
    },
    async giveBack(rule, key, points = 1) {
      const back = Math.min(points, await count(rule, key))
      if (back > 0) await of(rule).reward(keyed(key), back)
    },
    async add(rule, key) {
      return (await of(rule).penalty(keyed(key))).consumedPoints
    },
    count,
    async check(rule, key) {
      const now = await of(rule).get(keyed(key))
      if (now && now.consumedPoints > rules[rule].points) refuse(now)
    },
    async holdBack(rule, key, seconds) {
      await of(rule).block(keyed(key), seconds)
    },
    async forget(rule, key) {
      await of(rule).delete(keyed(key))
    },
    close() {
      redis?.disconnect()
    },
  }
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
  throw new AppError('rate_limited', { text: toWaitText(seconds), retryAfter: seconds })
}

/** Returns how long to wait, in words, rounded up. */
function toWaitText(seconds: number): ErrorText {
  if (seconds <= 90) return { key: 'error_wait_seconds', values: { count: seconds } }
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 90) return { key: 'error_wait_minutes', values: { count: minutes } }
  return { key: 'error_wait_hours', values: { count: Math.ceil(minutes / 60) } }
}
