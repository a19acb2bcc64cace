/** The role table's socket rows: who gets a socket, whose word is heard, and that nothing else listens. */
import { sql } from 'kysely'
import type { Server, Socket as ServerSocket } from 'socket.io'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { expect, test } from 'vitest'
import type { Db } from '../../db/connection.ts'
import type { AccountRow } from '../../db/schema.ts'
import { buildCreator, buildGoal, buildSupporter } from '../../db/builders.fixture.ts'
import { roles, socketTable } from '../role-table.ts'
import type { Role, SocketCase } from '../role-table.ts'
import { buildAlerts, startTestSockets } from './sockets.fixture.ts'
import type { TestSockets } from './sockets.fixture.ts'

interface SocketHouse extends TestSockets {
  creator: AccountRow
  accounts: Partial<Record<Role, AccountRow>>
  cookies: Partial<Record<Role, string>>
}

const rows = Object.entries(socketTable).flatMap(([name, outcomes]) =>
  roles.map((role) => ({ name: name as SocketCase, role, outcome: outcomes[role] })),
)

/** What each row does when it is allowed, and what shows that it did nothing. */
const acts: Record<SocketCase, (house: SocketHouse, role: Role) => Promise<'done' | 'nothing' | 'refused'>> =
  {
    async '/ connect'(house, role) {
      const { socket } = open(house, role, '/')
      return (await settled(socket)) ? 'done' : 'refused'
    },
    async '/alerts connect'(house, role) {
      const { socket, got } = open(house, role, '/alerts')
      if (!(await settled(socket))) return 'refused'
      await expect.poll(() => got('alert')).toMatchObject([{ seq: 1 }, { seq: 2 }])
      return got('ready').length === 1 ? 'done' : 'nothing'
    },
    async '/alerts alert:shown'(house, role) {
      const { socket, got } = open(house, role, '/alerts')
      if (!(await settled(socket))) return 'refused'
      await expect.poll(() => got('alert').length).toBe(2)
      socket.emit('alert:shown', 1)
      await allRead(socket)
      await workedOff(house)
      return (await shownSeqs(house.db)).includes(1) ? 'done' : 'nothing'
    },
    async '/live connect'(house, role) {
      const { socket, got } = open(house, role, '/live')
      if (!(await settled(socket))) return 'refused'
      await expect.poll(() => got('goals').at(-1)).toMatchObject([{ title: 'A kiln for the clay season' }])
      await expect.poll(() => got('leaderboard').length).toBeGreaterThan(0)
      await expect.poll(() => got('notifications')).toEqual(role === 'stranger' ? [] : [0])
      return 'done'
    },
  }

test.each(rows)('$name by $role: $outcome', async ({ name, role, outcome }) => {
  await using test = await startTestSockets()
  const house = await buildHouse(test)

  expect(await acts[name](house, role)).toBe(outcome)
  if (name !== '/alerts alert:shown') expect(await shownSeqs(house.db)).toEqual([])
})

test('every namespace and every event that is heard has its row', async () => {
  await using test = await startTestSockets()

  expect((await listHeard(await buildHouse(test))).toSorted()).toEqual(Object.keys(socketTable).toSorted())
})

test.each<[string, (server: Server) => void]>([
  ['/planted connect', (server) => void server.of('/planted')],
  ['/alerts planted', (server) => listenFirst(server, '/alerts', (socket) => socket.on('planted', () => {}))],
  ['/live *', (server) => listenFirst(server, '/live', (socket) => socket.onAny(() => {}))],
  [
    '/live planted',
    (server) =>
      listenFirst(server, '/live', (socket) => {
        if (socket.handshake.headers.cookie) socket.on('planted', () => {})
      }),
  ],
])('a planted %s is found out', async (planted, plant) => {
  await using test = await startTestSockets()
  plant(test.sockets.io)

  const heard = await listHeard(await buildHouse(test))

  expect(heard.filter((name) => !(name in socketTable))).toEqual([planted])
})

function listenFirst(server: Server, namespace: string, plant: (socket: ServerSocket) => void): void {
  server.of(namespace).on('connection', plant)
}

/** Events that are Socket.IO's own: a client cannot send them. */
const ownEvents = new Set(['disconnect', 'disconnecting', 'error'])

/** What the server listens to, read from its own sockets, each role at each namespace. */
async function listHeard(house: SocketHouse): Promise<string[]> {
  const heard = new Set<string>()
  for (const [name, namespace] of house.sockets.io._nsps) {
    heard.add(`${name} connect`)
    for (const role of roles) await settled(open(house, role, name).socket)
    for (const event of [...namespace.sockets.values()].flatMap(eventsOf)) heard.add(`${name} ${event}`)
  }
  return [...heard]
}

function eventsOf(socket: ServerSocket): string[] {
  const events = socket.eventNames().map(String)
  return [
    ...events.filter((event) => !ownEvents.has(event)),
    ...(socket.listenersAny().length > 0 ? ['*'] : []),
  ]
}

async function buildHouse(test: TestSockets): Promise<SocketHouse> {
  const creator = await buildCreator(test.db)
  await buildGoal(test.db, creator.uid)
  await buildAlerts(test.db, creator.uid, 2)
  const accounts = {
    creator,
    supporter: await buildSupporter(test.db),
    otherCreator: await buildCreator(test.db),
    admin: await buildSupporter(test.db, { role: 'admin' }),
  }
  await buildAlerts(test.db, accounts.otherCreator.uid, 2)
  const cookies: Partial<Record<Role, string>> = {}
  for (const role of roles) if (role !== 'stranger') cookies[role] = await test.signIn(accounts[role].uid)
  return { ...test, creator, accounts, cookies }
}

/** Opens a socket on the creator's channel, from the beginning. */
function open({ url, creator, cookies }: SocketHouse, role: Role, namespace: string) {
  const cookie = cookies[role]
  const socket = io(url + namespace, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: namespace === '/alerts' ? { userUID: creator.uid, cursor: 0 } : { userUID: creator.uid },
    ...(cookie && { extraHeaders: { cookie } }),
  })
  const messages: [string, unknown][] = []
  socket.onAny((event: string, data: unknown) => void messages.push([event, data]))
  const got = (event: string) => messages.filter(([name]) => name === event).map(([, data]) => data)
  return { socket, got }
}

function settled(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true))
    socket.on('connect_error', () => resolve(false))
  })
}

/** What comes behind it on the same line is answered: the server has read what this socket said. */
async function allRead(socket: Socket): Promise<void> {
  await settled(socket.io.socket('/live', { auth: {} }).connect())
}

/**
 * The server has read what was said before and Postgres has done what came of it: what the creator's own overlay says
 * afterwards is done, and nothing is under way any more.
 */
async function workedOff(house: SocketHouse): Promise<void> {
  const own = open(house, 'creator', '/alerts')
  await settled(own.socket)
  own.socket.emit('alert:shown', 2)
  await expect.poll(() => shownSeqs(house.db)).toContain(2)
  const busy = sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`
  await expect.poll(async () => Number((await busy.execute(house.db)).rows[0]!.count)).toBe(0)
}

async function shownSeqs(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('alert').select('seq').where('shownAt', 'is not', null).execute()
  return rows.map(({ seq }) => seq)
}
