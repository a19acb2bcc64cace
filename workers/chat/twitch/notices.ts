/** Decides how we react to Twitch's refusals. Their ids: dev.twitch.tv/docs/chat/irc-migration, "NOTICE msg-ids". */
import type { ChatProblem } from '../../../contract/chat/chat-problems.ts'
import { GiveUpError, SlowDownError } from '../../errors.ts'

/**
 * The answer to a join above the limit of joined channels. Twitch's list of ids lacks it; clients report it:
 * https://github.com/twitch4j/twitch4j/pull/985
 */
export const tooManyChannels = 'msg_concurrent_channel_limit_reached'

const bans = new Set(['msg_banned', 'msg_banned_email_alias', 'msg_banned_phone_number_alias'])
const suspensions = new Set(['msg_channel_suspended', 'msg_suspended', 'tos_ban'])
const noPermission = new Set(['no_permission', 'msg_channel_blocked', 'invalid_user', 'unavailable_command'])
const notFound = new Set(['msg_room_not_found'])
const restrictions: [RegExp, ChatProblem][] = [
  [/^msg_followersonly/, 'followersOnly'],
  [/^msg_subsonly/, 'subscribersOnly'],
  [/^msg_emoteonly/, 'emoteOnly'],
  [/^msg_(verified_email|requires_verified)/, 'restricted'],
]
/** Temporary refusals, each with the problem to show to the creator; undefined if the chat is not the cause. */
const temporary = new Map<string, ChatProblem | undefined>([
  ['msg_ratelimit', undefined],
  [tooManyChannels, undefined],
  ['msg_duplicate', 'duplicate'],
  ['msg_slowmode', 'slowMode'],
  ['msg_timedout', 'timedOut'],
])

/** A message that would have to wait longer than this is given up. */
const maxWaitMs = 10 * 60_000
const windowMs = 30_000
/** How long a chat waits after Twitch found that it was written to too fast, or that the bot is in too many chats. */
const tooManyMs = 5_000

/**
 * The codes of Twitch's API for what IRC says by these ids. Twitch publishes no list (https://github.com/twitchdev/issues/issues/962): those that
 * were reported are words about the reason, like `followers_only_mode` and `user_timed_out`, or the ids themselves.
 */
const idsOfCodes: [RegExp, string][] = [
  [/followers?_?only/, 'msg_followersonly'],
  [/sub(scriber)?s?_?only/, 'msg_subsonly'],
  [/emotes?_?only/, 'msg_emoteonly'],
  [/slow/, 'msg_slowmode'],
  [/duplicate/, 'msg_duplicate'],
  [/timed?_?out/, 'msg_timedout'],
  [/banned/, 'msg_banned'],
  [/suspended/, 'msg_suspended'],
  [/rate_?limit/, 'msg_ratelimit'],
  [/verified|verification/, 'msg_requires_verified_phone_number'],
]

/** Returns the id by which IRC would refuse what Twitch's API has dropped for this reason. */
export function toNoticeId(code: string): string {
  if (code.startsWith('msg_')) return code
  const [, id = code] = idsOfCodes.find(([pattern]) => pattern.test(code)) ?? []
  return id
}

/** Returns whether a refusal is over after a while, so that the message or join can be tried again. */
export function isTemporary(id: string): boolean {
  return temporary.has(id)
}

/** Returns whether a NOTICE refuses our message. Other NOTICEs announce changed settings of the room. */
export function isRefusal(id: string): boolean {
  return (
    id.startsWith('msg_') ||
    [bans, suspensions, noPermission].some((ids) => ids.has(id)) ||
    id === 'unrecognized_cmd'
  )
}

/**
 * Converts a refusal to an error for the dispatcher. `text` is Twitch's sentence, which may contain the seconds to wait; `scale`
 * is the speed of the stand-in's clock (1 is real time).
 */
export function toRefusal(id: string, text: string, scale = 1): SlowDownError | GiveUpError {
  if (temporary.has(id)) return toWait(id, text, scale)
  if (bans.has(id)) return new GiveUpError('banned')
  if (suspensions.has(id)) return new GiveUpError('suspended')
  if (noPermission.has(id)) return new GiveUpError('noPermission')
  if (notFound.has(id)) return new GiveUpError('notFound')
  const restriction = restrictions.find(([ids]) => ids.test(id))
  return new GiveUpError(restriction?.[1] ?? 'rejected')
}

function toWait(id: string, text: string, scale: number): SlowDownError | GiveUpError {
  if (temporary.get(id) === undefined) return new SlowDownError(tooManyMs / scale)
  const reason = temporary.get(id)
  const seconds = /(\d+) (?:more )?seconds?/.exec(text)?.[1]
  const waitMs = id === 'msg_duplicate' || !seconds ? windowMs : Number(seconds) * 1000
  if (waitMs > maxWaitMs) return new GiveUpError(reason ?? 'restricted')
  return new SlowDownError((waitMs + 1000) / scale, 'delivery', reason)
}
