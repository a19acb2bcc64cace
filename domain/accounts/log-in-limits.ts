/** Rate limits for log-in attempts. */
import type { Db } from '../../db/connection.ts'
import { openLimiters } from '../security/limiters.ts'
import type { LimitSource } from '../security/limiters.ts'
import { networkOf } from '../security/network-key.ts'

/** What every proof of who somebody is needs. */
export interface LogInContext {
  db: Db
  limits: LogInLimits
  config: { secretsKey: Buffer }
}

export interface LogInAttempt {
  email: string
  /** The network address of the attempt. */
  address: string
}

const quarterHour = 15 * 60
/** Limits attempts by address and network together, by network, and by address alone (guessed at from many networks). */
const rules = {
  pair: { points: 10, duration: quarterHour },
  net: { points: 100, duration: quarterHour },
  account: { points: 100, duration: 4 * quarterHour },
}

export type LogInLimits = ReturnType<typeof openLogInLimits>

/** Opens the limits; their counters are in Redis, or in memory without it. */
export function openLogInLimits(source: LimitSource) {
  const limiters = openLimiters('log-in', rules, source)

  return {
    /** Counts an attempt before it is verified. Throws AppError `rate_limited`. */
    async take(attempt: LogInAttempt) {
      for (const [rule, key] of keysOf(attempt)) await limiters.take(rule, key)
    },
    /** Removes a successful attempt from the count. */
    async forgive(attempt: LogInAttempt) {
      await Promise.all(keysOf(attempt).map(([rule, key]) => limiters.giveBack(rule, key)))
    },
    close: limiters.close,
  }
}

function keysOf({ email, address }: LogInAttempt): [keyof typeof rules, string][] {
  const name = email.toLowerCase()
  const net = networkOf(address)
  return [
    ['pair', `${name} ${net}`],
    ['net', net],
    ['account', name],
  ]
}
