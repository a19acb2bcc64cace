/** Holds the state of the chat server, and sends lines to its connections. */
import { WebSocket } from 'ws'
import type { Faults } from '../faults.ts'
import type { Accounts } from './accounts.ts'
import { type Tags, withTags } from './irc.ts'
import type { LastPosts } from './check-message.ts'
import type { Limits } from './limits.ts'
import { isModerator as isModeratorOf, isPrivileged, type Room, type Rooms } from './rooms.ts'

export interface Connection {
  socket: WebSocket
  capabilities: Set<string>
  password: string
  /** The login of the user; empty until the log-in succeeds. */
  login: string
  scopes: string[]
  channels: Set<string>
  /** Whether the client has sent anything since the last PING. */
  isAlive: boolean
  /** Whether the connection is half-open: nothing arrives in either direction, and neither end is told. */
  isHalfOpen: boolean
}

export type ChatOperation = 'connect' | 'login' | 'join' | 'say' | 'call'
export type ChatFault =
  | 'refuse'
  | 'bad-login'
  | 'no-376'
  | 'drop-join'
  | 'silent'
  | 'no-userstate'
  | 'drop-before-post'
  | 'drop-after-post'
  | 'drop-before'
  | 'drop-after-commit'
  | 'call-429'
  | 'call-500'
  | 'call-503'

export interface ChatState {
  accounts: Accounts
  rooms: Rooms
  limits: Limits
  faults: Faults<ChatOperation, ChatFault>
  connections: Set<Connection>
  lastPosts: LastPosts
  /** The messages that came by the API. */
  calls: { channel: string; text: string; by: 'app' | 'user' }[]
}

export const server = 'tmi.twitch.tv'

/** Sends a line, with its tags if the client has requested the capability `tags`. */
export function send(connection: Connection, line: string, tags: Tags = {}): void {
  if (connection.socket.readyState !== WebSocket.OPEN || connection.isHalfOpen) return
  const isTagged = connection.capabilities.has('twitch.tv/tags')
  connection.socket.send(`${isTagged ? withTags(tags, line) : line}\r\n`)
}

/** Sends one of Twitch's own commands, which IRC does not have, if the client has requested the capability `commands`. */
export function sendCommand(connection: Connection, line: string, tags: Tags = {}): void {
  if (connection.capabilities.has('twitch.tv/commands')) send(connection, line, tags)
}

/** Sends the NOTICE that explains a refused message. */
export function sendNotice(connection: Connection, channel: string, msgId: string, text: string): void {
  sendCommand(connection, `:${server} NOTICE #${channel} :${text}`, { 'msg-id': msgId })
}

/** Returns the connections that have joined a channel. */
export function listMembers(chat: ChatState, channel: string): Connection[] {
  return [...chat.connections].filter(({ channels }) => channels.has(channel))
}

/** Returns the tags about a user in a room. */
export function userTags(chat: ChatState, room: Room, login: string): Tags {
  const isModerator = isModeratorOf(room, login) && room.channel !== login
  const isVip = isPrivileged(room, login) && !isModerator
  const badges = room.channel === login ? 'broadcaster/1' : isModerator ? 'moderator/1' : isVip ? 'vip/1' : ''
  return {
    'badge-info': '',
    badges,
    color: '#FF6B4A',
    'display-name': chat.accounts.users[login]?.displayName ?? login,
    mod: isModerator ? 1 : 0,
    subscriber: 0,
    'user-type': isModerator ? 'mod' : '',
  }
}

/** Returns the tags about a room's rules. */
export function roomTags(chat: ChatState, room: Room): Tags {
  return {
    'emote-only': room.emoteOnly ? 1 : 0,
    'followers-only': room.followersOnly,
    r9k: 0,
    'room-id': chat.accounts.users[room.channel]!.id,
    slow: room.slow,
    'subs-only': room.subsOnly ? 1 : 0,
  }
}
