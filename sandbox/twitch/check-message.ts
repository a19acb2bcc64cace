/** Decides whether a chat message is shown, refused with a NOTICE, or ignored. */
import { notices } from './notices.ts'
import type { Limits } from './limits.ts'
import { isPrivileged, type Room } from './rooms.ts'

export interface Post {
  login: string
  text: string
  canWrite: boolean
}

export type Verdict =
  | { kind: 'shown' }
  | { kind: 'refused'; msgId: string; text: string }
  | { kind: 'ignored' }

/** The last message of each user in each room, with its time on the clock of `Limits`. */
export type LastPosts = Map<string, { text: string; at: number }>

const maxLength = 500
const duplicateMs = 30_000
const chatCommand = /^(?:\/|\.(?=[a-z]))(\S*)/i
const moderatorCommands =
  /^(ban|unban|timeout|untimeout|clear|delete|mod|unmod|vip|slow|followers|subscribers|emoteonly|announce|raid)$/i

/** Checks a message, and stores it as the user's last one when it may be shown. */
export function checkMessage(room: Room, post: Post, limits: Limits, lastPosts: LastPosts): Verdict {
  if (post.text.length > maxLength) return ignore(limits, 'tooLong')
  const privileged = isPrivileged(room, post.login)
  // Twitch counts a message that one of the later rules refuses: https://github.com/pajbot/tmi-rate-limits, last paragraph.
  if (!limits.countMessage(post.login, privileged)) return refuse('msg_ratelimit')
  const refusal = checkSender(room, post, limits) ?? checkCommand(room, post, limits)
  if (refusal) return refusal

  const key = `${post.login} ${room.channel}`
  const last = lastPosts.get(key)
  const age = limits.now() - (last?.at ?? -Infinity)
  if (!privileged && age < room.slow * 1000) {
    return refuse('msg_slowmode', Math.ceil(room.slow - age / 1000))
  }
  if (!privileged && last?.text === post.text && age < duplicateMs) {
    limits.recordViolation('duplicates')
    return refuse('msg_duplicate')
  }
  if (!privileged && !limits.countInChannel(post.login, room.channel)) return refuse('msg_ratelimit')
  if (room.rejects.some((word) => post.text.includes(word))) return refuse('msg_rejected_mandatory')
  lastPosts.set(key, { text: post.text, at: limits.now() })
  return { kind: 'shown' }
}

/** Returns the refusal if the room's rules exclude the sender; otherwise undefined. */
function checkSender(room: Room, post: Post, limits: Limits): Verdict | undefined {
  const privileged = isPrivileged(room, post.login)
  const timeoutSeconds = Math.ceil(((room.timedOut[post.login] ?? 0) - limits.now()) / 1000)
  if (room.suspended) return refuse('msg_channel_suspended')
  if (!post.canWrite) return refuse('no_permission')
  if (room.refuse) return refuse(room.refuse)
  if (room.banned.includes(post.login)) return refuse('msg_banned', room.channel)
  if (timeoutSeconds > 0) return refuse('msg_timedout', timeoutSeconds)
  if (privileged) return undefined
  if (room.followersOnly >= 0) return refuse('msg_followersonly', room.followersOnly)
  if (room.subsOnly) return refuse('msg_subsonly')
  if (room.emoteOnly) return refuse('msg_emoteonly')
  return undefined
}

/** Refuses chat commands: since 2023, /me is the only one that works over IRC. */
function checkCommand(room: Room, post: Post, limits: Limits): Verdict | undefined {
  const command = chatCommand.exec(post.text)?.[1]
  if (command === undefined || command.toLowerCase() === 'me') return undefined
  limits.recordViolation('commands')
  const isForModerators = moderatorCommands.test(command)
  if (isForModerators && !isPrivileged(room, post.login)) return refuse('no_permission')
  return refuse('unrecognized_cmd', `/${command}`)
}

function ignore(limits: Limits, violation: 'tooLong'): Verdict {
  limits.recordViolation(violation)
  return { kind: 'ignored' }
}

function refuse(msgId: string, detail: string | number = ''): Verdict {
  return { kind: 'refused', msgId, text: notices[msgId]?.(String(detail)) ?? 'Your message was not sent.' }
}
