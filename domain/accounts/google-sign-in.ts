/**
 * Handles Google's callback. The person is logged in, starts a sign-up, or first has to prove that an existing account is theirs.
 */
import type { Logger } from 'pino'
import { apiBase, browserPaths } from '../../contract/calls.ts'
import { AppError } from '../../contract/errors.ts'
import type { GoogleOutcome } from '../../contract/accounts/google-calls.ts'
import type { Db } from '../../db/connection.ts'
import { findAccountByEmail, findAccountByGoogleId } from '../../db/queries/accounts/accounts.ts'
import type { AccountRow } from '../../db/schema.ts'
import { GoogleRefusal } from './google-identity.ts'
import type { GooglePerson, GoogleRequest, GoogleSignIn } from './google-identity.ts'
import type { AccountLimits } from './account-limits.ts'
import { openFlow, sealFlow } from './google-flow.ts'
import type { StartedGoogle } from './google-flow.ts'
import { enterAccount } from './enter-account.ts'
import { startGoogleSignUp } from './sign-up.ts'
import { hasSecondFactor } from './two-factor.ts'
import type { Solo } from '../config/solo-config.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface GoogleContext {
  db: Db
  log: Logger
  accountLimits: AccountLimits
  /** Undefined where Google sign-in is off. */
  google: GoogleSignIn | undefined
  config: { secretsKey: SecretKeys; publicUrl: string; solo: Solo | undefined }
}

export interface GoogleWish {
  page: 'log-in' | 'sign-up'
  /** The path of our site to open after the sign-in. */
  from: string | undefined
}

/** Creates a sign-in request to Google. Throws AppError `not_found` where Google sign-in is off, or `google_unavailable`. */
export async function beginGoogle(
  ctx: GoogleContext,
  { page, from }: GoogleWish,
): Promise<{ address: string; flow: string }> {
  const { address: consentPage, ...values } = await requestGoogle(ctx)
  const step = { kind: 'asked', ...values, page, from: from ?? null } as const
  return { address: consentPage, flow: sealFlow(ctx.config.secretsKey, step) }
}

/**
 * Creates a request to Google; `receiveGoogle` handles its callback. Throws AppError `not_found` where Google sign-in is off, or
 * `google_unavailable`.
 */
export async function requestGoogle({ google, log, config }: GoogleContext): Promise<GoogleRequest> {
  if (!google) throw new AppError('not_found')
  return google.begin(callbackOf(config.publicUrl)).catch((error: Error) => {
    log.warn({ reason: error.message }, 'google not reached')
    throw new AppError('google_unavailable')
  })
}

export interface GoogleAnswer {
  /** The query of the callback address. */
  query: URLSearchParams
  /** The browser's sealed cookie with the state of the sign-in. */
  flow: string | undefined
  userAgent: string
  /** The token of the browser's unfinished sign-up. A new sign-up keeps its answers. */
  signUpBefore: string | undefined
}

/** The result of a callback, with the page that the browser opens next. */
export type GoogleResult =
  | { kind: 'signed-in'; token: string; account: AccountRow; from: string | null }
  | { kind: 'sign-up'; signUpToken: string }
  | { kind: 'prove'; outcome: 'link' | 'code'; flow: string }
  | { kind: 'refused'; outcome: GoogleOutcome; page: 'log-in' | 'sign-up' }

/**
 * Processes Google's callback. Accounts are found only by Google's id: an account that merely has the same email address is not
 * opened.
 */
export async function receiveGoogle(ctx: GoogleContext, answer: GoogleAnswer): Promise<GoogleResult> {
  const requested = openFlow(ctx.config.secretsKey, answer.flow, 'asked')
  const page = requested?.page ?? 'log-in'
  const refuse = (outcome: GoogleOutcome) => ({ kind: 'refused', outcome, page }) as const
  if (!requested || answer.query.get('state') !== requested.state) return refuse('expired')
  const person = await redeemGoogle(ctx, answer.query, requested)
  if (typeof person === 'string') return refuse(person)

  const known = await findAccountByGoogleId(ctx.db, person.googleId)
  if (known) return signIn(ctx, known, requested, answer)
  if (!person.isEmailVerified) return refuse('unverified')
  const namesake = await findAccountByEmail(ctx.db, person.email)
  if (namesake?.googleId) return refuse('other')
  if (namesake) return { kind: 'prove', outcome: 'link', flow: prove(ctx, person, requested) }
  const signUpToken = await startGoogleSignUp(ctx, person, answer.signUpBefore)
  return { kind: 'sign-up', signUpToken }
}

/** Redeems the code of Google's callback. Returns the person, or the reason why nobody was identified. */
export async function redeemGoogle(
  { google, log, config, accountLimits }: GoogleContext,
  query: URLSearchParams,
  begun: Omit<GoogleRequest, 'address'>,
): Promise<GooglePerson | GoogleOutcome> {
  if (!google) return 'failed'
  try {
    await accountLimits.take('google-code', begun.state)
    return await google.redeem(new URL(`${callbackOf(config.publicUrl)}?${query}`), begun)
  } catch (error) {
    if (error instanceof GoogleRefusal) return error.reason
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'google sign-in failed')
    return 'failed'
  }
}

async function signIn(
  ctx: GoogleContext,
  account: AccountRow,
  { from, page }: StartedGoogle,
  { userAgent }: GoogleAnswer,
): Promise<GoogleResult> {
  const { uid, email, googleId } = account
  if (await hasSecondFactor(ctx.db, uid)) {
    const flow = sealFlow(ctx.config.secretsKey, { kind: 'proven', googleId: googleId!, email, from })
    return { kind: 'prove', outcome: 'code', flow }
  }
  const entered = await enterAccount(ctx, { uid, userAgent }, (now) => now.googleId === googleId)
  if (!entered) return { kind: 'refused', outcome: 'expired', page }
  return { kind: 'signed-in', ...entered, from }
}

function prove(
  { config }: GoogleContext,
  { googleId, email }: GooglePerson,
  { from }: StartedGoogle,
): string {
  return sealFlow(config.secretsKey, { kind: 'proven', googleId, email, from })
}

/** Returns the callback's URL, which has to be registered at Google. */
function callbackOf(publicUrl: string): string {
  return publicUrl + apiBase + browserPaths.googleCallback
}
