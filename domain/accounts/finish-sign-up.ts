/** Finishes a sign-up: sends a code by email and creates the account. */
import { AppError } from '../../contract/errors.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Db, Trx } from '../../db/connection.ts'
import {
  findAccountByEmail,
  findAccountByGoogleId,
  insertAccount,
} from '../../db/queries/accounts/accounts.ts'
import { ensureCounter } from '../../db/queries/alerts/alerts.ts'
import {
  deleteSignUp,
  lockSignUp,
  setSignUpCode,
  takeCodeAttempt,
} from '../../db/queries/accounts/sign-ups.ts'
import type { SignUpRow } from '../../db/account-tables.ts'
import type { AccountRow } from '../../db/schema.ts'
import { enqueueAccountEmail } from '../mail/enqueue-account-email.ts'
import { isSame, macCode, makeCode } from '../security/tokens.ts'
import { refuseRacedName } from './refuse-raced-name.ts'
import { takeCode } from './take-code.ts'
import type { CodeContext, CodeVisit } from './take-code.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import type { Solo } from '../config/solo-config.ts'
import { refuseForSolo } from './solo-sign-up.ts'
import { findTimeZone } from './time-zones.ts'

export const codeRules = { minutes: 10, attempts: 5, resendSeconds: 30 } as const

export interface SignUpContext extends CodeContext {
  db: Db
  config: { secretsKey: SecretKeys; sessionSecret: SecretKeys; solo: Solo | undefined }
}

/** What an account takes over from the page of its sign-up. */
interface PageSettings {
  locale: Locale
  /** As the browser gives it. */
  timeZone?: string | undefined
}

/** Returns whether the code that was sent is still valid and has attempts left. */
export function hasGoodCode({ codeSentAt, codeAttempts }: SignUpRow, now = Date.now()): boolean {
  return codeSentAt !== null && codeAttempts < codeRules.attempts && now < codeExpiry(codeSentAt).getTime()
}

/** Returns when a code that was sent at `sentAt` expires. */
export function codeExpiry(sentAt: Date): Date {
  return new Date(sentAt.getTime() + codeRules.minutes * 60_000)
}

/** Returns when another code may be requested after one was sent at `sentAt`. */
export function codeResend(sentAt: Date): Date {
  return new Date(sentAt.getTime() + codeRules.resendSeconds * 1000)
}

/**
 * Sends a new code by email, which invalidates the previous one. If the address already has an account, the email says so instead
 * of containing a code. The response does not reveal this. Both emails are in the language of the page. Throws AppError
 * `sign_up_unfinished`, `rate_limited`, and `proof_required` as `takeCode` does.
 */
export async function sendSignUpCode(
  ctx: SignUpContext,
  signUp: SignUpRow,
  { locale, ...visit }: CodeVisit & { locale: Locale },
): Promise<SignUpRow> {
  refuseUnfinished(signUp)
  refuseHaste(signUp)
  await takeCode(ctx, 'code-mail', signUp.email, visit)
  const { secretsKey, sessionSecret } = ctx.config
  return ctx.db.transaction().execute(async (trx) => {
    const held = await lockSignUp(trx, signUp.tokenHash)
    if (!held) throw new AppError('sign_up_expired')
    refuseHaste(held) // another tab of the same browser may have requested a code meanwhile
    const code = makeCode()
    const account = await findAccountByEmail(trx, held.email)
    // For an address with an account the code is stored as usual, but not sent to anybody.
    const content = account ? ({ kind: 'sign-up-known' } as const) : ({ kind: 'sign-up-code', code } as const)
    await enqueueAccountEmail({ db: trx, secretsKey }, { email: held.email, locale }, content)
    return setSignUpCode(trx, held.tokenHash, macCode(sessionSecret[0], held.tokenHash, code))
  })
}

/**
 * Creates the account of a sign-up, in the language of its page and in the browser's time zone, or UTC if that is unknown. Throws
 * AppError `wrong_code`, `code_expired`, `sign_up_unfinished`, `name_taken`, `email_taken` (only if the code is right), or
 * `proof_required` as `takeCode` does.
 */
export async function finishSignUp(
  ctx: SignUpContext,
  signUp: SignUpRow,
  { code, locale, timeZone, ...visit }: CodeVisit & PageSettings & { code: string },
): Promise<AccountRow> {
  refuseUnfinished(signUp)
  await takeCode(ctx, 'code-guess', signUp.email, visit)
  const mac = await takeCodeAttempt(ctx.db, signUp.tokenHash, codeRules)
  if (!mac) throw new AppError('code_expired')
  const { sessionSecret } = ctx.config
  if (!sessionSecret.some((key) => isSame(mac, macCode(key, signUp.tokenHash, code))))
    throw new AppError('wrong_code')
  return openAccount(ctx, signUp.tokenHash, { locale, timeZone })
}

/**
 * Creates the account of a sign-up whose email address Google has verified, otherwise like `finishSignUp`. Throws AppError
 * `sign_up_unfinished` (also for a sign-up that needs a code), `email_taken` or `name_taken`.
 */
export async function finishGoogleSignUp(
  ctx: SignUpContext,
  signUp: SignUpRow,
  settings: PageSettings,
): Promise<AccountRow> {
  if (!signUp.googleId) throw new AppError('sign_up_unfinished')
  refuseUnfinished(signUp)
  return openAccount(ctx, signUp.tokenHash, settings)
}

/** Turns the sign-up into an account, or leaves it unchanged on failure. */
async function openAccount(
  { db, config: { solo } }: SignUpContext,
  tokenHash: Buffer,
  { locale, timeZone }: PageSettings,
): Promise<AccountRow> {
  const settings = { locale, timeZone: (await findTimeZone(db, timeZone)) ?? 'UTC' }
  return db
    .transaction()
    .execute((trx) => takeSignUp(trx, tokenHash, settings, solo))
    .catch(refuseRacedName)
}

/**
 * Creates the account of a sign-up within a transaction, which a caught error has to end. Checks no code: the caller has verified
 * the address. Throws AppError `sign_up_expired`, `sign_up_unfinished`, `name_taken` or `email_taken`, or an error of Postgres for
 * `refuseRacedName`. With `solo`, also as `refuseForSolo` does; the operator's command passes none.
 */
export async function takeSignUp(
  trx: Trx,
  tokenHash: Buffer,
  settings: { locale: Locale; timeZone: string },
  solo?: Solo,
): Promise<AccountRow> {
  const signUp = await lockSignUp(trx, tokenHash)
  if (!signUp) throw new AppError('sign_up_expired')
  const { email, passwordHash, googleId, displayName, bio, image, currency } = signUp
  const { accountType, userName } = refuseUnfinished(signUp)
  refuseForSolo(solo, { email, accountType, userName })
  const given = { email, passwordHash, googleId, displayName, bio, image, currency }
  const unset = { ytUrl: null, twitterUrl: null, instaUrl: null, fbUrl: null, coverImage: null }
  const account = await insertAccount(trx, { ...given, ...unset, accountType, userName, ...settings })
  if (!account) throw new AppError((await isKnown(trx, signUp)) ? 'email_taken' : 'name_taken')
  if (accountType === 1) await ensureCounter(trx, account.uid)
  await deleteSignUp(trx, tokenHash)
  return account
}

async function isKnown(trx: Trx, { email, googleId }: SignUpRow): Promise<boolean> {
  if (await findAccountByEmail(trx, email)) return true
  return googleId !== null && (await findAccountByGoogleId(trx, googleId)) !== undefined
}

function refuseUnfinished({ accountType, userName, isDescribed }: SignUpRow) {
  if (!accountType || !userName || !isDescribed) throw new AppError('sign_up_unfinished')
  return { accountType, userName }
}

function refuseHaste({ codeSentAt }: SignUpRow): void {
  if (codeSentAt && Date.now() < codeResend(codeSentAt).getTime()) throw new AppError('rate_limited')
}
