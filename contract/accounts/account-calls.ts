/** Calls below `account/`. Those from the specification keep its exact paths and names. */
import * as z from 'zod/mini'
import * as f from './account-fields.ts'
import { publicCall, signedInCall } from '../call.ts'
import * as e from '../entities.ts'
import { solvedProof } from '../proof.ts'
import { plainText } from '../text.ts'
import { logInLimits } from '../limit-groups.ts'

const userNameQuery = z.object({ username: e.userName })
/** The `uid` that pages send with public calls. It may be missing or wrong, because it grants no access. */
const hint = z.optional(z.string())
const listQuery = z.object({
  uid: hint,
  q: z.optional(plainText(100)),
  cursor: z.optional(plainText(60)),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
})
const creators = z.array(e.creator)
/** The query of the list of creators. The page filters by tag itself, and sends `tag` only if the list was cut at its limit. */
const tagQuery = z.extend(listQuery, { tag: z.optional(plainText(60)) })

export const getProfile = signedInCall.get('account/profile', {
  summary: 'The signed-in user.',
  response: e.sessionUser,
})

export const logIn = publicCall.post('account/log-in', {
  summary: 'Starts a session with an email address and password; the session is an httpOnly cookie.',
  costs: 'one Argon2id hash, about 50 ms; past the limit of the account 5 to 17 ms for each proof',
  limits: logInLimits,
  /** If the account has a second factor, the call fails with `code_required` until `code` is sent. */
  body: z.object({
    email: f.email,
    password: f.knownPassword,
    code: z.optional(f.secondFactor),
    /** The solution of the challenge that came with the error `proof_required`. */
    proof: z.optional(solvedProof),
  }),
})

export const logOut = publicCall.post('account/log-out', {
  summary: 'Ends the current session, if there is one.',
  costs: 'a row of the own account',
})

export const getUserDataByUsername = publicCall.get('account/get_user_data_by_username', {
  summary: 'The uid of a public name.',
  query: userNameQuery,
  response: z.object({ uid: e.uid }),
})

export const getCreatorProfile = publicCall.get('account/creator-profile', {
  summary: 'The public profile of a creator.',
  query: userNameQuery,
  response: e.viewedCreator,
})

export const getCreatorData = publicCall.get('account/get_creator_data', {
  summary: 'A creator’s public picture, names, bio and links.',
  query: z.object({ uid: hint, creatorUID: e.uid }),
  response: z.pick(e.creator, {
    image: true,
    cover_image: true,
    display_name: true,
    user_name: true,
    bio: true,
    yt_url: true,
    twitter_url: true,
    insta_url: true,
    fb_url: true,
  }),
})

export const getAllCreatorsForTags = publicCall.get('account/get_all_creators_for_tags', {
  summary: 'Creators with their tags, for filtering by tag.',
  costs: 'up to 1,000 rows by index',
  query: tagQuery,
  response: creators,
})

export const getAllCreators = publicCall.get('account/get_all_creators', {
  summary: 'Creators, sorted by username; at most 1,000.',
  costs: 'up to 1,000 rows by index',
  query: listQuery,
  response: creators,
})

export const getAllCreatorsForSearch = publicCall.get('account/get_all_creators_for_search', {
  summary: 'Creators for the search box.',
  costs: 'up to 1,000 rows by index',
  query: listQuery,
  response: creators,
})

export const getFeaturedCreators = publicCall.get('account/featured-creators', {
  summary: 'Featured creators, the latest first; at most 24.',
  response: creators,
})

export const getNotificationPreferences = signedInCall.get('account/get-notification-preferences', {
  summary: 'The notification preferences of the signed-in user.',
  response: e.notificationPreferences,
})

export const updateNotificationPreference = signedInCall.post('account/update-notification-preference', {
  summary: 'Changes one preference.',
  body: z.union([
    z.strictObject({ ReceiveAllTips: z.boolean() }),
    z.strictObject({ ReceiveGoalFunded: z.boolean() }),
  ]),
})

export const getNotifications = signedInCall.get('account/notifications', {
  summary: 'The signed-in user’s latest notifications, newest first.',
  response: z.object({
    notifications: z.array(e.notification),
    /** The latest notifications about disputes, newest first. */
    disputes: z._default(z.array(e.disputeNotice), []),
    /** How many of both are unread. */
    unread: z.int(),
  }),
})

export const readNotifications = signedInCall.post('account/read-notifications', {
  summary: 'Marks the given notifications as read, or all of them.',
  body: z.object({ ids: z.optional(z.array(z.uuid()).check(z.maxLength(200))) }),
  response: z.object({ unread: z.int() }),
})
