/** The second factor: codes of an authenticator app (RFC 6238) and recovery codes, each valid once. */
import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { AppError } from '../../contract/errors.ts'
import type { Db, Trx } from '../../db/connection.ts'
import type { SensitiveChange, TwoFactorRow } from '../../db/account-tables.ts'
import {
  confirmTwoFactor,
  countRecoveryCodes,
  deleteTwoFactor,
  draftTwoFactor,
  findTwoFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
  takeTwoFactorSnapshot,
} from '../../db/queries/accounts/two-factor.ts'
import type { AccountRow } from '../../db/schema.ts'
import { seal, unseal } from '../security/sealing.ts'
import { getOwnAccount } from './change-password.ts'
import type { PasswordContext } from './change-password.ts'
import { recordSensitiveChange } from './sensitive-changes.ts'
import { changeInSession } from './session-changes.ts'
import type { OwnSession } from './sessions.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

type Keyed = { db: Db; config: { secretsKey: SecretKeys } }

const seconds = 30
const recoveryCodeCount = 10

/** Returns whether two-factor is on, and how many recovery codes are left. */
export async function readTwoFactor(db: Db, uid: string) {
  const row = await findTwoFactor(db, uid)
  return { isOn: Boolean(row?.confirmedAt), recoveryCodesLeft: row ? await countRecoveryCodes(db, uid) : 0 }
}

/** Creates a secret for the authenticator app. Throws AppError `two_factor_on`. */
export async function startTwoFactor(ctx: PasswordContext, uid: string) {
  const { email } = await getOwnAccount(ctx.db, uid)
  const secret = new Secret({ size: 20 })
  const sealed = seal(ctx.config.secretsKey, secret.base32, twoFactorContext(uid))
  if (!(await draftTwoFactor(ctx.db, uid, sealed))) throw new AppError('two_factor_on')
  return { secret: secret.base32, address: totpOf(secret, email).toString() }
}

/**
 * Turns two-factor on after a first right code, and returns the recovery codes. Throws AppError `two_factor_on`, `wrong_code`,
 * `rate_limited`, or as `changeInSession` does.
 */
export async function finishTwoFactor(
  ctx: PasswordContext,
  session: OwnSession,
  code: string,
): Promise<string[]> {
  const { uid } = session
  if (await hasSecondFactor(ctx.db, uid)) throw new AppError('two_factor_on')
  return changeInSession(ctx.db, session, async (trx, account) => {
    if (await hasSecondFactor(trx, uid)) throw new AppError('two_factor_on')
    if (!(await isAppCode({ ...ctx, db: trx }, uid, code))) throw new AppError('wrong_code')
    await confirmTwoFactor(trx, uid)
    await record(ctx, trx, account, { kind: 'two-factor-on', before: {} })
    return makeRecoveryCodes({ ...ctx, db: trx }, uid)
  })
}

/** Replaces the recovery codes. Throws AppError `not_found` when two-factor is off, or as `changeInSession` does. */
export async function renewRecoveryCodes(ctx: PasswordContext, session: OwnSession): Promise<string[]> {
  return changeInSession(ctx.db, session, async (trx, account) => {
    const before = await takeTwoFactorSnapshot(trx, session.uid)
    if (!before) throw new AppError('not_found')
    await record(ctx, trx, account, { kind: 'recovery-codes', before })
    return makeRecoveryCodes({ ...ctx, db: trx }, session.uid)
  })
}

/** Turns two-factor off. Throws AppError `not_found` when it is off, or as `changeInSession` does. */
export async function stopTwoFactor(ctx: PasswordContext, session: OwnSession): Promise<void> {
  await changeInSession(ctx.db, session, async (trx, account) => {
    const before = await takeTwoFactorSnapshot(trx, session.uid)
    if (!before) throw new AppError('not_found')
    await deleteTwoFactor(trx, session.uid)
    await record(ctx, trx, account, { kind: 'two-factor-off', before })
  })
}

/** Returns whether logging in to an account requires a second-factor code. */
export async function hasSecondFactor(db: Db, uid: string): Promise<boolean> {
  return Boolean((await findTwoFactor(db, uid))?.confirmedAt)
}

/** Accepts an account without a second factor, or a valid code. Throws AppError `code_required` or `wrong_code`. */
export async function proveSecondFactor(ctx: Keyed, uid: string, code: string | undefined): Promise<void> {
  const row = await findTwoFactor(ctx.db, uid)
  if (!row?.confirmedAt) return
  if (!code) throw new AppError('code_required')
  const isRight = /^\d{6}$/.test(code)
    ? await isAppCode(ctx, uid, code)
    : await takeRecoveryCode(ctx.db, uid, macRecoveryCode(unsealSecret(ctx, row), code))
  if (!isRight) throw new AppError('wrong_code')
}

/** Returns whether an authenticator app shows this code within half a minute of now. A code that was used before is refused. */
async function isAppCode({ db, config }: Keyed, uid: string, code: string): Promise<boolean> {
  const row = await findTwoFactor(db, uid)
  if (!row) return false
  const secret = unsealSecret({ config }, row)
  const now = Date.now()
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: 1 })
  return delta !== null && takeStep(db, uid, Math.floor(now / 1000 / seconds) + delta)
}

function totpOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: 'Brimful', label, secret, digits: 6, period: seconds, algorithm: 'SHA1' })
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

async function makeRecoveryCodes(ctx: Keyed & { db: Trx }, uid: string): Promise<string[]> {
  const row = await findTwoFactor(ctx.db, uid)
  const secret = unsealSecret(ctx, row!)
  const part = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const codes = Array.from({ length: recoveryCodeCount }, () => `${part()}-${part()}`)
  await replaceRecoveryCodes(
    ctx.db,
    uid,
    codes.map((code) => macRecoveryCode(secret, code)),
  )
  return codes
}

/**
 * Returns the stored form of a recovery code as typed: case and the dash do not matter. The key is the account's own secret, which is
 * sealed in the database, so that nobody can find the 50 bits of a code from a copy of the database alone, and codes stay valid
 * when SECRETS_KEY is replaced.
 */
function macRecoveryCode(secret: Secret, code: string): Buffer {
  return createHmac('sha256', Buffer.from(secret.bytes))
    .update('recovery code')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()
}

function unsealSecret({ config }: Pick<Keyed, 'config'>, { uid, secretSealed }: TwoFactorRow): Secret {
  return Secret.fromBase32(unseal(config.secretsKey, secretSealed, twoFactorContext(uid)))
}

type TwoFactorChange = SensitiveChange & { kind: 'two-factor-on' | 'two-factor-off' | 'recovery-codes' }

async function record(
  { config }: Keyed,
  trx: Trx,
  account: AccountRow,
  change: TwoFactorChange,
): Promise<void> {
  const { displayName: name } = account
  await recordSensitiveChange({ db: trx, secretsKey: config.secretsKey }, account, change, (undo) => ({
    kind: change.kind,
    name,
    undo,
  }))
}

/** Returns the context for sealing the secret of an account. */
export function twoFactorContext(uid: string): string {
  return `two-factor:${uid}`
}
