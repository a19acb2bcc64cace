import { AppError } from '../../contract/errors.ts'
import type { SessionUser } from '../../contract/entities.ts'
import { findSessionUser } from '../../db/queries/accounts/accounts.ts'
import type { SessionUserRow } from '../../db/queries/accounts/accounts.ts'
import { lacksAdminFactor } from './admin-factor.ts'
import type { AdminFactorContext } from './admin-factor.ts'

/** Returns the account of a session. Throws AppError `unauthenticated` when the account no longer exists. */
export async function getSessionUser(ctx: AdminFactorContext, uid: string): Promise<SessionUser> {
  const row = await findSessionUser(ctx.db, uid)
  if (!row) throw new AppError('unauthenticated')
  const needsSecondFactor = row.role === 'admin' && (await lacksAdminFactor(ctx, uid))
  return { ...toSessionUser(row), ...(needsSecondFactor && { needsSecondFactor }) }
}

/** Converts an account and its related rows to the contract's session user. */
export function toSessionUser(row: SessionUserRow): SessionUser {
  return {
    email: row.email,
    uid: row.uid,
    displayName: row.displayName,
    brimfulUserName: row.userName,
    userImg: row.image,
    coverIMG: row.coverImage,
    accountType: row.accountType,
    ytUrl: row.ytUrl,
    twitterUrl: row.twitterUrl,
    instaUrl: row.instaUrl,
    fbUrl: row.fbUrl,
    bio: row.bio,
    role: row.role,
    isGoogleAccount: row.googleId !== null,
    currency: row.currency,
    stripeID: row.stripeId,
    stripeConnectedEmail: row.stripeEmail,
    paypalID: row.paypalId,
    paypalConnectedEmail: row.paypalEmail,
    isVerified: row.isVerified,
    isAuthenticated: true,
    receiveAllTips: row.receiveAllTips ?? true,
    receiveGoalFunded: row.receiveGoalFunded ?? true,
    socialLinks: row.socialLinks,
    selectedTags: row.tagNames,
    youtubeConnected: row.youtubeEmail !== null,
    youtubeConnectedEmail: row.youtubeEmail,
    twitchConnected: row.twitchEmail !== null,
    twitchConnectedEmail: row.twitchEmail,
    timeZone: row.timeZone,
    ...(row.suspendedAt && { isSuspended: true as const }),
  }
}
