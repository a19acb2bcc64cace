import type { Creator, ViewedCreator } from '../../contract/entities.ts'
import type { PublicCreatorRow } from '../../db/queries/accounts/accounts.ts'
import type { ListedCreatorRow } from '../../db/queries/pages/listed-creators.ts'

/** Converts a creator's row to its form in lists. Without a goal in the row, it says nothing about goals. */
export function toCreator({ goal, ...row }: CreatorRow): Creator {
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
    goal: goal && toListedGoal(goal),
  }
}

type ListedGoal = NonNullable<ListedCreatorRow['goal']>
type CreatorRow = Omit<ListedCreatorRow, 'goal'> & Partial<Pick<ListedCreatorRow, 'goal'>>

function toListedGoal({ title, currency, amountMinor, amountReceivedMinor }: ListedGoal) {
  return { title, currency, amount: amountMinor, amount_received: amountReceivedMinor }
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
