/** Why the chatbot's messages are not posted in a creator's chat. This is the complete list of problems. */
import * as z from 'zod/mini'

/**
 * A problem stays on a connection until a message is posted in that chat again. `notModerator` is the only one that is also
 * recorded when a message was posted.
 */
export const chatProblems = [
  /** The bot is not a moderator, so it may send fewer messages, and all rules of the chat apply to it. */
  'notModerator',
  /** The chat is in slow mode, which applies to the bot as well. */
  'slowMode',
  /** Only followers, subscribers, emotes or verified accounts are allowed in the chat. */
  'followersOnly',
  'subscribersOnly',
  'emoteOnly',
  'restricted',
  /** The platform refuses the message because it repeats an earlier one. */
  'duplicate',
  /** The platform's filter, or the channel's AutoMod, refused the text. */
  'rejected',
  /** The bot is banned from the chat, or timed out. */
  'banned',
  'timedOut',
  /** The platform has suspended the channel or the bot. */
  'suspended',
  /** The bot is not allowed to write in the chat. */
  'noPermission',
  /** The channel or the webhook does not exist, or does not respond. */
  'notFound',
  /** The creator has no live broadcast, so there is no chat. */
  'notLive',
  /** The broadcast has ended, and its chat with it. */
  'chatEnded',
  /** Chat is switched off for the broadcast. */
  'chatDisabled',
  /** The creator has revoked our access. */
  'revoked',
  /** The platform accepted a message and holds it until a moderator shows it. */
  'held',
  /** The platform's daily quota is used up. */
  'quotaExceeded',
  /** The platform refuses the bot itself, in all chats. Only the operator can repair that. */
  'botUnavailable',
] as const

export const chatProblem = z.enum(chatProblems)
export type ChatProblem = z.output<typeof chatProblem>
