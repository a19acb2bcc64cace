/**
 * Confirms a session with the account's linked Google account. Google supports neither `prompt=login` nor `max_age`
 * (https://developers.google.com/identity/openid-connect/openid-connect#authenticationuriparameters), so it does not ask for a
 * password if the browser is already signed in there. The confirmation only proves that the browser has a Google session now, which
 * somebody who merely stole our session does not have.
 */
import type { GoogleOutcome } from '../../contract/accounts/google-calls.ts'
import { findAccount } from '../../db/queries/accounts/accounts.ts'
import { confirmSession } from './confirmation.ts'
import { openFlow, sealFlow } from './google-flow.ts'
import { redeemGoogle, requestGoogle } from './google-sign-in.ts'
import type { GoogleContext } from './google-sign-in.ts'
import { hashSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'
import { recordRefusal } from './account-events.ts'
import { proveSecondFactor } from './two-factor.ts'

/**
 * Creates a request to Google whose callback will confirm this session. Throws AppError `code_required` or `wrong_code` if the
 * second factor is on, `rate_limited`, `not_found` where Google sign-in is off, or `google_unavailable`.
 */
export async function beginGoogleConfirmation(
  ctx: GoogleContext,
  { uid, token }: OwnSession,
  code: string | undefined,
): Promise<{ address: string; flow: string }> {
  await ctx.accountLimits.takeConfirmation(token)
  await recordRefusal(ctx.db, { uid }, () => proveSecondFactor(ctx, uid, code))
  await ctx.accountLimits.forgiveConfirmation(token)
  const { address: page, ...values } = await requestGoogle(ctx)
  const step = { kind: 'confirming', ...values, session: keyOf(token) } as const
  return { address: page, flow: sealFlow(ctx.config.secretsKey, step) }
}

/**
 * Processes the callback of a confirmation, and returns the cookie that proves the confirmation; undefined when the callback
 * belongs to a sign-in. The callback must come in the session that began the confirmation, and from the Google account that is
 * linked to its account.
 */
export async function receiveGoogleConfirmation(
  ctx: GoogleContext,
  {
    query,
    flow,
    session,
  }: { query: URLSearchParams; flow: string | undefined; session: OwnSession | undefined },
): Promise<{ confirmation: string } | GoogleOutcome | undefined> {
  const begun = openFlow(ctx.config.secretsKey, flow, 'confirming')
  if (!begun) return undefined
  if (query.get('state') !== begun.state || !session || keyOf(session.token) !== begun.session)
    return 'expired'
  const person = await redeemGoogle(ctx, query, begun)
  if (typeof person === 'string') return person
  const account = await findAccount(ctx.db, session.uid)
  if (account?.googleId !== person.googleId) return 'other'
  return { confirmation: await confirmSession(ctx, session.token, 'google') }
}

function keyOf(token: string): string {
  return hashSession(token).toString('base64url')
}
