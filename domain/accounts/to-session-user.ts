/** Projects the logged-in account to what its own browser gets. */
import type { SessionUser } from '../../contract/entities.ts'
import type { SessionUserRow } from '../../db/queries/accounts.ts'

/** Projects an account and its related rows to the contract's session user. */
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
  }
}
