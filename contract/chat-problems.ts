/** Why the chatbot's lines do not stand in a creator's chat: what the platforms refuse, as one closed set. */
import * as z from 'zod/mini'

/** Each stays on a connection until a line stands in that chat again, but for `notModerator`, which is also noted beside one. */
export const chatProblems = [
  /** The bot is no moderator there: fewer lines, later ones, and every rule of the chat applies to it. */
  'notModerator',
  /** The chat is in slow mode: the bot waits as everybody does. */
  'slowMode',
  /** The chat is for followers, for subscribers, for emotes, for verified accounts. */
  'followersOnly',
  'subscribersOnly',
  'emoteOnly',
  'restricted',
  /** The platform takes a line for a repetition of the one before. */
  'duplicate',
  /** The platform's filter, or the channel's AutoMod, refused the text. */
  'rejected',
  /** The bot is banned from the chat, or timed out for long. */
  'banned',
  'timedOut',
  /** The channel, or the bot, is suspended by the platform. */
  'suspended',
  /** The bot may not write there. */
  'noPermission',
  /** The channel, or the webhook, is not there, or does not answer. */
  'notFound',
  /** The creator has no live broadcast, so there is no chat. */
  'notLive',
  /** The broadcast has ended, and its chat with it. */
  'chatEnded',
  /** The broadcast has its chat switched off. */
  'chatDisabled',
  /** The creator has taken our access away. */
  'revoked',
  /** What the platform lets us do in a day is used up. */
  'quotaExceeded',
] as const

export const chatProblem = z.enum(chatProblems)
export type ChatProblem = z.output<typeof chatProblem>
