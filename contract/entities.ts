/** The entities of the API. Field names are those of the specification, including their spelling. */
import * as z from 'zod/mini'
import { currency, minorUnits, payoutCurrency } from './money/money.ts'
import { toCopied } from './text.ts'

export const uid = z.uuid()
export const isoTime = z.iso.datetime()

/** 1 is a creator, 2 a supporter. */
export const accountType = z.union([z.literal(1), z.literal(2)])
export const creatorAccountType = 1

export const role = z.enum(['user', 'admin'])

/** A public name: 3–30 characters of a–z, 0–9 and _. Upper case becomes lower case. */
export const userName = z.string().check(z.overwrite(toCopied), z.toLowerCase(), z.regex(/^[a-z0-9_]{3,30}$/))

const link = z.nullable(z.string())

/** The signed-in user. */
export const sessionUser = z.object({
  email: z.string(),
  uid,
  displayName: z.string(),
  brimfulUserName: z.string(),
  userImg: link,
  coverIMG: link,
  accountType,
  ytUrl: link,
  twitterUrl: link,
  instaUrl: link,
  fbUrl: link,
  bio: z.string(),
  role,
  isGoogleAccount: z.boolean(),
  currency: z.nullable(payoutCurrency),
  stripeID: z.nullable(z.string()),
  stripeConnectedEmail: z.nullable(z.string()),
  paypalID: z.nullable(z.string()),
  paypalConnectedEmail: z.nullable(z.string()),
  isVerified: z.boolean(),
  isAuthenticated: z.boolean(),
  receiveAllTips: z.boolean(),
  receiveGoalFunded: z.boolean(),
  socialLinks: z.array(z.string()),
  selectedTags: z.array(z.string()),
  youtubeConnected: z.boolean(),
  youtubeConnectedEmail: z.nullable(z.string()),
  twitchConnected: z.boolean(),
  twitchConnectedEmail: z.nullable(z.string()),
  // Except for these three, the fields are the specification's.
  /** Present only for a creator whom an admin has suspended. */
  isSuspended: z.optional(z.literal(true)),
  /** Present only for an admin who has to set up a second factor before acting as one. */
  needsSecondFactor: z.optional(z.literal(true)),
  /** The account's own days begin in this time zone, by its IANA name. */
  timeZone: z.string(),
})
export type SessionUser = z.output<typeof sessionUser>

/** The public profile of a creator: the fields of "Viewed creator profile" in the specification, and `tipsFrom`. */
export const viewedCreator = z.object({
  profileImage: link,
  coverImage: link,
  displayName: z.string(),
  userName: z.string(),
  bio: z.string(),
  ytURL: link,
  fbURL: link,
  instaURL: link,
  twitterURL: link,
  accountType,
  currency: z.nullable(payoutCurrency),
  isverified: z.boolean(),
  paypalConnected: z.boolean(),
  stripeConnected: z.boolean(),
  /** When the creator will start to take tips; null if a payout account takes tips now, or none is waiting to. */
  tipsFrom: z.nullable(isoTime),
  socialLinks: z.array(z.string()),
  selectedTags: z.array(z.string()),
})
export type ViewedCreator = z.output<typeof viewedCreator>

export const goalStatus = z.enum(['ACTIVE', 'COMPLETED', 'EXPIRED', 'ARCHIVED'])
export type GoalStatus = z.output<typeof goalStatus>

/** When a goal counts from zero again. A month is one of the creator's time zone, and a stream begins with `goals/start-stream-total`. */
export const startsAnew = z.enum(['month', 'stream'])
export type StartsAnew = z.output<typeof startsAnew>

/** A goal. `amount` and `amount_received` are in minor units of `currency`. */
export const goal = z.object({
  title: z.string(),
  goaluuid: z.uuid(),
  status: goalStatus,
  description: z.string(),
  currency: payoutCurrency,
  amount: minorUnits,
  amount_received: minorUnits,
  /**
   * What subscriptions and bits count toward it by its creator's rule; absent without a rule. It is not money, is not in `amount_received`
   * and never funds the goal.
   */
  counted: z.optional(minorUnits),
  end_date: z.nullable(isoTime),
  creation_date: isoTime,
  image: link,
  /** Only of a goal that starts anew; `amount_received` is then what came in the current period. */
  starts_anew: z.optional(startsAnew),
  /** When the current month ends. */
  starts_anew_at: z.optional(isoTime),
  /** The number of periods that are over. */
  past_periods: z.optional(z.int()),
})
export type Goal = z.output<typeof goal>

/** A creator in a list: the fields of the specification, and `goal`. */
export const creator = z.object({
  uid,
  user_name: z.string(),
  display_name: z.string(),
  image: link,
  cover_image: link,
  bio: z.string(),
  yt_url: link,
  twitter_url: link,
  insta_url: link,
  fb_url: link,
  account_type: accountType,
  currency: z.nullable(payoutCurrency),
  isverified: z.boolean(),
  tagNames: z.array(z.string()),
  /** The active goal that the creator's page shows first; null if there is none. Only lists have it. */
  goal: z.nullish(z.pick(goal, { title: true, currency: true, amount: true, amount_received: true })),
})
export type Creator = z.output<typeof creator>

/**
 * An entry of a leaderboard. `useruid`, the key of the supporter's card, is set only if the supporter tipped under the account's
 * own name.
 */
export const leaderboardEntry = z.object({
  name: z.string(),
  amount: minorUnits,
  useruid: z.optional(uid),
})
export type LeaderboardEntry = z.output<typeof leaderboardEntry>

/**
 * What a tip in another currency than its creator's is worth in the creator's, as goals, boards and totals count it. An estimate
 * is by a published rate, until the provider's own conversion is known.
 */
export const tipWorth = z.object({ amount: minorUnits, currency: payoutCurrency, isEstimate: z.boolean() })

const entries = z.array(leaderboardEntry)

/** A creator's leaderboard: up to 50 entries each, with amounts in minor units of the creator's currency. */
export const leaderboard = z.object({ weekly: entries, monthly: entries, allTime: entries, recent: entries })
export type Leaderboard = z.output<typeof leaderboard>

/** A supporter's public card for one creator: the totals of the tips under their own name, in minor units. */
export const supporterCard = z.object({
  name: z.string(),
  image: link,
  weekly: minorUnits,
  monthly: minorUnits,
  allTime: minorUnits,
  /** The rank among the creator's supporters of all time; 1 is the biggest. */
  place: z.int(),
})
export type SupporterCard = z.output<typeof supporterCard>

export const notificationPreferences = z.object({
  receiveAllTips: z.boolean(),
  receiveGoalFunded: z.boolean(),
})
export type NotificationPreferences = z.output<typeof notificationPreferences>

export const platformStatus = z.object({ connected: z.boolean(), email: z.nullable(z.string()) })

export const chatbotToggles = z.object({
  receiveAllTips: z.boolean(),
  receiveGoalFunded: z.boolean(),
  receiveGeneralTips: z.boolean(),
})
export type ChatbotToggles = z.output<typeof chatbotToggles>

/** Which messages the chatbot posts before a creator has saved any settings. */
export const defaultChatbotToggles: ChatbotToggles = {
  receiveAllTips: true,
  receiveGoalFunded: true,
  receiveGeneralTips: false,
}

/** An entry of the creator's notification list. Its message may be a private one, because only the creator reads the list. */
export const notification = z.object({
  id: z.uuid(),
  kind: z.enum(['tip', 'goalFunded']),
  tipId: z.uuid(),
  /** Whether the tip is held until its creator releases it. */
  isHeld: z.boolean(),
  name: z.string(),
  amount: minorUnits,
  currency,
  worth: z._default(z.nullable(tipWorth), null),
  goalTitle: z.nullable(z.string()),
  message: z.nullable(z.string()),
  isPrivateMessage: z.boolean(),
  at: isoTime,
  isRead: z.boolean(),
})
export type Notification = z.output<typeof notification>

/** A notification about a dispute of a tip, or an inquiry about one. */
export const disputeNotice = z.object({
  id: z.uuid(),
  /** What the dispute has become; `due`: its deadline is near, and it is not answered. */
  kind: z.enum(['inquiry', 'inquiry_closed', 'open', 'won', 'lost', 'due']),
  name: z.string(),
  amount: minorUnits,
  currency,
  respondBy: z.nullable(isoTime),
  at: isoTime,
  isRead: z.boolean(),
})
export type DisputeNotice = z.output<typeof disputeNotice>
