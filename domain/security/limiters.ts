/** Rate limits. Attempts are counted in Redis, or in this process if there is no Redis. */
import { createHmac } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { AppError } from '../../contract/errors.ts'
import type { ErrorText } from '../../contract/errors.ts'
import { openRedis } from '../../db/redis.ts'
import { watchRedis } from '../../db/wires.ts'
import { noteLimit } from './declared-limits.ts'
import type { Network } from './network-key.ts'

export interface LimitSource {
  redisUrl?: string | undefined
  prefix?: string | undefined
  /** The key of the HMACs that attempts are counted under, so that Redis contains no email or network address. */
  secret: Buffer
  onError: (error: Error) => void
}

/** What attempts are counted for: a text, such as an account's id, or a network. A network may make `times` as many as a text. */
export type Key = string | Network

export interface Limiters<Rule extends string> {
  /** Counts one attempt before it is made. Throws AppError `rate_limited`. */
  take(rule: Rule, key: Key): Promise<void>
  /** Counts one attempt for every network of an address, the narrowest first. Throws AppError `rate_limited`. */
  takeNetworks(rule: Rule, networks: readonly Network[]): Promise<void>
  /** Subtracts points from the count of a key, which never goes below zero. Default: one point. */
  giveBack(rule: Rule, key: Key, points?: number): Promise<void>
  /** Counts attempts, one by default, and returns the count, even above the limit. */
  add(rule: Rule, key: Key, points?: number): Promise<number>
  /** Returns the current count of a key. */
  count(rule: Rule, key: Key): Promise<number>
  /** Throws AppError `rate_limited` if the key is over its limit. Counts no attempt. */
  check(rule: Rule, key: Key): Promise<void>
  /** Blocks a key for this many seconds from now. */
  holdBack(rule: Rule, key: Key, seconds: number): Promise<void>
  forget(rule: Rule, key: Key): Promise<void>
  close(): void
}

export interface Limit {
  points: number
  /** The length of the window in seconds. A window starts with the first attempt of a key. */
  duration: number
}

/** Timeouts in milliseconds. Counting waits at most 250 ms for Redis, and a connection that is silent for a second is replaced. */
const connectionOptions = {
  commandTimeout: 250,
  socketTimeout: 1_000,
  connectTimeout: 2_000,
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
}

/**
 * Opens the limiters of an area, such as `order`. While Redis is unavailable, each process counts on its own, so the outage blocks
 * nobody.
 */
export function openLimiters<Rule extends string>(
  area: string,
  rules: Readonly<Record<Rule, Limit>>,
  { redisUrl, prefix = 'brimful', secret, onError }: LimitSource,
): Limiters<Rule> {
  const redis = redisUrl ? openRedis(redisUrl, connectionOptions) : undefined
  redis?.on('error', onError)
  if (redis) watchRedis('limits', redis)
  const limiters = new Map<string, RateLimiterAbstract>()

  function open(rule: Rule, times: number): RateLimiterAbstract {
    const { points, duration } = rules[rule]
    const options = { keyPrefix: `${prefix}:${area}:${rule}`, points: points * times, duration }
    const memory = new RateLimiterMemory(options)
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
  }

  /** Returns the limiter of a rule, and the keyed hash that it counts the key under. */
  function of(rule: Rule, key: Key): [RateLimiterAbstract, string] {
    const { name, times } = typeof key === 'string' ? { name: key, times: 1 } : key
    const limiter = limiters.get(`${rule} ${times}`) ?? open(rule, times)
    limiters.set(`${rule} ${times}`, limiter)
    const hash = createHmac('sha256', secret).update(`${area} ${name}`).digest('base64url').slice(0, 22)
    return [limiter, hash]
  }

  /** As `of`, for what counts or refuses, which a call declares. What is given back or forgotten is not declared. */
  function declared(rule: Rule, key: Key): [RateLimiterAbstract, string] {
    noteLimit(`${area} ${rule}`)
    return of(rule, key)
  }

  return { ...toLimiters(of, declared), close: () => redis?.disconnect() }
}

type Find<Rule extends string> = (rule: Rule, key: Key) => [RateLimiterAbstract, string]

function toLimiters<Rule extends string>(
  of: Find<Rule>,
  declared: Find<Rule>,
): Omit<Limiters<Rule>, 'close'> {
  const count = async ([limiter, name]: ReturnType<Find<Rule>>): Promise<number> =>
    (await limiter.get(name))?.consumedPoints ?? 0

  async function take(rule: Rule, key: Key): Promise<void> {
    const [limiter, name] = declared(rule, key)
    await limiter.consume(name).catch(refuse)
  }

  return {
    take,
    count: (rule, key) => count(declared(rule, key)),
    async takeNetworks(rule, networks) {
      for (const network of networks) await take(rule, network)
    },
    async giveBack(rule, key, points = 1) {
      const [limiter, name] = of(rule, key)
      const back = Math.min(points, await count([limiter, name]))
      if (back <= 0) return
      const { consumedPoints } = await limiter.reward(name, back)
      // Another call may have given the same points back since the count was read.
      if (consumedPoints < 0) await limiter.penalty(name, Math.min(back, -consumedPoints))
    },
    async add(rule, key, points = 1) {
      const [limiter, name] = declared(rule, key)
      return (await limiter.penalty(name, points)).consumedPoints
    },
    async check(rule, key) {
      const [limiter, name] = declared(rule, key)
      const now = await limiter.get(name)
      if (now && now.consumedPoints > limiter.points) refuse(now)
    },
    async holdBack(rule, key, seconds) {
      const [limiter, name] = declared(rule, key)
      await limiter.block(name, seconds)
    },
    async forget(rule, key) {
      const [limiter, name] = of(rule, key)
      await limiter.delete(name)
    },
  }
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
  throw new AppError('rate_limited', { text: toWaitText(seconds), retryAfter: seconds })
}

/** Returns a text that says how long to wait, rounded up. */
function toWaitText(seconds: number): ErrorText {
  if (seconds <= 90) return { key: 'error_wait_seconds', values: { count: seconds } }
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 90) return { key: 'error_wait_minutes', values: { count: minutes } }
  return { key: 'error_wait_hours', values: { count: Math.ceil(minutes / 60) } }
}
