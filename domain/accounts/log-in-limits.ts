/** Rate limits for log-in attempts. */
import type { SolvedProof } from '../../contract/proof.ts'
import type { Db } from '../../db/connection.ts'
import { openLimiters } from '../security/limiters.ts'
import type { Key, LimitSource } from '../security/limiters.ts'
import { networksOf } from '../security/network-key.ts'
import type { WorkProof } from '../security/proof-of-work.ts'

/** What every check of a person's identity needs. */
export interface LogInContext {
  db: Db
  limits: LogInLimits
  /** Undefined where proofs of work are switched off. */
  workProof: WorkProof | undefined
  config: { secretsKey: Buffer }
}

export interface LogInAttempt {
  email: string
  /** The network address of the attempt. */
  address: string
  /** The id of a device that is known for the account: its attempts count for itself alone. */
  device?: string | undefined
  /** The solved proof of work, after an attempt was refused with `proof_required`. */
  proof?: SolvedProof | undefined
}

const minute = 60
const hour = 60 * minute

/**
 * Attempts of a known device count for that device alone. Those of others count by account and network together, by network, and
 * by account. Networks have these limits as an IPv4 address or a /64; a /56 has them twice and a /48 four times.
 */
export const logInRules = {
  device: { points: 10, duration: 15 * minute },
  pair: { points: 10, duration: 15 * minute },
  net: { points: 100, duration: 15 * minute },
  /** Past it each attempt from an unknown device requires a proof of work, which grows with further ones. */
  account: { points: 100, duration: hour },
  /** Codes from unknown devices that come with the right password. */
  code: { points: 20, duration: hour },
  proof: { points: 1, duration: 20 * minute },
}
/** Ten times the easiest proof: twenty seconds on a cheap phone, on average. */
const mostWork = 10

type Rule = keyof typeof logInRules

export type LogInLimits = ReturnType<typeof openLogInLimits>

/** Opens the limits; their counters are in Redis, or in memory without it. */
export function openLogInLimits(source: LimitSource) {
  const limiters = openLimiters('log-in', logInRules, source)
  /** Removes an attempt that was not verified from the count of the account, not from those of its networks. */
  const forgiveAccount = ({ email }: LogInAttempt) => limiters.giveBack('account', email.toLowerCase())

  return {
    /** Counts an attempt before it is verified. Throws AppError `rate_limited`. */
    async take(attempt: LogInAttempt) {
      for (const [rule, key] of keysOf(attempt)) await limiters.take(rule, key)
      if (!attempt.device) await limiters.add('account', attempt.email.toLowerCase())
    },
    /** Removes a successful attempt from the count, or one that has to be repeated. */
    async forgive(attempt: LogInAttempt) {
      if (!attempt.device) await forgiveAccount(attempt)
      await Promise.all(keysOf(attempt).map(([rule, key]) => limiters.giveBack(rule, key)))
    },
    forgiveAccount,
    /**
     * How much work an attempt from an unknown device is, because of the earlier ones on its account: none up to a hundred, twice
     * the easiest from there on, and once more for each further hundred.
     */
    async workFor(email: string): Promise<number> {
      const hundreds = Math.ceil(
        (await limiters.count('account', email.toLowerCase())) / logInRules.account.points,
      )
      return hundreds > 1 ? Math.min(hundreds, mostWork) : 0
    },
    /** Throws AppError `rate_limited` after a hundred attempts on an account: for where there are no proofs of work. */
    checkAccount: (email: string) => limiters.check('account', email.toLowerCase()),
    /** Counts a code that comes with the right password. Throws AppError `rate_limited`. */
    async takeCode({ email, device }: LogInAttempt) {
      if (!device) await limiters.take('code', email.toLowerCase())
    },
    /** Removes right codes from the count. */
    async forgiveCodes({ email, device }: LogInAttempt) {
      if (!device) await limiters.forget('code', email.toLowerCase())
    },
    /** Counts an attempt with a passkey before it is verified: for the known device, or for the network. Throws `rate_limited`. */
    async takePasskey(attempt: PasskeyAttempt) {
      for (const [rule, key] of passkeyKeysOf(attempt)) await limiters.take(rule, key)
    },
    /** Removes a successful attempt with a passkey from the count. */
    async forgivePasskey(attempt: PasskeyAttempt) {
      await Promise.all(passkeyKeysOf(attempt).map(([rule, key]) => limiters.giveBack(rule, key)))
    },
    /** Marks a proof, named by its signature, as used. Returns false when it was used before. */
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
