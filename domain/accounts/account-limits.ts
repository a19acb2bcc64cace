/** Counts requests for the limits `account …` of `contract/limits.ts`. */
import { limits, limitsOf } from '../../contract/limits.ts'
import type { Limit, LimitName, LimitsOf } from '../../contract/limits.ts'
import { openLimiters } from '../security/limiters.ts'
import type { LimitSource } from '../security/limiters.ts'
import { networksOf } from '../security/network-key.ts'

export type AccountRule = keyof LimitsOf<'account'>
export type CodeRule = 'code-mail' | 'code-guess'

export type AccountLimits = ReturnType<typeof openAccountLimits>

/** Who makes a request: the account, if any, and the network address. */
export interface Requester {
  uid: string | undefined
  address: string
}

/** Opens the limits of account actions. Their counters are in Redis, or in memory without Redis. */
export function openAccountLimits(source: LimitSource) {
  const limiters = openLimiters('account', limitsOf('account'), source)
  /** Counts an attempt for the networks of an address. Throws AppError `rate_limited`. */
  const takeNetwork = (rule: AccountRule, address: string) => limiters.takeNetworks(rule, networksOf(address))
  return {
    ...limiters,
    takeNetwork,

    /** Counts a request for those of these limits that say whom they count. Throws AppError `rate_limited`. */
    async takeDeclared(names: readonly LimitName[], { uid, address }: Requester): Promise<void> {
      for (const name of names) {
        const { by }: Limit = limits[name]
        const rule = name.slice('account '.length) as AccountRule
        if (by === 'network') await takeNetwork(rule, address)
        if (by === 'account' && uid !== undefined) await limiters.take(rule, uid)
      }
    },

    /**
     * Counts a file of an account or sign-up before it is received. It may try ninety times in an hour, so that refused files, which are
     * given back as `upload`, are limited as well. Throws AppError `rate_limited`.
     */
    async takeUpload(owner: string, address: string): Promise<void> {
      await limiters.take('upload-try', owner)
      await takeNetwork('upload-net', address)
      await limiters.take('upload', owner)
    },

    /** Counts an attempt to confirm a session. Throws AppError `rate_limited`. */
    async takeConfirmation(sessionToken: string): Promise<void> {
      await limiters.take('confirmation', sessionToken)
      await limiters.take('confirmation-day', sessionToken)
    },

    /** Subtracts a successful confirmation from the count. */
    async forgiveConfirmation(sessionToken: string): Promise<void> {
      await limiters.giveBack('confirmation', sessionToken)
      await limiters.giveBack('confirmation-day', sessionToken)
    },
  }
}
