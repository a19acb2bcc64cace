/** What the parts of the chat server share: who is connected, and how a line reaches them. */
import { WebSocket } from 'ws'
import type { Faults } from '../faults.ts'
import type { Accounts } from './accounts.ts'
import { type Tags, withTags } from './irc.ts'
import type { LastPosts } from './judge.ts'
import type { Limits } from './limits.ts'
import { isPrivileged, type Room, type Rooms } from './rooms.ts'

export interface Session {
  socket: WebSocket
  capabilities: Set<string>
  password: string
  /** Empty until the login succeeded. */
  login: string
  scopes: string[]
  channels: Set<string>
  /** Has sent something since the last PING. */
  isAlive: boolean
}

export type ChatOperation = 'connect' | 'login' | 'say'
export type ChatFault =
  | 'refuse'
  | 'bad-login'
  | 'no-376'
  | 'silent'
  | 'no-userstate'
  | 'drop-before-post'
  | 'drop-after-post'

export interface House {
  accounts: Accounts
  rooms: Rooms
  limits: Limits
  faults: Faults<ChatOperation, ChatFault>
  sessions: Set<Session>
  lastPosts: LastPosts
}

export const server = 'tmi.twitch.tv'

/** Sends one line; tags only to who asked for them. */
export function send(session: Session, line: string, tags: Tags = {}): void {
  if (session.socket.readyState !== WebSocket.OPEN) return
  const isTagged = session.capabilities.has('twitch.tv/tags')
  session.socket.send(`${isTagged ? withTags(tags, line) : line}\r\n`)
}

/** Sends one of Twitch's own commands, to who asked for them. */
export function sendCommand(session: Session, line: string, tags: Tags = {}): void {
  if (session.capabilities.has('twitch.tv/commands')) send(session, line, tags)
}

/** Tells a sender what became of a message. */
export function sendNotice(session: Session, channel: string, msgId: string, text: string): void {
  sendCommand(session, `:${server} NOTICE #${channel} :${text}`, { 'msg-id': msgId })
}

/** Everybody who sits in a channel. */
export function listMembers(house: House, channel: string): Session[] {
  return [...house.sessions].filter(({ channels }) => channels.has(channel))
}

/** What Twitch tells about a user's standing in a room. */
export function userTags(house: House, room: Room, login: string): Tags {
  const isModerator = isPrivileged(room, login) && room.channel !== login
  const badges = room.channel === login ? 'broadcaster/1' : isModerator ? 'moderator/1' : ''
  return {
    'badge-info': '',
    badges,
    color: '#FF6B4A',
    'display-name': house.accounts.users[login]?.displayName ?? login,
    mod: isModerator ? 1 : 0,
    subscriber: 0,
    'user-type': isModerator ? 'mod' : '',
  }
}

/** What Twitch tells about a room's rules. */
export function roomTags(house: House, room: Room): Tags {
  return {
    'emote-only': room.emoteOnly ? 1 : 0,
    'followers-only': room.followersOnly,
    r9k: 0,
    'room-id': house.accounts.users[room.channel]!.id,
    slow: room.slow,
    'subs-only': room.subsOnly ? 1 : 0,
  }
}
