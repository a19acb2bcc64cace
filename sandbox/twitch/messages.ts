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
import { prefixOf, type Tags } from './irc.ts'
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

  const id = broadcastMessage(chat, room, connection.login, text, { from: connection })
  if (fault === 'drop-after-post') return connection.socket.terminate()
  if (fault === 'no-userstate') return
  sendCommand(connection, `:${server} USERSTATE #${room.channel}`, {
    ...userTags(chat, room, connection.login),
    'emote-sets': '0',
    id,
    ...(nonce && { 'client-nonce': nonce }),
  })
}

/**
 * Repeats a message in the other chats of its Shared Chat session, also to the connection that it came from. Each copy has an id
 * of its own and names the message's origin.
 */
function mirrorMessage(chat: ChatState, origin: string, prefix: string, line: string, tags: Tags): void {
  for (const channel of chat.rooms.shared.get(origin) ?? []) {
    if (channel === origin) continue
    const own = { ...tags, id: randomUUID(), 'room-id': chat.accounts.users[channel]!.id }
    for (const member of listMembers(chat, channel)) send(member, `${prefix} #${channel} :${line}`, own)
  }
}

/**
 * Sends a message to everyone in the room except the connection it came from, and in a Shared Chat session to the other chats if it is
 * mirrored; returns its id.
 */
export function broadcastMessage(
  chat: ChatState,
  room: Room,
  login: string,
  text: string,
  { from, isMirrored = true }: { from?: Connection; isMirrored?: boolean } = {},
): string {
  const id = randomUUID()
  const user = chat.accounts.users[login]!
  const spoken = text.replace(/^[/.]me +/i, '')
  const line = spoken === text ? text : `\u0001ACTION ${spoken}\u0001`
  const tags: Tags = {
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
  const isShared = chat.rooms.shared.has(room.channel)
  const origin: Tags = {
    'source-id': id,
    'source-room-id': tags['room-id'] ?? '',
    'source-badges': tags.badges ?? '',
  }
  for (const other of listMembers(chat, room.channel)) {
    if (other === from) continue
    send(
      other,
      `${prefixOf(login)} PRIVMSG #${room.channel} :${line}`,
      isShared ? { ...tags, ...origin } : tags,
    )
  }
  if (isShared && isMirrored)
    mirrorMessage(chat, room.channel, `${prefixOf(login)} PRIVMSG`, line, { ...tags, ...origin })
  const plain = spoken.replace(/^\u0001ACTION |\u0001$/g, '')
  addChatLine(chat.rooms.messages, room.channel, { at: new Date().toISOString(), user: login, text: plain })
  chat.rooms.save()
  return id
}
