/** A message in a chat room: judged, shown, acknowledged. */
import { randomUUID } from 'node:crypto'
import {
  type House,
  listMembers,
  send,
  sendCommand,
  sendNotice,
  server,
  type Session,
  userTags,
} from './house.ts'
import { prefixOf } from './irc.ts'
import { judge } from './judge.ts'
import { findRoom, keepLine, type Room } from './rooms.ts'

/** PRIVMSG. An unknown channel is met with silence; USERSTATE tells the sender that the message is out. */
export function say(house: House, session: Session, target: string, text: string, nonce?: string): void {
  const room = findRoom(house.rooms, target.replace(/^#/, '').toLowerCase())
  if (!room || !house.accounts.users[session.login] || !text) return
  const fault = house.faults.take('say')?.fault
  if (fault === 'drop-before-post') return session.socket.terminate()
  if (fault === 'silent') return

  const post = { login: session.login, text, mayWrite: session.scopes.includes('chat:edit') }
  const verdict = judge(room, post, house.limits, house.lastPosts)
  if (verdict.kind === 'swallowed') return
  if (verdict.kind === 'refused') return sendNotice(session, room.channel, verdict.msgId, verdict.text)

  const id = show(house, room, session.login, text, session)
  if (fault === 'drop-after-post') return session.socket.terminate()
  if (fault === 'no-userstate') return
  sendCommand(session, `:${server} USERSTATE #${room.channel}`, {
    ...userTags(house, room, session.login),
    'emote-sets': '0',
    id,
    ...(nonce && { 'client-nonce': nonce }),
  })
}

/** Shows a message to everybody in the room but the connection it came from, and returns its id. */
export function show(house: House, room: Room, login: string, text: string, from?: Session): string {
  const id = randomUUID()
  const user = house.accounts.users[login]!
  const spoken = text.replace(/^[/.]me +/i, '')
  const line = spoken === text ? text : `\u0001ACTION ${spoken}\u0001`
  const tags = {
    ...userTags(house, room, login),
    emotes: '',
    'first-msg': 0,
    flags: '',
    id,
    'room-id': house.accounts.users[room.channel]!.id,
    'tmi-sent-ts': Date.now(),
    turbo: 0,
    'user-id': user.id,
  }
  for (const other of listMembers(house, room.channel)) {
    if (other !== from) send(other, `${prefixOf(login)} PRIVMSG #${room.channel} :${line}`, tags)
  }
  const plain = spoken.replace(/^\u0001ACTION |\u0001$/g, '')
  keepLine(house.rooms, room.channel, { at: new Date().toISOString(), user: login, text: plain })
  return id
}
