/** What a person or a test does to the Twitch stand-in from outside the protocol. */
import { Router } from 'express'
import * as z from 'zod'
import { addControl, ControlError } from '../control.ts'
import {
  type Accounts,
  botLogin,
  disconnectUser,
  ensureUser,
  expireAccess,
  loginPattern,
  makeCode,
} from './accounts.ts'
import type { ChatServer } from './chat-server.ts'
import {
  type ChatFault,
  type ChatOperation,
  type House,
  listMembers,
  roomTags,
  sendCommand,
  server,
} from './house.ts'
import { findRoom, type Room } from './rooms.ts'
import { show } from './say.ts'

const login = z.string().toLowerCase().regex(loginPattern)

const grant = z.object({
  login,
  scopes: z.array(z.string()).default(['user:read:email']),
  email: z.email().optional(),
  displayName: z.string().optional(),
})

const roomChange = z.object({
  channel: login,
  /** Whom `mod`, `banned` and `timedOutSeconds` are about. */
  user: login.default(botLogin),
  mod: z.boolean().optional(),
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

const standing = {
  'refuse-connections': { operation: 'connect', fault: 'refuse' },
  'bad-login': { operation: 'login', fault: 'bad-login' },
  'no-376': { operation: 'login', fault: 'no-376' },
  silent: { operation: 'say', fault: 'silent' },
  'no-userstate': { operation: 'say', fault: 'no-userstate' },
  'drop-before-post': { operation: 'say', fault: 'drop-before-post' },
  'drop-after-post': { operation: 'say', fault: 'drop-after-post' },
} as const satisfies Record<string, { operation: ChatOperation; fault: ChatFault }>

const faultWish = z.object({
  fault: z.enum(['reconnect', 'drop', 'none', ...(Object.keys(standing) as (keyof typeof standing)[])]),
  times: z.int().min(1).default(1),
})

/** Routes under /twitch/control. */
export function controlRoutes(house: House, chat: ChatServer): Router {
  const router = Router()
  const { accounts } = house

  addControl(router, '/twitch/control/grant', grant, ({ scopes, ...user }) => {
    ensureUser(accounts, user)
    return { code: makeCode(accounts, { login: user.login, scopes }) }
  })
  addControl(router, '/twitch/control/revoke', z.object({ login }), (body) => ({
    ended: disconnectUser(accounts, known(accounts, body.login)),
  }))
  addControl(router, '/twitch/control/expire', z.object({ login }), (body) => ({
    ended: expireAccess(accounts, known(accounts, body.login)),
  }))
  addControl(router, '/twitch/control/redirects', z.object({ uri: z.url() }), ({ uri }) => {
    accounts.redirects[uri] = true
    accounts.save()
  })
  addRoomControls(router, house)
  addClockControls(router, house, chat)
  return router
}

function addRoomControls(router: Router, house: House): void {
  addControl(router, '/twitch/control/channels', roomChange, (change) => {
    const room = getRoom(house, change.channel)
    changeRoom(house, room, change)
    for (const member of listMembers(house, room.channel)) {
      sendCommand(member, `:${server} ROOMSTATE #${room.channel}`, roomTags(house, room))
    }
    return room
  })
  const speech = z.object({ channel: login, user: login, text: z.string().min(1).max(500) })
  addControl(router, '/twitch/control/say', speech, ({ channel, user, text }) => ({
    id: show(house, getRoom(house, channel), ensureUser(house.accounts, { login: user }).login, text),
  }))
}

function addClockControls(router: Router, house: House, chat: ChatServer): void {
  const settings = z.object({
    scale: z.number().min(1).max(1000).optional(),
    lockoutSeconds: z.number().min(0).optional(),
  })
  addControl(router, '/twitch/control/clock', settings, (body) => house.limits.setClock(body))
  addControl(router, '/twitch/control/forgive', z.object({}), () => house.limits.forgive())
  addControl(router, '/twitch/control/faults', faultWish, ({ fault, times }) => {
    if (fault === 'reconnect') return chat.askToReconnect()
    if (fault === 'drop') return chat.dropAll()
    if (fault === 'none') return house.faults.clear()
    return house.faults.add({ ...standing[fault], times, delayMs: 0 })
  })
  router.get('/twitch/control/state', (_request, response) => {
    response.json({
      now: house.limits.now(),
      violations: house.limits.violations,
      faults: house.faults.list(),
      connections: [...house.sessions].map(({ login, channels }) => ({ login, channels: [...channels] })),
      rooms: house.rooms.settings,
    })
  })
}

function changeRoom(house: House, room: Room, change: z.output<typeof roomChange>): void {
  const { user, mod, banned, timedOutSeconds, followersOnly } = change
  if (mod !== undefined) room.moderators = withMember(room.moderators, user, mod)
  if (banned !== undefined) room.banned = withMember(room.banned, user, banned)
  if (timedOutSeconds !== undefined) room.timedOut[user] = house.limits.now() + timedOutSeconds * 1000
  if (followersOnly !== undefined) {
    room.followersOnly = typeof followersOnly === 'number' ? followersOnly : followersOnly ? 0 : -1
  }
  room.slow = change.slow ?? room.slow
  room.emoteOnly = change.emoteOnly ?? room.emoteOnly
  room.subsOnly = change.subsOnly ?? room.subsOnly
  room.suspended = change.suspended ?? room.suspended
  room.rejects = change.rejects ?? room.rejects
  room.refuse = change.refuse ?? room.refuse
  house.rooms.save()
  if (banned || timedOutSeconds) tellPunished(house, room, user, banned ? undefined : timedOutSeconds)
}

function tellPunished(house: House, room: Room, user: string, seconds: number | undefined): void {
  const tags = {
    'room-id': house.accounts.users[room.channel]!.id,
    'target-user-id': house.accounts.users[user]?.id ?? '',
  }
  const withDuration = seconds === undefined ? tags : { 'ban-duration': Math.ceil(seconds), ...tags }
  for (const member of listMembers(house, room.channel)) {
    sendCommand(member, `:${server} CLEARCHAT #${room.channel} :${user}`, withDuration)
  }
}

function withMember(list: string[], member: string, isIn: boolean): string[] {
  const others = list.filter((one) => one !== member)
  return isIn ? [...others, member] : others
}

function getRoom(house: House, channel: string): Room {
  const room = findRoom(house.rooms, channel)
  if (!room) throw new ControlError(`Twitch has no user ${channel}.`)
  return room
}

function known(accounts: Accounts, name: string): string {
  if (!accounts.users[name]) throw new ControlError(`Twitch has no user ${name}.`)
  return name
}
