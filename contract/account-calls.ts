/** Calls below `account/`. Those of the specification keep its paths and names to the letter. */
import * as z from 'zod/mini'
import * as f from './account-fields.ts'
import { defineCall } from './call.ts'
import * as e from './entities.ts'
import { plainText } from './text.ts'

const done = z.object({})
const userNameQuery = z.object({ username: e.userName })
/** Public calls accept a uid, which may be missing or wrong: it grants no access. */
const hint = z.optional(z.string())
const listQuery = z.object({
  uid: hint,
  q: z.optional(plainText(100)),
  cursor: z.optional(plainText(60)),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
})
const creators = z.array(e.creator)
/** The page filters by tag itself. It sends the tag only when the list was cut at its limit. */
const tagQuery = z.extend(listQuery, { tag: z.optional(plainText(60)) })

export const getProfile = defineCall({
  method: 'GET',
  path: 'account/profile',
  access: 'signed-in',
  summary: 'The signed-in user.',
  response: e.sessionUser,
})

export const logIn = defineCall({
  method: 'POST',
  path: 'account/log-in',
  access: 'public',
  summary: 'Starts a session with an email address and password; the session is an httpOnly cookie.',
  /** Accounts with a second factor respond with the error `code_required` until `code` is sent. */
  body: z.object({ email: f.email, password: f.knownPassword, code: z.optional(f.secondFactor) }),
  response: done,
})

export const logOut = defineCall({
  method: 'POST',
  path: 'account/log-out',
  access: 'public',
  summary: 'Ends the current session, if there is one.',
  response: done,
})

export const getUserDataByUsername = defineCall({
  method: 'GET',
  path: 'account/get_user_data_by_username',
  access: 'public',
  summary: 'The uid of a public name.',
  query: userNameQuery,
  response: z.object({ uid: e.uid }),
})

export const getCreatorProfile = defineCall({
  method: 'GET',
  path: 'account/creator-profile',
  access: 'public',
  summary: 'The public profile of a creator.',
  query: userNameQuery,
  response: e.viewedCreator,
})

export const getCreatorData = defineCall({
  method: 'GET',
  path: 'account/get_creator_data',
  access: 'public',
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

export const getAllCreatorsForTags = defineCall({
  method: 'GET',
  path: 'account/get_all_creators_for_tags',
  access: 'public',
  summary: 'Creators with their tags, for filtering by tag.',
  query: tagQuery,
  response: creators,
})

export const getAllCreators = defineCall({
  method: 'GET',
  path: 'account/get_all_creators',
  access: 'public',
  summary: 'Creators, sorted by username; at most 1,000.',
  query: listQuery,
  response: creators,
})

export const getAllCreatorsForSearch = defineCall({
  method: 'GET',
  path: 'account/get_all_creators_for_search',
  access: 'public',
  summary: 'Creators for the search box.',
  query: listQuery,
  response: creators,
})

export const getFeaturedCreators = defineCall({
  method: 'GET',
  path: 'account/featured-creators',
  access: 'public',
  summary: 'Featured creators, the latest first; at most 24.',
  response: creators,
})

export const getNotificationPreferences = defineCall({
  method: 'GET',
  path: 'account/get-notification-preferences',
  access: 'signed-in',
  summary: 'The notification preferences of the signed-in user.',
  response: e.notificationPreferences,
})

export const updateNotificationPreference = defineCall({
  method: 'POST',
  path: 'account/update-notification-preference',
  access: 'signed-in',
  summary: 'Changes one preference.',
  body: z.union([
    z.strictObject({ ReceiveAllTips: z.boolean() }),
    z.strictObject({ ReceiveGoalFunded: z.boolean() }),
  ]),
  response: done,
})

export const getNotifications = defineCall({
  method: 'GET',
  path: 'account/notifications',
  access: 'signed-in',
  summary: 'The signed-in user’s latest notifications, newest first.',
  response: z.object({ notifications: z.array(e.notification), unread: z.int() }),
})

export const readNotifications = defineCall({
  method: 'POST',
  path: 'account/read-notifications',
  access: 'signed-in',
  summary: 'Marks the given notifications as read, or all of them.',
  body: z.object({ ids: z.optional(z.array(z.uuid()).check(z.maxLength(200))) }),
  response: z.object({ unread: z.int() }),
})

export const getTwitchStatus = defineCall({
  method: 'GET',
  path: 'account/twitch/status',
  access: 'creator',
  summary: 'Whether the creator’s Twitch account is connected.',
  response: e.platformStatus,
})

export const getYoutubeStatus = defineCall({
  method: 'GET',
  path: 'account/youtube/status',
  access: 'creator',
  summary: 'Whether the creator’s YouTube channel is connected.',
  response: e.platformStatus,
})

export const disconnectTwitch = defineCall({
  method: 'POST',
  path: 'account/twitch/disconnect',
  access: 'creator',
  summary: 'Disconnects the creator’s Twitch account and revokes its tokens.',
  response: done,
})

export const disconnectYoutube = defineCall({
  method: 'POST',
  path: 'account/youtube/disconnect',
  access: 'creator',
  summary: 'Disconnects the creator’s YouTube channel and revokes its tokens.',
  response: done,
})

export const getChatbotSettings = defineCall({
  method: 'GET',
  path: 'account/get/chatbotsettings',
  access: 'creator',
  summary: 'Which messages the chatbot posts on one platform.',
  query: z.object({ platform: e.chatPlatform }),
  response: e.chatbotToggles,
})

export const saveChatbotSettings = defineCall({
  method: 'POST',
  path: 'account/settings/chatbot',
  access: 'creator',
  summary: 'Saves which messages the chatbot posts on one platform.',
  body: z.object({
    platform: e.chatPlatform,
    receiveAllTips: z.boolean(),
    receiveGoalFunded: z.boolean(),
    receiveGeneralTips: z.boolean(),
  }),
  response: done,
})
