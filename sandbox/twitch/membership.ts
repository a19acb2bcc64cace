/** Coming into a chat room and leaving it. */
import {
  type House,
  listMembers,
  roomTags,
  send,
  sendCommand,
  sendNotice,
  server,
  type Session,
  userTags,
} from './house.ts'
import { prefixOf } from './irc.ts'
import { notices } from './notices.ts'
import { findRoom, type Room } from './rooms.ts'

/** JOIN: a list of channels; one that nobody owns is met with silence, and so is one join too many. */
export function join(house: House, session: Session, list: string): void {
  for (const channel of channelsIn(list)) {
    if (!house.limits.countJoin(session.login)) continue
    const room = findRoom(house.rooms, channel)
    if (room) enter(house, session, room)
  }
}

/** PART: a list of channels. */
export function part(house: House, session: Session, list: string): void {
  for (const channel of channelsIn(list)) {
    if (!session.channels.has(channel)) continue
    announce(house, session, 'PART', channel)
    session.channels.delete(channel)
  }
}

/** Tells everybody else in the channels of a connection that it is gone. */
export function leaveAll(house: House, session: Session): void {
  const channels = [...session.channels]
  session.channels.clear()
  for (const channel of channels) announce(house, session, 'PART', channel)
}

function enter(house: House, session: Session, room: Room): void {
  const { channel } = room
  const { login } = session
  if (room.suspended)
    return sendNotice(session, channel, 'msg_channel_suspended', notices.msg_channel_suspended!(''))
  if (room.banned.includes(login))
    return sendNotice(session, channel, 'msg_banned', notices.msg_banned!(channel))
  session.channels.add(channel)
  announce(house, session, 'JOIN', channel)
  send(session, `:${login}.${server} 353 ${login} = #${channel} :${login}`)
  send(session, `:${login}.${server} 366 ${login} #${channel} :End of /NAMES list`)
  const isReader = !house.accounts.users[login]
  if (!isReader) {
    const tags = { ...userTags(house, room, login), 'emote-sets': '0' }
    sendCommand(session, `:${server} USERSTATE #${channel}`, tags)
  }
  sendCommand(session, `:${server} ROOMSTATE #${channel}`, roomTags(house, room))
}

/** The one it is about always hears it, the others when they asked for membership. */
function announce(house: House, session: Session, verb: 'JOIN' | 'PART', channel: string): void {
  const line = `${prefixOf(session.login)} ${verb} #${channel}`
  send(session, line)
  for (const other of listMembers(house, channel)) {
    if (other !== session && other.capabilities.has('twitch.tv/membership')) send(other, line)
  }
}

function channelsIn(list: string): string[] {
  return list.split(',').flatMap((name) => (name.startsWith('#') ? name.slice(1).toLowerCase() : []))
}
