import type { Creator } from '../../../../contract/entities.ts'
import { useStore } from '../../lib/store.ts'

/** Stores a creator from a list, so that the creator's page can show them at once. */
export function selectCreator(creator: Creator): void {
  useStore.setState({
    userProfile: {
      profileImage: creator.image,
      coverImage: creator.cover_image,
      displayName: creator.display_name,
      userName: creator.user_name,
      bio: creator.bio,
      ytURL: creator.yt_url,
      twitterURL: creator.twitter_url,
      instaURL: creator.insta_url,
      fbURL: creator.fb_url,
      accountType: creator.account_type,
      currency: creator.currency,
      isverified: creator.isverified,
      selectedTags: creator.tagNames,
      // Lists of creators do not include these fields. The creator's page loads them before anything can be paid.
      paypalConnected: false,
      stripeConnected: false,
      tipsFrom: null,
      socialLinks: [],
    },
  })
}

/** Returns the address of a creator's goals. */
export function creatorHomePath({ user_name: userName }: Creator): string {
  return `/${userName}/current-goals`
}
