/** Rate limits for log-in attempts. */
import { openLimiters } from '../security/limiters.ts'
import type { LimitSource } from '../security/limiters.ts'
import { networkOf } from '../security/network-key.ts'

export interface LogInAttempt {
  email: string
  /** The network address of the attempt. */
  address: string
}

export interface LogInLimits {
  /** Counts an attempt before it is verified. Throws AppError `rate_limited`. */
  take(attempt: LogInAttempt): Promise<void>
  /** Removes a successful attempt from the count. */
  forgive(attempt: LogInAttempt): Promise<void>
  close(): void
}

const quarterHour = 15 * 60
/** Limits for one person who forgot a password, for one network, and for one account guessed at from many networks. */
const rules = {
  pair: { points: 10, duration: quarterHour },
  net: { points: 100, duration: quarterHour },
  account: { points: 100, duration: 4 * quarterHour },
}

/** Opens the limiters of one process. */
export function openLogInLimits(source: LimitSource): LogInLimits {
  const limiters = openLimiters('log-in', rules, source)

  return {
    async take(attempt) {
      for (const [rule, key] of keysOf(attempt)) await limiters.take(rule, key)
    },
    async forgive(attempt) {
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
