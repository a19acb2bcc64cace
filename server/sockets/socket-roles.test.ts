/** Checks for every role and event of a socket: which roles connect, whose events count, and that no event is missing. */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Server, Socket as ServerSocket } from 'socket.io'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { expect, test } from 'vitest'
import type { Db } from '../../db/connection.ts'
import type { AccountRow } from '../../db/schema.ts'
import { buildCreator, buildGoal, buildSupporter } from '../../db/builders.fixture.ts'
import { defaultTimerRule } from '../../contract/timer/timer.ts'
import { createTimer } from '../../domain/timer/manage-timers.ts'
import { saveOverlaySettings, showOverlayKey } from '../../domain/alerts/overlay-key.ts'
import { socketEvents } from '../http/other-routes.ts'
import type { SocketEvent } from '../http/other-routes.ts'
import { forAll, roles } from '../roles/outcomes.fixture.ts'
import type { Role } from '../roles/outcomes.fixture.ts'
import { buildAlerts, startTestSockets } from './sockets.fixture.ts'
import type { TestSockets } from './sockets.fixture.ts'
import { makeSecretKeys } from '../../domain/config/secret-keys.fixture.ts'

/** `done`: the event takes effect. `nothing`: the event is ignored. `refused`: the socket cannot connect. */
type SocketOutcome = 'done' | 'nothing' | 'refused'
type SocketOutcomes = Readonly<Record<Role, SocketOutcome>>

const anySocket = forAll<SocketOutcome>('done')

/** The outcomes by namespace and event; `connect` is the connection to the namespace. A variant is named after ` | `. */
const socketTable = {
  '/ connect': forAll<SocketOutcome>('refused'),
  '/alerts connect': anySocket,
  '/alerts connect | with the creator’s key': anySocket,
  '/alerts connect | where the key is required': { ...forAll<SocketOutcome>('refused'), creator: 'done' },
  '/alerts overlay:state': { ...forAll<SocketOutcome>('nothing'), creator: 'done' },
  '/alerts overlay:state | with the creator’s key': anySocket,
  '/alerts alert:begin': { ...forAll<SocketOutcome>('nothing'), creator: 'done' },
  '/alerts alert:begin | with the creator’s key': anySocket,
  '/alerts alert:shown': { ...forAll<SocketOutcome>('nothing'), creator: 'done' },
  '/alerts alert:shown | with the creator’s key': anySocket,
  '/alerts alert:end': { ...forAll<SocketOutcome>('nothing'), creator: 'done' },
  '/alerts alert:end | with the creator’s key': anySocket,
  '/alerts alert:cut': { ...forAll<SocketOutcome>('nothing'), creator: 'done' },
  '/alerts alert:cut | with the creator’s key': anySocket,
  '/live connect': anySocket,
  '/live connect | for timers': anySocket,
  '/live connect | for totals': { ...forAll<SocketOutcome>('refused'), creator: 'done' },
  '/live connect | for totals with the key': anySocket, // the address is the authorisation
  '/live connect | for a scene': { ...forAll<SocketOutcome>('refused'), creator: 'done' },
  '/live connect | for a scene with the key': anySocket,
  '/live connect | for a widget': anySocket,
  '/live connect | for a control panel': {
    ...forAll<SocketOutcome>('refused'),
    creator: 'done',
    moderator: 'done',
  },
  '/live time': anySocket,
} as const satisfies Record<SocketEvent, SocketOutcomes> & Record<string, SocketOutcomes>
type SocketCase = keyof typeof socketTable

interface RoleSockets extends TestSockets {
  /** Sends an event to `/alerts`; resolves when its handlers have ended. Returns whether the server has any for this socket. */
  send(socket: Socket, event: string, data: unknown): Promise<boolean>
  creator: AccountRow
  accounts: Partial<Record<Role, AccountRow>>
  cookies: Partial<Record<Role, string>>
}

const rows = Object.entries(socketTable).flatMap(([name, outcomes]) =>
  roles.map((role) => ({ name: name as SocketCase, role, outcome: outcomes[role] })),
)

/** For each row, the action of a role, and how to find out whether the action had an effect. */
const actions: Record<
  SocketCase,
  (context: RoleSockets, role: Role) => Promise<'done' | 'nothing' | 'refused'>
> = {
  async '/ connect'(context, role) {
    const { socket } = open(context, role, '/')
    return (await isConnected(socket)) ? 'done' : 'refused'
  },
  async '/alerts connect'(context, role) {
    const { socket, received } = open(context, role, '/alerts')
    if (!(await isConnected(socket))) return 'refused'
    await expect.poll(() => received('alert')).toMatchObject([{ seq: 1 }, { seq: 2 }])
    return received('ready').length === 1 ? 'done' : 'nothing'
  },
  '/alerts connect | with the creator’s key': async (context, role) => {
    const { socket, received } = open(context, role, '/alerts', await keyOf(context))
    if (!(await isConnected(socket))) return 'refused'
    await expect.poll(() => received('alert')).toMatchObject([{ seq: 1 }, { seq: 2 }])
    return 'done'
  },
  '/alerts connect | where the key is required': async (context, role) => {
    await saveOverlaySettings(keyContext(context), context.creator.uid, {
      isKeyRequired: true,
      missedAlerts: 'all',
    })
    const { socket } = open(context, role, '/alerts')
    return (await isConnected(socket)) ? 'done' : 'refused'
  },
  '/alerts overlay:state': report,
  '/alerts overlay:state | with the creator’s key': async (context, role) =>
    report(context, role, await keyOf(context)),
  '/alerts alert:begin': begin,
  '/alerts alert:begin | with the creator’s key': async (context, role) =>
    begin(context, role, await keyOf(context)),
  '/alerts alert:end': async (context, role) => finish(context, role, 'alert:end'),
  '/alerts alert:end | with the creator’s key': async (context, role) =>
    finish(context, role, 'alert:end', await keyOf(context)),
  '/alerts alert:cut': async (context, role) => finish(context, role, 'alert:cut'),
  '/alerts alert:cut | with the creator’s key': async (context, role) =>
    finish(context, role, 'alert:cut', await keyOf(context)),
  '/alerts alert:shown': acknowledge,
  '/alerts alert:shown | with the creator’s key': async (context, role) =>
    acknowledge(context, role, await keyOf(context)),
  async '/live connect'(context, role) {
    const { socket, received } = open(context, role, '/live')
    if (!(await isConnected(socket))) return 'refused'
    await expect.poll(() => received('goals').at(-1)).toMatchObject([{ title: 'A kiln for the clay season' }])
    await expect.poll(() => received('leaderboard').length).toBeGreaterThan(0)
    await expect.poll(() => received('notifications')).toEqual(role === 'stranger' ? [] : [0])
    return 'done'
  },
  async '/live connect | for timers'(context, role) {
    const { db, creator } = context
    await createTimer(db, creator.uid, { name: 'Donothon', rule: defaultTimerRule, actor: creator.uid })
    const { socket, received } = open(context, role, '/live', undefined, { wants: 'timers' })
    if (!(await isConnected(socket))) return 'refused'
    await expect.poll(() => received('timers').at(-1)).toMatchObject([{ name: 'Donothon', status: 'idle' }])
    expect([received('goals'), received('leaderboard')]).toEqual([[], []])
    return 'done'
  },
  async '/live connect | for a widget'(context, role) {
    const { socket, received } = open(context, role, '/live', undefined, { wants: 'goals' })
    if (!(await isConnected(socket))) return 'refused'
    await expect.poll(() => received('blank')).toEqual([false])
    await expect.poll(() => received('goals')).toHaveLength(1)
    expect([received('leaderboard'), received('notifications')]).toEqual([[], []])
    return 'done'
  },
  async '/live connect | for totals'(context, role) {
    const { socket, received } = open(context, role, '/live', undefined, { wants: 'totals' })
    if (await isConnected(socket)) {
      await expect.poll(() => received('totals')).toHaveLength(1)
      return 'done'
    }
    expect(received('totals')).toEqual([])
    return 'refused'
  },
  async '/live connect | for totals with the key'(context, role) {
    const hello = { wants: 'totals', key: await keyOf(context) }
    const { socket, received } = open(context, role, '/live', undefined, hello)
    if (!(await isConnected(socket))) return 'refused'
    await expect.poll(() => received('totals')).toMatchObject([{ stream: 0, today: 0, month: 0 }])
    expect([received('goals'), received('leaderboard')]).toEqual([[], []])
    return 'done'
  },
  async '/live connect | for a scene'(context, role) {
    const { socket, received } = open(context, role, '/live', undefined, { wants: 'scene' })
    if (await isConnected(socket)) {
      await expect.poll(() => received('scene')).toHaveLength(1)
      return 'done'
    }
    expect(received('scene')).toEqual([])
    return 'refused'
  },
  async '/live connect | for a scene with the key'(context, role) {
    const hello = { wants: 'scene', key: await keyOf(context) }
    const { socket, received } = open(context, role, '/live', undefined, hello)
    if (!(await isConnected(socket))) return 'refused'
    await expect.poll(() => received('scene')).toMatchObject([{ version: 0 }])
    return 'done'
  },
  async '/live connect | for a control panel'(context, role) {
    const { socket, received } = open(context, role, '/live', undefined, { panel: context.creator.uid })
    if (!(await isConnected(socket))) return 'refused'
    await expect.poll(() => received('panel').at(-1)).toMatchObject({ isOwner: role === 'creator' })
    await expect.poll(() => received('panelTips')).toEqual([[]])
    return 'done'
  },
  async '/live time'(context, role) {
    const { socket } = open(context, role, '/live')
    if (!(await isConnected(socket))) return 'refused'
    const nowMs: unknown = await socket.emitWithAck('time')
    return typeof nowMs === 'number' && Math.abs(nowMs - Date.now()) < 60_000 ? 'done' : 'nothing'
  },
}

const overlayId = randomUUID()

/** Reports that the page is on the stream. If the server listens, waits until it has made the page the active overlay. */
async function claimLease({ send }: RoleSockets, socket: Socket): Promise<void> {
  const active = new Promise((resolve) => socket.once('active', resolve))
  if (await send(socket, 'overlay:state', { overlayId, state: 'program', audio: 'unknown' })) await active
}

async function report(context: RoleSockets, role: Role, key?: string) {
  const { socket } = open(context, role, '/alerts', key)
  if (!(await isConnected(socket))) return 'refused'
  await claimLease(context, socket)
  const lease = context.db.selectFrom('activeOverlay').select('creatorUid').where('overlayId', '=', overlayId)
  return (await lease.execute()).length > 0 ? 'done' : 'nothing'
}

async function begin(context: RoleSockets, role: Role, key?: string) {
  const { socket } = open(context, role, '/alerts', key)
  if (!(await isConnected(socket))) return 'refused'
  await claimLease(context, socket)
  await context.send(socket, 'alert:begin', 1)
  const begun = context.db.selectFrom('alert').select('begunBy').where('begunAt', 'is not', null)
  return (await begun.execute()).some(({ begunBy }) => begunBy === overlayId) ? 'done' : 'nothing'
}

async function finish(context: RoleSockets, role: Role, event: 'alert:end' | 'alert:cut', key?: string) {
  const { socket } = open(context, role, '/alerts', key)
  if (!(await isConnected(socket))) return 'refused'
  await claimLease(context, socket)
  const begun = { begunAt: sql<Date>`now()`, begunBy: overlayId }
  await context.db.updateTable('alert').set(begun).where('seq', '=', 1).execute()
  await context.send(socket, event, 1)
  const column = event === 'alert:end' ? 'endedAt' : 'cutAt'
  const ended = context.db.selectFrom('alert').select('seq').where(column, 'is not', null)
  return (await ended.execute()).length > 0 ? 'done' : 'nothing'
}

async function acknowledge(context: RoleSockets, role: Role, key?: string) {
  const { socket } = open(context, role, '/alerts', key)
  if (!(await isConnected(socket))) return 'refused'
  await claimLease(context, socket)
  const begun = { begunAt: sql<Date>`now() - interval '7 seconds'`, begunBy: overlayId }
  await context.db.updateTable('alert').set(begun).where('seq', '=', 1).execute()
  await context.send(socket, 'alert:shown', { seq: 1, shownMs: 2_000 })
  return (await shownSeqs(context.db)).length > 0 ? 'done' : 'nothing'
}

const secretsKey = makeSecretKeys()
const keyContext = ({ db }: RoleSockets) => ({ db, config: { secretsKey } })
const keyOf = (context: RoleSockets) => showOverlayKey(keyContext(context), context.creator.uid)

test.each(rows)('$name by $role: $outcome', async ({ name, role, outcome }) => {
  await using test = await startTestSockets()
  const context = { ...(await startRoleSockets(test)), send: watchHandlers(test.sockets.io) }

  expect(await actions[name](context, role)).toBe(outcome)
  if (!/ (alert:|overlay:)/.test(name)) expect(await shownSeqs(context.db)).toEqual([])
})

test('every namespace and event that the server listens to has a row', async () => {
  await using test = await startTestSockets()

  expect((await listEvents(await startRoleSockets(test))).toSorted()).toEqual(
    Object.keys(socketEvents).toSorted(),
  )
})

test.each<[string, (server: Server) => void]>([
  ['/planted connect', (server) => void server.of('/planted')],
  ['/alerts planted', (server) => addListener(server, '/alerts', (socket) => socket.on('planted', () => {}))],
  ['/live *', (server) => addListener(server, '/live', (socket) => socket.onAny(() => {}))],
  [
    '/live planted',
    (server) =>
      addListener(server, '/live', (socket) => {
        if (socket.handshake.headers.cookie) socket.on('planted', () => {})
      }),
  ],
])('a planted %s is detected', async (planted, plant) => {
  await using test = await startTestSockets()
  plant(test.sockets.io)

  const events = await listEvents(await startRoleSockets(test))

  expect(events.filter((name) => !(name in socketEvents))).toEqual([planted])
})

function addListener(server: Server, namespace: string, plant: (socket: ServerSocket) => void): void {
  server.of(namespace).on('connection', plant)
}

/** Events that Socket.IO reserves: a client cannot send them. */
const reservedEvents = new Set(['disconnect', 'disconnecting', 'error'])

/** Lists every event that the server listens to, by reading the listeners of its sockets for each role at each namespace. */
async function listEvents(context: Omit<RoleSockets, 'send'>): Promise<string[]> {
  const found = new Set<string>()
  for (const [name, namespace] of context.sockets.io._nsps) {
    found.add(`${name} connect`)
    for (const role of roles) await isConnected(open(context, role, name).socket)
    for (const event of [...namespace.sockets.values()].flatMap(eventsOf)) found.add(`${name} ${event}`)
  }
  return [...found]
}

function eventsOf(socket: ServerSocket): string[] {
  const events = socket.eventNames().map(String)
  return [
    ...events.filter((event) => !reservedEvents.has(event)),
    ...(socket.listenersAny().length > 0 ? ['*'] : []),
  ]
}

async function startRoleSockets(test: TestSockets): Promise<Omit<RoleSockets, 'send'>> {
  const creator = await buildCreator(test.db)
  await buildGoal(test.db, creator.uid)
  await buildAlerts(test.db, creator.uid, 2)
  const accounts = {
    creator,
    supporter: await buildSupporter(test.db),
    moderator: await buildSupporter(test.db),
    otherCreator: await buildCreator(test.db),
    admin: await buildSupporter(test.db, { role: 'admin' }),
  }
  await buildAlerts(test.db, accounts.otherCreator.uid, 2)
  const moderates = { creatorUid: creator.uid, moderatorUid: accounts.moderator.uid }
  await test.db.insertInto('moderator').values(moderates).execute()
  const cookies: Partial<Record<Role, string>> = {}
  for (const role of roles) if (role !== 'stranger') cookies[role] = await test.signIn(accounts[role].uid)
  return { ...test, creator, accounts, cookies }
}

/** Connects a role to the creator's channel. At `/alerts`, the socket starts before the first alert. */
function open(
  { url, creator, cookies }: Omit<RoleSockets, 'send'>,
  role: Role,
  namespace: string,
  key?: string,
  more = {},
) {
  const cookie = cookies[role]
  const socket = io(url + namespace, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth:
      namespace === '/alerts' ? { userUID: creator.uid, cursor: 0, key } : { userUID: creator.uid, ...more },
    ...(cookie && { extraHeaders: { cookie } }),
  })
  const messages: [string, unknown][] = []
  socket.onAny((event: string, data: unknown) => void messages.push([event, data]))
  const received = (event: string) => messages.filter(([name]) => name === event).map(([, data]) => data)
  return { socket, received }
}

function isConnected(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true))
    socket.on('connect_error', () => resolve(false))
  })
}

/** Watches the events and handlers of `/alerts` from now on. */
function watchHandlers(server: Server): RoleSockets['send'] {
  let arrived = 0
  let handling: unknown[] = []
  server.of('/alerts').on('connection', (socket) => {
    for (const event of eventsOf(socket))
      for (const listener of socket.listeners(event)) {
        socket.off(event, listener)
        socket.on(event, (...data) => void handling.push(listener(...data)))
      }
    socket.onAny(() => (arrived += 1))
  })
  return async (socket, event, data) => {
    const before = arrived
    handling = []
    socket.emit(event, data)
    await expect.poll(() => arrived).toBe(before + 1)
    await setImmediate() // Socket.IO calls the handlers in the next tick
    await Promise.all(handling)
    return handling.length > 0
  }
}

async function shownSeqs(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('alert').select('seq').where('shownAt', 'is not', null).execute()
  return rows.map(({ seq }) => seq)
}
