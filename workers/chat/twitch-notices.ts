/** What Twitch's refusals mean for us. Ids: dev.twitch.tv/docs/chat/irc-migration, "NOTICE msg-ids". */
import type { ChatProblem } from '../../contract/chat-problems.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'

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
/** Refusals that pass by themselves, with the problem that the creator is shown; undefined when the chat is not the cause. */
const temporary = new Map<string, ChatProblem | undefined>([
  ['msg_ratelimit', undefined],
  ['msg_duplicate', 'duplicate'],
  ['msg_slowmode', 'slowMode'],
  ['msg_timedout', 'timedOut'],
])

/** A message that would have to wait longer than this is given up. */
const maxWaitMs = 10 * 60_000
const windowMs = 30_000

/** Returns whether a NOTICE refuses a message of ours; others announce changes of the room's settings. */
export function isRefusal(id: string): boolean {
  return (
    id.startsWith('msg_') ||
    [bans, suspensions, noPermission].some((ids) => ids.has(id)) ||
    id === 'unrecognized_cmd'
  )
}

/**
 * Converts a refusal to an error of the worker. `text` is Twitch's sentence, which contains the seconds to wait where there are
 * any; `scale` is the speed of the stand-in's clock (1 is real time).
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
  // Over the limit Twitch ignores the whole account for a while, so all channels wait.
  if (id === 'msg_ratelimit') return new SlowDownError(windowMs / scale, 'destination')
  const reason = temporary.get(id)
  const seconds = /(\d+) (?:more )?seconds?/.exec(text)?.[1]
  const waitMs = id === 'msg_duplicate' || !seconds ? windowMs : Number(seconds) * 1000
  if (waitMs > maxWaitMs) return new GiveUpError(reason ?? 'restricted')
  return new SlowDownError((waitMs + 1000) / scale, 'delivery', reason)
}
