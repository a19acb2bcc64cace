/**
 * Sends random messages to the sockets and to the feed of tools, as nobody, a viewer, the creator and an admin: nothing throws, no read
 * fails, no message is worked on for long, nobody gets what is private, and others go on being served.
 */
import fc from 'fast-check'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type * as z from 'zod/mini'
import { fuzzRuns, fuzzedValue, hostileTexts } from '../../contract/fuzzed-input.fixture.ts'
import { alertSeq } from '../../contract/alerts/alert-seq.ts'
import { alertShown, alertsHello, liveHello, overlayReport } from '../../contract/sockets.ts'
import { feedHello } from '../../contract/tools/tool-feed.ts'
import { addAlert, buildTestAlert } from '../../db/alerts.fixture.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { plantApiToken } from '../../domain/tools/api-token.fixture.ts'
import type { SocketEvent } from '../http/other-routes.ts'
import { expectNextAlert, startTestSockets } from './sockets.fixture.ts'

const { seed, numRuns } = fuzzRuns(150)
const options = { seed, numRuns, endOnFailure: false, interruptAfterTimeLimit: 90_000 }
/** How many milliseconds of the processor one message may take with all that it causes; a busy machine adds to the time, not to this. */
const maxWorkMs = 1_000
const secret = 'for the creator alone'

const lines: { level: number; msg: string; err?: unknown }[] = []
const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
const server = await forFile(startTestSockets('postgres', undefined, log))
const creator = await buildCreator(server.db)
const viewer = await buildSupporter(server.db)
const admin = await buildSupporter(server.db, { role: 'admin' })
await addAlert(server.db, creator.uid, buildTestAlert('Ada'))
const tip = { supporterUid: viewer.uid, message: secret, isPrivate: true }
const { eventIds } = await captureTip(server.db, creator.uid, tip)
await server.db.deleteFrom('outbox').where('eventId', 'in', eventIds).execute() // no worker fans it out, and later alerts would wait for that
const { token } = await plantApiToken(server.db, creator.uid, ['tips:read'])
const cookies = {
  nobody: undefined,
  viewer: await server.signIn(viewer.uid),
  creator: await server.signIn(creator.uid),
  admin: await server.signIn(admin.uid),
}
type Sender = keyof typeof cookies
const senders = fc.constantFrom(...(Object.keys(cookies) as Sender[]))

beforeEach(() => void lines.splice(0))

/** The schema of each event, with a valid value. */
const events: Record<Exclude<SocketEvent, `${string} connect`>, [z.ZodMiniType, unknown]> = {
  '/alerts overlay:state': [
    overlayReport,
    { overlayId: crypto.randomUUID(), state: 'program', audio: 'played', obsVersion: '31.0.1', build: 'abc' },
  ],
  '/alerts alert:begin': [alertSeq, 1],
  '/alerts alert:shown': [alertShown, { seq: 1, shownMs: 2_000 }],
  '/alerts alert:end': [alertSeq, 1],
  '/alerts alert:cut': [alertSeq, 1],
  '/live time': [alertSeq, undefined],
}
const hellos = {
  '/alerts': [alertsHello, { userUID: creator.uid, cursor: 0 }],
  '/live': [liveHello, { userUID: creator.uid, panel: creator.uid }],
} as const

test.each(Object.entries(events))('%s takes anything', async (name, [schema, sample]) => {
  const [namespace, event] = name.split(' ') as [keyof typeof hellos, string]
  const [, hello] = hellos[namespace]
  const messages = fc.array(fc.oneof(fuzzedValue(schema, sample), fc.uint8Array({ maxLength: 20 })), {
    minLength: 1,
    maxLength: 3,
  })

  const isWell = fc.asyncProperty(senders, messages, fc.boolean(), async (sender, sent, isAsking) => {
    await within(async () => {
      const client = open(namespace, sender, hello)
      await client.connected
      if (isAsking) client.socket.emit(event, ...sent, () => {})
      else for (const one of sent) client.socket.emit(event, one)
      await client.end()
      if (sender !== 'creator') expect(client.text()).not.toContain(secret)
    })
  })
  await fc.assert(isWell, options)

  expect(lines).toEqual([])
  await expectOthersServed()
})

test.each(Object.entries(hellos))('%s is greeted with anything', async (namespace, [schema, sample]) => {
  const isWell = fc.asyncProperty(senders, fuzzedValue(schema, sample), async (sender, hello) => {
    await within(async () => {
      const client = open(namespace, sender, hello)
      await client.connected
      await client.end()
      if (sender !== 'creator') expect(client.text()).not.toContain(secret)
    })
  })
  await fc.assert(isWell, options)

  expect(lines).toEqual([])
  await expectOthersServed()
})

test('the feed is greeted with anything, and refuses it by a code of its own', async () => {
  const hello = fuzzedValue(feedHello, { type: 'hello', token, cursor: 0 })
  const query = fc.constantFrom(
    '',
    '?cursor=0',
    '?cursor=-1',
    '?cursor=9007199254740991',
    '?cursor=1e9',
    '?cursor=x',
    '?%',
  )
  const header = fc.constantFrom(
    undefined,
    `Bearer ${token}`,
    'Bearer',
    'Basic x',
    ...hostileTexts.filter(isHeader),
  )
  const isWell = fc.asyncProperty(hello, query, header, async (first, search, authorization) => {
    await within(async () => {
      const headers = {
        'x-forwarded-for': anyAddress(),
        ...(authorization !== undefined && { authorization }),
      }
      const feed = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/feed${search}`, { headers })
      const answered = new Promise<string>((resolve) => {
        feed.on('message', (data: Buffer) => resolve(data.toString()))
        for (const end of ['close', 'error']) feed.on(end, () => resolve(''))
      })
      feed.on('open', () => feed.send(JSON.stringify(first) ?? 'x'))
      const answer = await answered
      feed.terminate()
      expect(answer).not.toContain('"unavailable"')
      expect(answer).not.toContain(secret)
    })
  })
  await fc.assert(isWell, options)

  expect(lines).toEqual([])
  await expectOthersServed()
})

const isHeader = (text: string) => /^[\x20-\x7e]{1,200}$/.test(text)

let opened = 0
/** Each client comes from a network of its own, so no limit hides what the next one would cause. */
function anyAddress(): string {
  opened += 1
  return `10.${(opened >> 16) & 255}.${(opened >> 8) & 255}.${opened & 255}`
}

/** Opens a socket. `connected` resolves once it is accepted or refused, and `end` once the server has read all that was sent before. */
function open(namespace: string, sender: Sender, hello: unknown) {
  const cookie = cookies[sender]
  const socket: Socket = io(server.url + namespace, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: hello as object,
    extraHeaders: { 'x-forwarded-for': anyAddress(), ...(cookie && { cookie }) },
  })
  const received: unknown[] = []
  socket.onAny((...message: unknown[]) => void received.push(message))
  const connected = new Promise<void>((resolve) => {
    for (const outcome of ['connect', 'connect_error']) socket.on(outcome, () => resolve())
    socket.io.on('close', () => resolve()) // the server closes a connection whose hello is no object
  })
  return {
    socket,
    connected,
    text: () => JSON.stringify(received),
    async end() {
      const { engine } = socket.io
      const ended = new Promise<void>((resolve) => {
        if (!engine || engine.readyState === 'closed') resolve()
        else engine.once('close', () => resolve())
      })
      socket.disconnect()
      engine?.close()
      await ended
    },
  }
}

/** Throws if an input took more of the processor than one may. */
async function within(work: () => Promise<void>): Promise<void> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(maxWorkMs)
}

async function expectOthersServed(): Promise<void> {
  const overlay = await server.readyOverlay({ userUID: creator.uid }, undefined, anyAddress())
  await expectNextAlert(server, creator.uid, [overlay])
  overlay.socket.disconnect()
}
