/** The second factor: codes of an authenticator app (RFC 6238) and recovery codes, each valid once. */
import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { AppError } from '../../contract/errors.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { findAccount } from '../../db/queries/accounts.ts'
import {
  confirmTwoFactor,
  countRecoveryCodes,
  deleteTwoFactor,
  draftTwoFactor,
  findTwoFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from '../../db/queries/two-factor.ts'
import { seal, unseal } from '../security/sealing.ts'
import { enqueueAccountEmail } from '../mail/enqueue-account-email.ts'
import { provePassword } from './change-password.ts'
import type { PasswordContext, PasswordProof } from './change-password.ts'

type Keyed = { db: Db; config: { secretsKey: Buffer } }

const seconds = 30
const recoveryCodeCount = 10

/** Returns whether two-factor is on, and how many recovery codes are left. */
export async function readTwoFactor(db: Db, uid: string) {
  const row = await findTwoFactor(db, uid)
  return { isOn: Boolean(row?.confirmedAt), recoveryCodesLeft: row ? await countRecoveryCodes(db, uid) : 0 }
}

/** Creates a secret for the authenticator app. Throws AppError `two_factor_on`, or like `provePassword`. */
export async function startTwoFactor(ctx: PasswordContext, proof: PasswordProof) {
  const { email, uid } = await provePassword(ctx, proof)
  const secret = new Secret({ size: 20 })
  const sealed = seal(ctx.config.secretsKey, secret.base32, contextOf(uid))
  if (!(await draftTwoFactor(ctx.db, uid, sealed))) throw new AppError('two_factor_on')
  return { secret: secret.base32, address: totpOf(secret, email).toString() }
}

/** Turns two-factor on with a first code and returns the recovery codes. Throws AppError `wrong_code`. */
export async function finishTwoFactor(ctx: PasswordContext, uid: string, code: string): Promise<string[]> {
  const before = await findTwoFactor(ctx.db, uid)
  if (before?.confirmedAt) throw new AppError('two_factor_on')
  await ctx.accountLimits.takeSecondFactor(uid)
  if (!before || !(await isAppCode(ctx, uid, code))) throw new AppError('wrong_code')
  return ctx.db.transaction().execute(async (trx) => {
    await confirmTwoFactor(trx, uid)
    await tell(ctx, trx, uid, 'two-factor-on')
    return makeRecoveryCodes(trx, uid)
  })
}

/** Replaces the recovery codes. Throws AppError `wrong_code`. */
export async function renewRecoveryCodes(ctx: PasswordContext, uid: string, code: string): Promise<string[]> {
  await ctx.accountLimits.takeSecondFactor(uid)
  if (!(await readTwoFactor(ctx.db, uid)).isOn) throw new AppError('wrong_code')
  await proveSecondFactor(ctx, uid, code)
  return ctx.db.transaction().execute((trx) => makeRecoveryCodes(trx, uid))
}

/** Turns two-factor off. Requires the password and a code; throws like `provePassword` and `proveSecondFactor`. */
export async function stopTwoFactor(ctx: PasswordContext, proof: PasswordProof, code: string): Promise<void> {
  const { uid } = await provePassword(ctx, proof)
  await ctx.accountLimits.takeSecondFactor(uid)
  await proveSecondFactor(ctx, uid, code)
  await ctx.db.transaction().execute(async (trx) => {
    await deleteTwoFactor(trx, uid)
    await tell(ctx, trx, uid, 'two-factor-off')
  })
}

/** Returns whether a log-in requires a code. */
export async function hasSecondFactor(db: Db, uid: string): Promise<boolean> {
  return Boolean((await findTwoFactor(db, uid))?.confirmedAt)
}

/** Accepts an account without a second factor, or with a valid code. Throws AppError `code_required` or `wrong_code`. */
export async function proveSecondFactor(ctx: Keyed, uid: string, code: string | undefined): Promise<void> {
  const row = await findTwoFactor(ctx.db, uid)
  if (!row?.confirmedAt) return
  if (!code) throw new AppError('code_required')
  const isRight = /^\d{6}$/.test(code)
    ? await isAppCode(ctx, uid, code)
    : await takeRecoveryCode(ctx.db, uid, hashRecoveryCode(uid, code))
  if (!isRight) throw new AppError('wrong_code')
}

/** Returns whether the app shows this code now, or did or will within half a minute; a used code is wrong. */
async function isAppCode({ db, config }: Keyed, uid: string, code: string): Promise<boolean> {
  const row = await findTwoFactor(db, uid)
  if (!row) return false
  const secret = Secret.fromBase32(unseal(config.secretsKey, row.secretSealed, contextOf(uid)))
  const now = Date.now()
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: 1 })
  return delta !== null && takeStep(db, uid, Math.floor(now / 1000 / seconds) + delta)
}

function totpOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: 'Brimful', label, secret, digits: 6, period: seconds, algorithm: 'SHA1' })
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

async function makeRecoveryCodes(trx: Trx, uid: string): Promise<string[]> {
  const part = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const codes = Array.from({ length: recoveryCodeCount }, () => `${part()}-${part()}`)
  await replaceRecoveryCodes(
    trx,
    uid,
    codes.map((code) => hashRecoveryCode(uid, code)),
  )
  return codes
}

/** Hashes a typed recovery code, ignoring its case and dash. */
function hashRecoveryCode(uid: string, code: string): Buffer {
  return createHash('sha256')
    .update(`${uid} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest()
}

async function tell({ config }: Keyed, trx: Trx, uid: string, kind: 'two-factor-on' | 'two-factor-off') {
  const account = await findAccount(trx, uid)
  const { secretsKey } = config
  if (account)
    await enqueueAccountEmail({ db: trx, secretsKey }, account, { kind, name: account.displayName })
}

function contextOf(uid: string): string {
  return `two-factor:${uid}`
}
