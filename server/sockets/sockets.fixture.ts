/** Sockets for tests: their own database and pub/sub channel, real clients at the other end. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { PubSubMessage } from '../../contract/events.ts'
import type {
  Alert,
  AlertsHello,
  AlertsToOverlay,
  AlertsToServer,
  LiveHello,
} from '../../contract/sockets.ts'
import { alertsPath, livePath } from '../../contract/sockets.ts'
import { openPubSub } from '../../db/pubsub.ts'
import type { Db } from '../../db/connection.ts'
import type { AlertBody } from '../../db/queries/alerts.ts'
import { insertAlert } from '../../db/queries/alerts.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { openSession } from '../../domain/accounts/sessions.ts'
import { clientAddress } from '../http/client-address.ts'
import { findViewer } from '../http/viewer.ts'
import { attachSockets } from './attach.ts'
import type { Sockets } from './attach.ts'
import { orderFaults } from './order.fixture.ts'

export type PubSubBackend = 'redis' | 'postgres'

export const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'

export interface HeldAnswers {
  /** How many answers are there and not passed on. */
  count(): number
  /** Answers that come from now on are passed on; those that are held stay held. */
  letPass(): void
  release(): void
}

export interface TestSockets {
  db: Db
  url: string
  sockets: Sockets
  /** How often a table was read since the last time this was asked. */
  readsOf(table: string): number
  /** Withholds from the sockets what the database answers them. */
  holdAnswers(): HeldAnswers
  ring(...messages: PubSubMessage[]): Promise<void>
  /** `from` is the address that it comes from, by the word of a proxy that is trusted. */
  overlay(hello: AlertsHello, cookie?: string, from?: string): TestOverlay
  page(hello: LiveHello, cookie?: string): TestPage
  /** A Cookie header with a session of this account. */
  signIn(uid: string): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts both namespaces on a free port. */
export async function startTestSockets(backend: PubSubBackend = 'postgres'): Promise<TestSockets> {
  const database = await createTestDb()
  const log = pino({ level: 'silent' })
  const pubsub = openPubSub({
    databaseUrl: database.url,
    redisUrl: backend === 'redis' ? redisUrl : undefined,
    prefix: `test_${randomBytes(6).toString('hex')}`,
    onError: () => {},
  })
  const { db, readsOf, holdAnswers } = watchReads(database.db)
  const server = createServer()
  const sockets = attachSockets(server, {
    db,
    pubsub,
    log,
    publicUrl: 'https://brimful.example',
    viewerOf: (cookie) => findViewer(db, cookie),
    addressOf: clientAddress(express().set('trust proxy', 'loopback')),
  })
  await sockets.hears
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clients: Pick<Socket, 'disconnect'>[] = []
  const keep = <T extends { socket: Pick<Socket, 'disconnect'> }>(client: T): T => {
    clients.push(client.socket)
    return client
  }
  return {
    db: database.db,
    url,
    sockets,
    readsOf,
    holdAnswers,
    ring: async (...messages) => void (await Promise.all(messages.map((message) => pubsub.publish(message)))),
    overlay: (hello, cookie, from) => keep(openOverlay(url, hello, { cookie, 'x-forwarded-for': from })),
    page: (hello, cookie) => keep(openPage(url, hello, { cookie })),
    signIn: async (uid) => `brimful_session=${await openSession(database.db, uid, 'test')}`,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.disconnect()
      await sockets.close()
      await new Promise((closed) => server.close(closed))
      await pubsub.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

export interface TestOverlay {
  socket: Socket<AlertsToOverlay, AlertsToServer>
  /** What came, in order: `ready` places and alerts. */
  ready: number[]
  alerts: Alert[]
  refusals: string[]
  /** Resolves when the server has told this overlay its place. */
  begins(): Promise<number>
  /** Resolves when alerts up to this place have come, each behind the one before it. */
  reaches(seq: number): Promise<void>
  seqs(): number[]
}

type Headers = Record<string, string | undefined>

function openOverlay(url: string, hello: AlertsHello, headers: Headers): TestOverlay {
  const socket: TestOverlay['socket'] = io(url + alertsPath, optionsOf(hello, headers))
  const [ready, alerts, refusals]: [number[], Alert[], string[]] = [[], [], []]
  socket.on('ready', (cursor) => void ready.push(cursor))
  socket.on('alert', (alert) => void alerts.push(alert))
  socket.on('connect_error', (error) => void refusals.push(codeOf(error)))
  return {
    socket,
    ready,
    alerts,
    refusals,
    async begins() {
      await expect.poll(() => ready.length).toBeGreaterThan(0)
      return ready[0]!
    },
    async reaches(seq) {
      await expect.poll(() => alerts.at(-1)?.seq, { timeout: 20_000 }).toBe(seq)
      expect(orderFaults(alerts.map((alert) => alert.seq))).toEqual([])
    },
    seqs: () => alerts.map(({ seq }) => seq),
  }
}

export interface TestPage {
  socket: Socket
  /** Every message of an event, in order. */
  got(event: 'goals' | 'leaderboard' | 'notifications' | 'sessionEnded'): unknown[]
}

function openPage(url: string, hello: LiveHello, headers: Headers): TestPage {
  const socket = io(url + livePath, optionsOf(hello, headers))
  const messages: [string, unknown][] = []
  socket.onAny((event: string, state: unknown) => void messages.push([event, state]))
  return { socket, got: (event) => messages.filter(([name]) => name === event).map(([, state]) => state) }
}

function optionsOf(hello: object, headers: Headers) {
  const said = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined)
  return {
    transports: ['websocket'],
    forceNew: true,
    auth: { ...hello },
    extraHeaders: Object.fromEntries(said),
  }
}

function codeOf(error: Error): string {
  const { data } = error as Error & { data?: { code?: string } }
  return data?.code ?? error.message
}

/** Kysely tells a plugin of every query, and gives it every answer before anybody else. */
function watchReads(db: Db) {
  const reads = new Map<string, number>()
  let gate: Promise<unknown> | undefined
  let held = 0
  const watched = db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'SelectQueryNode') {
        const from = JSON.stringify(node.from?.froms ?? [])
        const table = /"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/.exec(from)?.[1] ?? ''
        reads.set(table, (reads.get(table) ?? 0) + 1)
      }
      return node
    },
    async transformResult({ result }) {
      held += 1
      await gate
      held -= 1
      return result
    },
  })
  return {
    db: watched,
    readsOf(table: string): number {
      const count = reads.get(table) ?? 0
      reads.delete(table)
      return count
    },
    holdAnswers(): HeldAnswers {
      const opened = new AbortController()
      gate = once(opened.signal, 'abort')
      return {
        count: () => held,
        letPass: () => (gate = undefined),
        release() {
          gate = undefined
          opened.abort()
        },
      }
    },
  }
}

export const alertBody: AlertBody = {
  kind: 'tip',
  isTest: false,
  name: 'Ada',
  message: null,
  amount: 10_00,
  currency: 'gbp',
  goal: null,
  at: '2026-01-05T12:00:00.000Z',
}

/** Stores that many alerts for a creator, each with its event; the last one's place. */
export async function buildAlerts(db: Db, creatorUid: string, count: number): Promise<number> {
  let last = 0
  for (let i = 0; i < count; i++) last = await buildAlert(db, creatorUid)
  return last
}

async function buildAlert(db: Db, creatorUid: string): Promise<number> {
  const payload = { type: 'alert.tested', name: 'Ada', amountMinor: 10_00, currency: 'gbp', goalTitle: '' }
  return db.transaction().execute(async (trx) => {
    const { eventId } = await trx
      .insertInto('outbox')
      .values({ type: 'alert.tested', creatorUid, payload: JSON.stringify(payload) })
      .returning('eventId')
      .executeTakeFirstOrThrow()
    const alert = await insertAlert(trx, { creatorUid, eventId, body: alertBody })
    return alert!.seq
  })
}

/** The places from one to another. */
export function upTo(last: number, first = 1): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** A ring for each of these places, without the alerts. */
export function ringFor(creatorUid: string, seqs: number[]) {
  return seqs.map((seq) => ({ kind: 'alert' as const, creatorUid, seq }))
}

/** Which alerts were said to be shown. */
export function shownAlerts(db: Db): Promise<{ creatorUid: string; seq: number }[]> {
  const rows = db.selectFrom('alert').select(['creatorUid', 'seq']).where('shownAt', 'is not', null)
  return rows.orderBy('seq').execute()
}

/** A connection of our protocol's carrier and nothing more; `origin` is the site whose page opens it. */
export function rawSocket({ url }: TestSockets, origin?: string): WebSocket {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, origin === undefined ? {} : { origin })
  socket.on('error', () => {})
  return socket
}
