/** Receives messages in a chat room: checks, broadcasts and acknowledges them. */
import { randomUUID } from 'node:crypto'
import { addChatLine } from '../chat-page.ts'
import {
  type ChatState,
  listMembers,
  send,
  sendCommand,
  sendNotice,
  server,
  type Connection,
  userTags,
} from './chat-state.ts'
import { prefixOf } from './irc.ts'
import { checkMessage } from './check-message.ts'
import { findRoom, type Room } from './rooms.ts'

/** Handles PRIVMSG. USERSTATE acknowledges a message that was broadcast; messages to unknown channels get no answer. */
export function receiveMessage(
  chat: ChatState,
  connection: Connection,
  target: string,
  text: string,
  nonce?: string,
): void {
  const room = findRoom(chat.rooms, target.replace(/^#/, '').toLowerCase())
  if (!room || !chat.accounts.users[connection.login] || !text) return
  const fault = chat.faults.take('say')?.fault
  if (fault === 'drop-before-post') return connection.socket.terminate()
  if (fault === 'silent') return

  const post = { login: connection.login, text, canWrite: connection.scopes.includes('chat:edit') }
  const verdict = checkMessage(room, post, chat.limits, chat.lastPosts)
  if (verdict.kind === 'ignored') return
  if (verdict.kind === 'refused') return sendNotice(connection, room.channel, verdict.msgId, verdict.text)

  const id = broadcastMessage(chat, room, connection.login, text, connection)
  if (fault === 'drop-after-post') return connection.socket.terminate()
  if (fault === 'no-userstate') return
  sendCommand(connection, `:${server} USERSTATE #${room.channel}`, {
    ...userTags(chat, room, connection.login),
    'emote-sets': '0',
    id,
    ...(nonce && { 'client-nonce': nonce }),
  })
}

/** Sends a message to everyone in the room except the connection it came from, and returns its id. */
export function broadcastMessage(
  chat: ChatState,
  room: Room,
  login: string,
  text: string,
  from?: Connection,
): string {
  const id = randomUUID()
  const user = chat.accounts.users[login]!
  const spoken = text.replace(/^[/.]me +/i, '')
  const line = spoken === text ? text : `\u0001ACTION ${spoken}\u0001`
  const tags = {
    ...userTags(chat, room, login),
    emotes: '',
    'first-msg': 0,
    flags: '',
    id,
    'room-id': chat.accounts.users[room.channel]!.id,
    'tmi-sent-ts': Date.now(),
    turbo: 0,
    'user-id': user.id,
  }
  for (const other of listMembers(chat, room.channel)) {
    if (other !== from) send(other, `${prefixOf(login)} PRIVMSG #${room.channel} :${line}`, tags)
  }
  const plain = spoken.replace(/^\u0001ACTION |\u0001$/g, '')
  addChatLine(chat.rooms.messages, room.channel, { at: new Date().toISOString(), user: login, text: plain })
  chat.rooms.save()
  return id
}
