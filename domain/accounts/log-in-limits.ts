/** How often somebody may try to log in. */
import { openLimiters } from '../security/limiters.ts'
import type { LimitSource } from '../security/limiters.ts'
import { networkOf } from '../security/network-key.ts'

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
const rules = {
  pair: { points: 10, duration: quarterHour },
  net: { points: 100, duration: quarterHour },
  account: { points: 100, duration: 4 * quarterHour },
}

/** Opens the counters of one process. */
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
