/**
 * Logs in and confirms sessions by passkey. The authenticator verifies its user by fingerprint, face or PIN, so a passkey counts
 * as two factors and no code is required (https://pages.nist.gov/800-63-4/sp800-63b.html#syncable).
 */
import { AppError } from '../../contract/errors.ts'
import type { Assertion, RequestOptions } from '../../contract/accounts/passkey-calls.ts'
import { findAccountByPasskey } from '../../db/queries/accounts/accounts.ts'
import { findPasskey, isPasskeyOf, listPasskeys } from '../../db/queries/accounts/passkeys.ts'
import { recordRefusal } from './account-events.ts'
import { confirmSession } from './confirmation.ts'
import type { AccountLimits } from './account-limits.ts'
import type { AccountRow } from '../../db/schema.ts'
import { enterAccount } from './enter-account.ts'
import type { Entered } from './enter-account.ts'
import type { LogInLimits } from './log-in-limits.ts'
import { challengeLifetime, makeChallenge, openChallenge } from './passkey-challenge.ts'
import type { ChallengePurpose } from './passkey-challenge.ts'
import { toDescriptor } from './passkeys.ts'
import type { OwnSession } from './sessions.ts'
import { relyingPartyId, toUserHandle, provePasskey } from './verify-passkey.ts'
import type { PasskeyContext } from './verify-passkey.ts'

export interface PasskeyLogInContext extends PasskeyContext {
  limits: LogInLimits
  accountLimits: AccountLimits
}

interface Requested {
  options: RequestOptions
  /** The sealed challenge, which the browser's cookie stores. */
  sealed: string
}

export interface PasskeyAnswer {
  credential: Assertion
  /** The sealed challenge from the browser's cookie. */
  sealed: string | undefined
}

/** Returns the options that let the browser offer every passkey that it has for this site. */
export function startPasskeyLogIn(ctx: PasskeyContext): Requested {
  return ask(ctx, { purpose: 'log-in' }, [])
}

/**
 * Logs in by a passkey: opens a session and returns its token with the account. Throws AppError `passkey_expired`,
 * `passkey_unknown`, `passkey_refused` or `rate_limited`. Attempts count for the device or the network, but not for the account:
 * nobody can guess a passkey, and attempts of others must not lock the owner out.
 */
export async function logInByPasskey(
  ctx: PasskeyLogInContext,
  { credential, sealed }: PasskeyAnswer,
  source: { address: string; userAgent: string; deviceOf: (account: AccountRow) => string | undefined },
): Promise<Entered> {
  const challenge = openChallenge(ctx.config.secretsKey, sealed, { purpose: 'log-in' })
  const passkey = await findPasskey(ctx.db, credential.id)
  const account = passkey && (await findAccountByPasskey(ctx.db, credential.id))
  const attempt = { address: source.address, device: account && source.deviceOf(account) }
  await ctx.limits.takePasskey(attempt)
  if (!account) throw new AppError('passkey_unknown')
  await recordRefusal(ctx.db, { uid: account.uid, userAgent: source.userAgent }, async () => {
    if (credential.response.userHandle !== toUserHandle(account.uid)) throw new AppError('passkey_unknown')
    await provePasskey(ctx, passkey, credential, challenge)
  })
  await ctx.limits.forgivePasskey(attempt)
  const { uid } = account
  const entered = await enterAccount(ctx, { uid, userAgent: source.userAgent }, (_, trx) =>
    isPasskeyOf(trx, uid, passkey.id),
  )
  if (!entered) throw new AppError('passkey_unknown')
  return entered
}

/** Returns the options that let the browser offer the account's passkeys. Throws AppError `passkey_unknown` when it has none. */
export async function startPasskeyConfirmation(
  ctx: PasskeyContext,
  { uid, token }: OwnSession,
): Promise<Requested> {
  const known = await listPasskeys(ctx.db, uid)
  if (known.length === 0) throw new AppError('passkey_unknown')
  return ask(ctx, { purpose: 'confirm', session: { token } }, known.map(toDescriptor))
}

/**
 * Confirms the session with one of its account's passkeys, and returns the cookie that proves the confirmation. Throws AppError
 * `passkey_expired`, `passkey_unknown`, `passkey_refused` or `rate_limited`. Attempts count for this session only.
 */
export async function confirmByPasskey(
  ctx: PasskeyLogInContext,
  { uid, token }: OwnSession,
  { credential, sealed }: PasskeyAnswer,
): Promise<string> {
  await ctx.accountLimits.takeConfirmation(token)
  const expected = { purpose: 'confirm', session: { token } } as const
  const challenge = openChallenge(ctx.config.secretsKey, sealed, expected)
  const passkey = await findPasskey(ctx.db, credential.id)
  await recordRefusal(ctx.db, { uid }, async () => {
    if (passkey?.uid !== uid) throw new AppError('passkey_unknown')
    await provePasskey(ctx, passkey, credential, challenge)
  })
  await ctx.accountLimits.forgiveConfirmation(token)
  return confirmSession(ctx, token, 'passkey')
}

function ask(
  { config }: PasskeyContext,
  purpose: ChallengePurpose,
  allowCredentials: RequestOptions['allowCredentials'],
): Requested {
  const { challenge, sealed } = makeChallenge(config.secretsKey, purpose)
  const rpId = relyingPartyId(config)
  const options = { challenge, rpId, timeout: challengeLifetime, userVerification: 'required' } as const
  return { options: { ...options, allowCredentials }, sealed }
}
