/**
 * Confirms a session with the Google account that is linked. Google asks nobody for a password who is signed in there: it
 * accepts neither `prompt=login` nor `max_age` (https://developers.google.com/identity/openid-connect/openid-connect#authenticationuriparameters).
 * So this proves that the browser holds the account's session at Google now, which a stolen session of ours does not.
 */
import type { GoogleOutcome } from '../../contract/google-calls.ts'
import { findAccount } from '../../db/queries/accounts.ts'
import { confirmSession } from './confirmation.ts'
import { openFlow, sealFlow } from './google-flow.ts'
import { redeemGoogle, requestGoogle } from './google-sign-in.ts'
import type { GoogleContext } from './google-sign-in.ts'
import { hashSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'
import { proveSecondFactor } from './two-factor.ts'

/**
 * Creates a request to Google that confirms this session when it returns. Throws AppError `code_required` or `wrong_code` where
 * the second factor is on, `rate_limited`, `not_found` where Google is off, or `google_unavailable`.
 */
export async function beginGoogleConfirmation(
  ctx: GoogleContext,
  { uid, token, address }: OwnSession & { address: string },
  code: string | undefined,
): Promise<{ address: string; flow: string }> {
  await ctx.accountLimits.takeConfirmation(token)
  await proveSecondFactor(ctx, uid, code)
  await ctx.accountLimits.forgiveConfirmation(token)
  const { address: page, ...values } = await requestGoogle(ctx, address)
  const step = { kind: 'confirming', ...values, session: keyOf(token) } as const
  return { address: page, flow: sealFlow(ctx.config.secretsKey, step) }
}

/**
 * Processes the callback of a confirmation, and returns the browser's cookie; undefined when the flow is not one. The session must be the one that began it, and
 * the person the one whose Google account is linked to its account.
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
