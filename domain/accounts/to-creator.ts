import type { Creator, ViewedCreator } from '../../contract/entities.ts'
import type { PublicCreatorRow } from '../../db/queries/accounts.ts'
import type { ListedCreatorRow } from '../../db/queries/listed-creators.ts'

/** Converts a creator's row to its form in lists. */
export function toCreator(row: ListedCreatorRow): Creator {
  return {
    uid: row.uid,
    user_name: row.userName,
    display_name: row.displayName,
    image: row.image,
    cover_image: row.coverImage,
    bio: row.bio,
    yt_url: row.ytUrl,
    twitter_url: row.twitterUrl,
    insta_url: row.instaUrl,
    fb_url: row.fbUrl,
    account_type: row.accountType,
    currency: row.currency,
    isverified: row.isVerified,
    tagNames: row.tagNames,
  }
}

/** Converts a creator's row to the profile on the creator's page. */
export function toViewedCreator(row: PublicCreatorRow): ViewedCreator {
  return {
    profileImage: row.image,
    coverImage: row.coverImage,
    displayName: row.displayName,
    userName: row.userName,
    bio: row.bio,
    ytURL: row.ytUrl,
    fbURL: row.fbUrl,
    instaURL: row.instaUrl,
    twitterURL: row.twitterUrl,
    accountType: row.accountType,
    currency: row.currency,
    isverified: row.isVerified,
    paypalConnected: Boolean(row.isPaypalReady),
    stripeConnected: Boolean(row.isStripeReady),
    tipsFrom: row.isPaypalReady || row.isStripeReady ? null : (row.waitsUntil?.toISOString() ?? null),
    socialLinks: row.socialLinks,
    selectedTags: row.tagNames,
  }
}
