/** Adds the control endpoints of the Twitch stand-in. */
import type { Router } from 'express'
import * as z from 'zod'
import { addControl, ControlError } from '../control.ts'
import { type Accounts, botLogin, ensureUser, loginPattern } from './accounts.ts'
import type { ChatServer } from './chat-server.ts'
import {
  type ChatFault,
  type ChatOperation,
  type ChatState,
  listMembers,
  roomTags,
  sendCommand,
  server,
} from './chat-state.ts'
import { renameUser } from './rename-user.ts'
import { findRoom, type Room } from './rooms.ts'
import { broadcastMessage } from './messages.ts'

const login = z.string().toLowerCase().regex(loginPattern)

const grant = z.object({
  login,
  scopes: z.array(z.string()).default(['user:read:email']),
  email: z.email().optional(),
  displayName: z.string().optional(),
})

const roomChange = z.object({
  channel: login,
  /** The user that `mod`, `vip`, `banned` and `timedOutSeconds` apply to. */
  user: login.default(botLogin),
  mod: z.boolean().optional(),
  vip: z.boolean().optional(),
  banned: z.boolean().optional(),
  timedOutSeconds: z.number().min(0).optional(),
  slow: z.number().min(0).optional(),
  followersOnly: z.union([z.boolean(), z.number().min(-1)]).optional(),
  emoteOnly: z.boolean().optional(),
  subsOnly: z.boolean().optional(),
  suspended: z.boolean().optional(),
  rejects: z.array(z.string().min(1)).optional(),
  refuse: z.string().optional(),
})

const chatFaults = {
  'refuse-connections': { operation: 'connect', fault: 'refuse' },
  'bad-login': { operation: 'login', fault: 'bad-login' },
  'no-376': { operation: 'login', fault: 'no-376' },
  'drop-join': { operation: 'join', fault: 'drop-join' },
  silent: { operation: 'say', fault: 'silent' },
  'no-userstate': { operation: 'say', fault: 'no-userstate' },
  'drop-before-post': { operation: 'say', fault: 'drop-before-post' },
  'drop-after-post': { operation: 'say', fault: 'drop-after-post' },
  'call-drop-before': { operation: 'call', fault: 'drop-before' },
  'call-drop-after': { operation: 'call', fault: 'drop-after-commit' },
  'call-429': { operation: 'call', fault: 'call-429' },
  'call-500': { operation: 'call', fault: 'call-500' },
  'call-503': { operation: 'call', fault: 'call-503' },
} as const satisfies Record<string, { operation: ChatOperation; fault: ChatFault }>

const faultSchema = z.object({
  fault: z.enum([
    'reconnect',
    'drop',
    'half-open',
    'none',
    ...(Object.keys(chatFaults) as (keyof typeof chatFaults)[]),
  ]),
  times: z.int().min(1).default(1),
})

/** Adds the routes under /twitch/control. Calls `onRevoked` after a grant has ended. */
export function addControls(
  router: Router,
  chat: ChatState,
  chatServer: ChatServer,
  onRevoked: () => void,
): void {
  const { accounts } = chat

  addControl(router, '/twitch/control/grant', grant, ({ scopes, ...user }) => {
    const { id } = ensureUser(accounts, user)
    return { code: accounts.oauth.makeCode({ login: user.login, scopes }), userId: id }
  })
  addControl(router, '/twitch/control/revoke', z.object({ login }), (body) => {
    requireUser(accounts, body.login)
    const ended = accounts.oauth.revoke((owner) => owner.login === body.login)
    onRevoked()
    return { ended }
  })
  addControl(router, '/twitch/control/expire', z.object({ login }), (body) => {
    requireUser(accounts, body.login)
    return { ended: accounts.oauth.expireAccess((owner) => owner.login === body.login) }
  })
  addControl(router, '/twitch/control/end-app-tokens', z.object({}), () => {
    for (const token of Object.keys(accounts.appTokens)) delete accounts.appTokens[token]
    accounts.save()
  })
  addControl(router, '/twitch/control/redirects', z.object({ uri: z.url() }), ({ uri }) => {
    accounts.redirects[uri] = true
    accounts.save()
  })
  addRoomControls(router, chat)
  addClockControls(router, chat, chatServer)
}

function addRoomControls(router: Router, chat: ChatState): void {
  addControl(router, '/twitch/control/channels', roomChange, (change) => {
    const room = getRoom(chat, change.channel)
    changeRoom(chat, room, change)
    for (const member of listMembers(chat, room.channel)) {
      sendCommand(member, `:${server} ROOMSTATE #${room.channel}`, roomTags(chat, room))
    }
    return room
  })
  const rename = z.object({ login, to: login })
  addControl(router, '/twitch/control/rename', rename, (body) => {
    requireUser(chat.accounts, body.login)
    if (chat.accounts.users[body.to]) throw new ControlError(`Twitch already has a user ${body.to}.`)
    renameUser(chat, body.login, body.to)
  })
  addControl(
    router,
    '/twitch/control/shared-chat',
    z.object({ channels: z.array(login) }),
    ({ channels }) => {
      const session = channels.map((channel) => getRoom(chat, channel).channel)
      chat.rooms.shared = new Map(session.map((channel) => [channel, session]))
    },
  )
  const message = z.object({ channel: login, user: login, text: z.string().min(1).max(500) })
  addControl(router, '/twitch/control/say', message, ({ channel, user, text }) => ({
    id: broadcastMessage(
      chat,
      getRoom(chat, channel),
      ensureUser(chat.accounts, { login: user }).login,
      text,
    ),
  }))
}

function addClockControls(router: Router, chat: ChatState, chatServer: ChatServer): void {
  const settings = z.object({
    scale: z.number().min(1).max(1000).optional(),
    lockoutSeconds: z.number().min(0).optional(),
  })
  addControl(router, '/twitch/control/clock', settings, (body) => chat.limits.setClock(body))
  const limits = z.object({ maxChannels: z.int().min(1) })
  addControl(router, '/twitch/control/limits', limits, ({ maxChannels }) =>
    chat.limits.setMaxChannels(maxChannels),
  )
  addControl(router, '/twitch/control/forgive', z.object({}), () => chat.limits.resetViolations())
  addControl(router, '/twitch/control/faults', faultSchema, ({ fault, times }) => {
    if (fault === 'reconnect') return chatServer.requestReconnect()
    if (fault === 'drop') return chatServer.dropAll()
    if (fault === 'half-open') return chatServer.halfOpenAll()
    if (fault === 'none') return chat.faults.clear()
    return chat.faults.add({ ...chatFaults[fault], times, delayMs: 0 })
  })
  router.get('/twitch/control/state', (_request, response) => {
    response.json({
      now: chat.limits.now(),
      violations: chat.limits.violations,
      faults: chat.faults.list(),
      connections: [...chat.connections].map(({ login, channels }) => ({ login, channels: [...channels] })),
      rooms: chat.rooms.settings,
      calls: chat.calls,
    })
  })
}

function changeRoom(chat: ChatState, room: Room, change: z.output<typeof roomChange>): void {
  const { channel: _, user, mod, vip, banned, timedOutSeconds, followersOnly, ...rules } = change
  if (mod !== undefined) room.moderators = setMember(room.moderators, user, mod)
  if (vip !== undefined) room.vips = setMember(room.vips ?? [], user, vip)
  if (banned !== undefined) room.banned = setMember(room.banned, user, banned)
  if (timedOutSeconds !== undefined) room.timedOut[user] = chat.limits.now() + timedOutSeconds * 1000
  if (followersOnly !== undefined) {
    room.followersOnly = typeof followersOnly === 'number' ? followersOnly : followersOnly ? 0 : -1
  }
  Object.assign(room, rules)
  chat.rooms.save()
  if (banned || timedOutSeconds) sendClearChat(chat, room, user, banned ? undefined : timedOutSeconds)
}

function sendClearChat(chat: ChatState, room: Room, user: string, seconds: number | undefined): void {
  const tags = {
    'room-id': chat.accounts.users[room.channel]!.id,
    'target-user-id': chat.accounts.users[user]?.id ?? '',
  }
  const withDuration = seconds === undefined ? tags : { 'ban-duration': Math.ceil(seconds), ...tags }
  for (const member of listMembers(chat, room.channel)) {
    sendCommand(member, `:${server} CLEARCHAT #${room.channel} :${user}`, withDuration)
  }
}

function setMember(list: string[], member: string, isIn: boolean): string[] {
  const others = list.filter((one) => one !== member)
  return isIn ? [...others, member] : others
}

function getRoom(chat: ChatState, channel: string): Room {
  const room = findRoom(chat.rooms, channel)
  if (!room) throw new ControlError(`Twitch has no user ${channel}.`)
  return room
}

function requireUser(accounts: Accounts, name: string): void {
  if (!accounts.users[name]) throw new ControlError(`Twitch has no user ${name}.`)
}
