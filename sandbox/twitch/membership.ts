/** Lets clients join and leave chat rooms. */
import {
  type ChatState,
  listMembers,
  roomTags,
  send,
  sendCommand,
  sendNotice,
  server,
  type Connection,
  userTags,
} from './chat-state.ts'
import { prefixOf } from './irc.ts'
import { notices } from './notices.ts'
import { findRoom, isModerator, type Room } from './rooms.ts'

/** Handles JOIN with a list of channels. Unknown channels and joins over the limit get no answer. */
export function join(chat: ChatState, connection: Connection, list: string): void {
  for (const channel of channelsIn(list)) {
    if (!chat.limits.countJoin(connection.login)) continue
    if (chat.faults.take('join')?.fault === 'drop-join') continue
    const room = findRoom(chat.rooms, channel)
    if (room) enterRoom(chat, connection, room)
  }
}

/** Handles PART with a list of channels. */
export function part(chat: ChatState, connection: Connection, list: string): void {
  for (const channel of channelsIn(list)) {
    if (!connection.channels.has(channel)) continue
    sendMembership(chat, connection, 'PART', channel)
    connection.channels.delete(channel)
  }
}

/** Removes a closed connection from all its channels. */
export function leaveAll(chat: ChatState, connection: Connection): void {
  const channels = [...connection.channels]
  connection.channels.clear()
  for (const channel of channels) sendMembership(chat, connection, 'PART', channel)
}

function enterRoom(chat: ChatState, connection: Connection, room: Room): void {
  const { channel } = room
  const { login } = connection
  if (room.suspended)
    return sendNotice(connection, channel, 'msg_channel_suspended', notices.msg_channel_suspended!(''))
  if (room.banned.includes(login))
    return sendNotice(connection, channel, 'msg_banned', notices.msg_banned!(channel))
  if (!isModerator(room, login) && !chat.limits.countChannel(countPlainChannels(chat, connection)))
    return sendNotice(connection, channel, tooMany, notices[tooMany]!(''))
  connection.channels.add(channel)
  sendMembership(chat, connection, 'JOIN', channel)
  send(connection, `:${login}.${server} 353 ${login} = #${channel} :${login}`)
  send(connection, `:${login}.${server} 366 ${login} #${channel} :End of /NAMES list`)
  const isReader = !chat.accounts.users[login]
  if (!isReader) {
    const tags = { ...userTags(chat, room, login), 'emote-sets': '0' }
    sendCommand(connection, `:${server} USERSTATE #${channel}`, tags)
  }
  sendCommand(connection, `:${server} ROOMSTATE #${channel}`, roomTags(chat, room))
}

const tooMany = 'msg_concurrent_channel_limit_reached'

/**
 * Counts the channels that an account is in, on all its connections, without being their moderator. Anonymous readers have no
 * account, so their channels are not limited.
 */
function countPlainChannels(chat: ChatState, { login }: Connection): number {
  if (!chat.accounts.users[login]) return 0
  const own = [...chat.connections].filter((one) => one.login === login)
  const joined = new Set(own.flatMap(({ channels }) => [...channels]))
  return [...joined].filter((channel) => !isModerator(findRoom(chat.rooms, channel)!, login)).length
}

/** Sends a JOIN or PART to the user, and to the others who requested the membership capability. */
function sendMembership(
  chat: ChatState,
  connection: Connection,
  verb: 'JOIN' | 'PART',
  channel: string,
): void {
  const line = `${prefixOf(connection.login)} ${verb} #${channel}`
  send(connection, line)
  for (const other of listMembers(chat, channel)) {
    if (other !== connection && other.capabilities.has('twitch.tv/membership')) send(other, line)
  }
}

function channelsIn(list: string): string[] {
  return list.split(',').flatMap((name) => (name.startsWith('#') ? name.slice(1).toLowerCase() : []))
}
