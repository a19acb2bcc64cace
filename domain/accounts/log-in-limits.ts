/** Rate limits for log-in attempts. */
import { limits, limitsOf } from '../../contract/limits.ts'
import type { LimitsOf } from '../../contract/limits.ts'
import type { SolvedProof } from '../../contract/proof.ts'
import type { Db } from '../../db/connection.ts'
import { openLimiters } from '../security/limiters.ts'
import type { Key, LimitSource } from '../security/limiters.ts'
import { networksOf } from '../security/network-key.ts'
import type { WorkProof } from '../security/proof-of-work.ts'
import { workFor } from '../security/require-work.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

/** The limits and data that every check of a password, code or passkey needs. */
export interface LogInContext {
  db: Db
  limits: LogInLimits
  /** Undefined where proofs of work are switched off. */
  workProof: WorkProof | undefined
  config: { secretsKey: SecretKeys }
}

export interface LogInAttempt {
  email: string
  /** The network address that the attempt comes from. */
  address: string
  /**
   * The device id if the browser is known for the account (`known-devices.ts`). Attempts of a known device are counted separately.
   */
  device?: string | undefined
  /** The solved proof of work, if an earlier attempt was refused with `proof_required`. */
  proof?: SolvedProof | undefined
}

/**
 * Attempts of a known device count only for that device. Other attempts count for the account and network together (`pair`), for
 * the network (`net`), and for the account.
 */
type Rule = keyof LimitsOf<'log-in'>

export type LogInLimits = ReturnType<typeof openLogInLimits>

/** Opens the limits of log-in attempts. Their counters are in Redis, or in memory without Redis. */
export function openLogInLimits(source: LimitSource) {
  const limiters = openLimiters('log-in', limitsOf('log-in'), source)
  /** Subtracts an attempt that was not verified from the account's count. The counts of its networks stay. */
  const forgiveAccount = ({ email }: LogInAttempt) => limiters.giveBack('account', email.toLowerCase())

  return {
    /** Counts an attempt before it is verified. Throws AppError `rate_limited`. */
    async take(attempt: LogInAttempt) {
      const keys = keysOf(attempt)
      // first what the sender cannot choose: who is refused anyway must not fill the memory with counts of made-up addresses
      for (const [rule, key] of keys) if (rule === 'net') await limiters.check(rule, key)
      for (const [rule, key] of keys) await limiters.take(rule, key)
      if (!attempt.device) await limiters.add('account', attempt.email.toLowerCase())
    },
    /** Subtracts an attempt from the counts, because it succeeded or has to be repeated. */
    async forgive(attempt: LogInAttempt) {
      if (!attempt.device) await forgiveAccount(attempt)
      await Promise.all(keysOf(attempt).map(([rule, key]) => limiters.giveBack(rule, key)))
    },
    forgiveAccount,
    /**
     * Returns the difficulty of the proof of work for an attempt from an unknown device, as a multiple of the easiest. It is 0 up
     * to a hundred attempts on the account within an hour, then 2, and grows by 1 with each further hundred.
     */
    async workFor(email: string): Promise<number> {
      return workFor(await limiters.count('account', email.toLowerCase()), limits['log-in account'].points)
    },
    /** Throws AppError `rate_limited` after a hundred attempts on an account. Used where proofs of work are switched off. */
    checkAccount: (email: string) => limiters.check('account', email.toLowerCase()),
    /** Counts a code that comes with the right password. Throws AppError `rate_limited`. */
    async takeCode({ email, device }: LogInAttempt) {
      if (!device) await limiters.take('code', email.toLowerCase())
    },
    /** Subtracts all second-factor codes from the count, after a right one. */
    async forgiveCodes({ email, device }: LogInAttempt) {
      if (!device) await limiters.forget('code', email.toLowerCase())
    },
    /**
     * Counts an attempt with a passkey before it is verified, for the known device or else for the network. Throws AppError
     * `rate_limited`.
     */
    async takePasskey(attempt: PasskeyAttempt) {
      for (const [rule, key] of passkeyKeysOf(attempt)) await limiters.take(rule, key)
    },
    /** Subtracts a successful attempt with a passkey from the counts. */
    async forgivePasskey(attempt: PasskeyAttempt) {
      await Promise.all(passkeyKeysOf(attempt).map(([rule, key]) => limiters.giveBack(rule, key)))
    },
    /** Marks a proof of work, identified by its signature, as used. Returns false when it was used before. */
    useProof: async (signature: string) => (await limiters.add('proof', signature)) === 1,
    close: limiters.close,
  }
}

type PasskeyAttempt = Pick<LogInAttempt, 'address' | 'device'>

function passkeyKeysOf({ address, device }: PasskeyAttempt): [Rule, Key][] {
  if (device !== undefined) return [['device', device]]
  return networksOf(address).map((network): [Rule, Key] => ['net', network])
}

function keysOf({ email, address, device }: LogInAttempt): [Rule, Key][] {
  if (device !== undefined) return [['device', device]]
  const account = email.toLowerCase()
  const networks = networksOf(address)
  return [
    ...networks.map(({ name, times }): [Rule, Key] => ['pair', { name: `${account} ${name}`, times }]),
    ...networks.map((network): [Rule, Key] => ['net', network]),
  ]
}
