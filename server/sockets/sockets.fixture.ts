/** Opens sockets for tests: a server with its own database and pub/sub channel, and real Socket.IO clients. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import express from 'express'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { expect } from 'vitest'
import type { PubSubMessage } from '../../contract/events.ts'
import type { Alert, AlertDigest } from '../../contract/alerts/alert.ts'
import type {
  AlertsHello,
  AlertsToOverlay,
  AlertsToServer,
  LiveHello,
  LiveToPage,
} from '../../contract/sockets.ts'
import { alertsPath, livePath } from '../../contract/sockets.ts'
import { openPubSub } from '../../db/pubsub.ts'
import type { Db } from '../../db/connection.ts'
import { addAlert } from '../../db/alerts.fixture.ts'
import type { AlertBody } from '../../db/queries/alerts/alerts.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { openSession } from '../../domain/accounts/sessions.ts'
import { clientAddress } from '../http/client-address.ts'
import { listen } from '../listen.fixture.ts'
import { findViewer } from '../http/viewer.ts'
import { findOrderErrors } from './alert-order.fixture.ts'
import { attachSockets } from './attach.ts'
import type { Sockets } from './attach.ts'
import { watchReads } from './watch-reads.fixture.ts'
import type { HeldResults } from './watch-reads.fixture.ts'

export const pubSubBackends = ['postgres', 'redis'] as const

const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'

export interface TestSockets {
  db: Db
  databaseUrl: string
  pubSubPrefix: string
  url: string
  sockets: Sockets
  /** Returns how often the server has read a table since the last call for it. */
  takeReadCount(table: string): number
  /** Returns how often the server has read each table since the last call. */
  takeReadCounts(): Record<string, number>
  /** Withholds database results from the server. */
  holdResults(): HeldResults
  publish(...messages: PubSubMessage[]): Promise<void>
  /** Opens an overlay. `address` is the client's IP address, as a trusted proxy reports it. */
  overlay(hello: AlertsHello, cookie?: string, address?: string): TestOverlay
  /** Opens an overlay; resolves once the server has sent it `ready`. */
  readyOverlay(...how: Parameters<TestSockets['overlay']>): Promise<TestOverlay>
  page(hello: LiveHello, cookie?: string): TestPage
  /** Returns a Cookie header with a new session of this account. */
  signIn(uid: string): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

const publicUrl = 'https://brimful.example'

/** Starts both namespaces on a free port. With `beside`, it is a second server with the database and pub/sub of that one. */
export async function startTestSockets(
  backend: (typeof pubSubBackends)[number] = 'postgres',
  beside?: TestSockets,
  log = pino({ level: 'silent' }),
): Promise<TestSockets> {
  const database = beside
    ? { db: beside.db, url: beside.databaseUrl, async [Symbol.asyncDispose]() {} }
    : await createTestDb()
  const pubSubPrefix = beside?.pubSubPrefix ?? `test_${randomBytes(6).toString('hex')}`
  const pubsub = openPubSub({
    databaseUrl: database.url,
    redisUrl: backend === 'redis' ? redisUrl : undefined,
    prefix: pubSubPrefix,
    onError: () => {},
  })
  const { db, ...reads } = watchReads(database.db)
  const server = createServer()
  const sockets = attachSockets(server, {
    db,
    pubsub,
    log,
    publicUrl,
    viewerOf: (cookie) => findViewer({ db, publicUrl }, cookie),
    addressOf: clientAddress(express().set('trust proxy', 'loopback')),
  })
  await sockets.subscribed
  const { url, [Symbol.asyncDispose]: closeServer } = await listen(server)
  const clients: Pick<Socket, 'disconnect'>[] = []
  const track = <T extends { socket: Pick<Socket, 'disconnect'> }>(client: T): T => {
    clients.push(client.socket)
    return client
  }
  const overlay: TestSockets['overlay'] = (hello, cookie, address) =>
    track(openOverlay(url, hello, { cookie, 'x-forwarded-for': address }))
  return {
    db: database.db,
    databaseUrl: database.url,
    pubSubPrefix,
    url,
    sockets,
    ...reads,
    publish: async (...messages) =>
      void (await Promise.all(messages.map((message) => pubsub.publish(message)))),
    overlay,
    async readyOverlay(...how) {
      const opened = overlay(...how)
      await opened.waitForReady()
      return opened
    },
    page: (hello, cookie) => track(openPage(url, hello, { cookie })),
    signIn: async (uid) => `__Host-brimful_session=${await openSession(database.db, uid, 'test')}`,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.disconnect()
      await sockets.close()
      await closeServer()
      await pubsub.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

export interface TestOverlay {
  socket: Socket<AlertsToOverlay, AlertsToServer>
  /** The cursor of each `ready` event; the server sends one per connection. */
  ready: number[]
  alerts: (Alert | AlertDigest)[]
  refusals: string[]
  /** Resolves with the cursor of the first `ready` event. */
  waitForReady(): Promise<number>
  /** Resolves once this alert has arrived; rejects if any alert before it came out of order. */
  waitForSeq(seq: number): Promise<void>
  seqs(): number[]
}

type Headers = Record<string, string | undefined>

function openOverlay(url: string, hello: AlertsHello, headers: Headers): TestOverlay {
  const socket: TestOverlay['socket'] = io(url + alertsPath, optionsOf(hello, headers))
  const [ready, alerts, refusals]: [number[], TestOverlay['alerts'], string[]] = [[], [], []]
  socket.on('ready', (cursor) => void ready.push(cursor))
  socket.on('alert', (alert) => void alerts.push(alert))
  socket.on('connect_error', (error) => void refusals.push(codeOf(error)))
  return {
    socket,
    ready,
    alerts,
    refusals,
    async waitForReady() {
      await expect.poll(() => ready.length).toBeGreaterThan(0)
      return ready[0]!
    },
    async waitForSeq(seq) {
      await expect.poll(() => alerts.at(-1)?.seq).toBe(seq)
      expect(findOrderErrors(alerts.map((alert) => alert.seq))).toEqual([])
    },
    seqs: () => alerts.map(({ seq }) => seq),
  }
}

export interface TestPage {
  socket: Socket
  /** Returns the data of every message of an event, in order. */
  received(event: keyof LiveToPage): unknown[]
}

function openPage(url: string, hello: LiveHello, headers: Headers): TestPage {
  const socket = io(url + livePath, optionsOf(hello, headers))
  const messages: [string, unknown][] = []
  socket.onAny((event: string, state: unknown) => void messages.push([event, state]))
  return {
    socket,
    received: (event) => messages.filter(([name]) => name === event).map(([, state]) => state),
  }
}

function optionsOf(hello: object, headers: Headers) {
  const defined = Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  )
  return {
    transports: ['websocket'],
    forceNew: true,
    auth: { ...hello },
    extraHeaders: Object.fromEntries(defined),
  }
}

function codeOf(error: Error): string {
  const { data } = error as Error & { data?: { code?: string } }
  return data?.code ?? error.message
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

/** Stores alerts for a creator, each with its event; returns the last `seq`. */
export async function buildAlerts(db: Db, creatorUid: string, count: number): Promise<number> {
  let last = 0
  for (let i = 0; i < count; i++) last = await buildAlert(db, creatorUid)
  return last
}

/** Stores one alert for a creator, with its event; returns its `seq`. */
export async function buildAlert(db: Db, creatorUid: string, body: AlertBody = alertBody): Promise<number> {
  return (await addAlert(db, creatorUid, body)).seq
}

/** Returns the numbers from `first` to `last`. */
export function seqsTo(last: number, first = 1): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** Returns one pub/sub message for each `seq`, without the alert itself, so that the server has to read it. */
export function alertMessages(creatorUid: string, seqs: number[]) {
  return seqs.map((seq) => ({ kind: 'alert' as const, creatorUid, seq }))
}

/** Stores and announces one more alert of a creator; returns its `seq`. */
export async function publishNextAlert(test: TestSockets, creatorUid: string): Promise<number> {
  const seq = await buildAlert(test.db, creatorUid)
  await test.publish({ kind: 'alert', creatorUid, seq })
  return seq
}

/** Checks that the creator's next alert reaches the overlays, and that none of them had to reconnect. */
export async function expectNextAlert(
  test: TestSockets,
  creatorUid: string,
  overlays: TestOverlay[],
): Promise<void> {
  const seq = await publishNextAlert(test, creatorUid)
  for (const overlay of overlays) await overlay.waitForSeq(seq)
  for (const overlay of overlays) expect(overlay.ready).toHaveLength(1)
}

/** Returns the alerts that are marked as shown. */
export function listShownAlerts(db: Db): Promise<{ creatorUid: string; seq: number }[]> {
  const rows = db.selectFrom('alert').select(['creatorUid', 'seq']).where('shownAt', 'is not', null)
  return rows.orderBy('seq').execute()
}
