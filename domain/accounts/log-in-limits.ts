/** How often somebody may try to log in: counted in Redis, or in this process when there is no Redis. */
import { createHmac } from 'node:crypto'
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../contract/errors.ts'
import { networkOf } from './network-of.ts'

export interface LogInLimitsSource {
  redisUrl?: string | undefined
  prefix?: string | undefined
  /** Keys what is counted: no e-mail and no address stands in Redis. */
  secret: Buffer
  onError: (error: Error) => void
}

export interface LogInAttempt {
  email: string
  /** The network address it comes from. */
  address: string
}

export interface LogInLimits {
  /** Counts an attempt before it is looked at. Throws AppError `rate_limited`. */
  take(attempt: LogInAttempt): Promise<void>
  /** Takes a successful attempt out of the count again. */
  forgive(attempt: LogInAttempt): Promise<void>
  close(): void
}

const quarterHour = 15 * 60
/** One person who forgot; one network; one account guessed at from many networks. */
const rules = [
  { name: 'pair', points: 10, duration: quarterHour, of: (it: LogInAttempt) => `${nameOf(it)} ${netOf(it)}` },
  { name: 'net', points: 100, duration: quarterHour, of: netOf },
  { name: 'account', points: 100, duration: 4 * quarterHour, of: nameOf },
] as const

/** Opens the counters of one process. Redis being away never stops a log-in: the process then counts for itself. */
export function openLogInLimits({
  redisUrl,
  prefix = 'brimful',
  secret,
  onError,
}: LogInLimitsSource): LogInLimits {
  const redis = redisUrl
    ? new Redis(redisUrl, { maxRetriesPerRequest: 1, enableOfflineQueue: false })
    : undefined
  redis?.on('error', onError)
  const limiters = rules.map(({ name, points, duration, of }) => {
    const options = { keyPrefix: `${prefix}:log-in:${name}`, points, duration }
    const memory = new RateLimiterMemory(options)
    const limiter = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
      : memory
    return { limiter, keyOf: (attempt: LogInAttempt) => keyed(secret, of(attempt)) }
  })

  return {
    async take(attempt) {
      for (const { limiter, keyOf } of limiters) await limiter.consume(keyOf(attempt)).catch(refuse)
    },
    async forgive(attempt) {
      await Promise.all(limiters.map(({ limiter, keyOf }) => limiter.reward(keyOf(attempt))))
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

function keyed(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(`log-in ${text}`).digest('base64url').slice(0, 22)
}

function nameOf({ email }: LogInAttempt): string {
  return email.toLowerCase()
}

function netOf({ address }: LogInAttempt): string {
  return networkOf(address)
}
