/**
 * A donothon of 72 hours on a fake clock: tips that are paid, learned of late and returned, pauses and changes by hand, while servers and
 * Redis are restarted, a page is reloaded, and another one sleeps for a night. The clock on the stream must end right to a second.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import express from 'express'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import { afterEach, expect, test, vi } from 'vitest'
import { livePath } from '../contract/sockets.ts'
import type { LiveTimer } from '../contract/sockets.ts'
import { defaultTimerRule } from '../contract/timer/timer.ts'
import type { TimerChange } from '../contract/timer/timer.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { openPubSub } from '../db/pubsub.ts'
import { buildTip, refundOf } from '../domain/payments/ledger/ledger.fixture.ts'
import { recordRefund } from '../domain/payments/ledger/record-refund.ts'
import { addToTimers } from '../domain/timer/add-to-timers.ts'
import { changeTimer, createTimer } from '../domain/timer/manage-timers.ts'
import { simulate } from '../domain/timer/reference.fixture.ts'
import { toEntry } from '../domain/timer/timer-row.ts'
import { startRedisServer } from '../e2e/redis-server.ts'
import { createServerClock } from '../overlay/src/clock.ts'
import { leftOf } from '../overlay/src/timer-time.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { clientAddress } from '../server/http/client-address.ts'
import { findViewer } from '../server/http/viewer.ts'
import { attachSockets } from '../server/sockets/attach.ts'

const hourMs = 3_600_000
const hours = 72

afterEach(() => void vi.useRealTimers())

test('after 72 hours with restarts, reloads and a page asleep, the clock is right to a second', async () => {
  await using database = await createTestDb()
  await using redis = await startRedisServer()
  const { db } = database
  const { uid } = await buildCreator(db)
  const port = await findTestPort()
  const startMs = Math.ceil(Date.now() / 1000) * 1000 + 5_000
  let nowMs = startMs
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(nowMs)
  const openOwnPubSub = () =>
    openPubSub({ databaseUrl: database.url, redisUrl: redis.url, prefix: 'donothon', onError: () => {} })
  const worker = openOwnPubSub()
  let server = await openServer()

  const rule = { ...defaultTimerRule, mode: 'steps' as const }
  const { timerId } = await createTimer(db, uid, { name: 'Donothon', rule, actor: uid })
  const act = (change: TimerChange, entryId: string = randomUUID()) =>
    changeTimer(db, uid, timerId, { entryId, change, actor: uid })
  await act({ kind: 'start', seconds: 48 * 3600 })
  let first = openPage()
  const sleeper = openPage()
  const late: string[] = []
  const given: (Awaited<ReturnType<typeof buildTip>> & { amountMinor: number })[] = []

  for (let hour = 1; hour <= hours; hour++) {
    nowMs = startMs + hour * hourMs
    vi.setSystemTime(nowMs)
    await tipInHour(hour)
    if (hour % 9 === 4) await act({ kind: 'pause' })
    if (hour % 9 === 5) await act({ kind: 'resume' })
    if (hour % 13 === 6) await act({ kind: 'adjust', seconds: hour % 2 ? 900 : -600 })
    if (hour % 17 === 8) await undoOne()
    if (hour % 19 === 9) await refundOne(given[hour % given.length]!)
    if (hour === 30) sleeper.sleep()
    if (hour === 38) sleeper.wake()
    if (hour === 25 || hour === 60) {
      first.close()
      first = openPage() // the page is reloaded
    }
    if (hour === 12 || hour === 34 || hour === 55) {
      await server.stop()
      server = await openServer()
    }
    if (hour === 20 || hour === 45) {
      await redis.kill()
      await redis.start()
    }
    void worker.publish({ kind: 'timers', creatorUid: uid }).catch(() => {})
    if (hour % 12 === 0 || hour === 38) await expectRight(hour)
  }

  await expectRight(hours)
  first.close()
  sleeper.close()
  await server.stop()
  await worker.close()

  /** Every page that is awake shows what a clock that ticks second by second shows. */
  async function expectRight(hour: number): Promise<void> {
    const rows = await db.selectFrom('timerEntry').selectAll().where('timerId', '=', timerId).execute()
    const { status, rest } = simulate(rows.map(toEntry), startMs, nowMs)
    expect([hour, status]).not.toEqual([hour, 'ended'])
    for (const page of [first, sleeper].filter(({ isAsleep }) => !isAsleep()))
      await expect
        .poll(() => Math.abs((page.leftSeconds() ?? -1e6) - rest), { interval: 200 })
        .toBeLessThanOrEqual(1)
  }

  /** Two tips in each hour; every fifth is learned of three hours later, and every third twice. */
  async function tipInHour(hour: number): Promise<void> {
    for (const n of [0, 1]) {
      const capturedAt = new Date(nowMs - (n + 1) * 60_000)
      const amountMinor = 10_00 + ((hour * 7 + n) % 5) * 500
      const tip = { ...(await buildTip(db, uid, { amountMinor, goalId: null })), amountMinor }
      await database.owner.updateTable('tip').set({ capturedAt }).where('id', '=', tip.tipId).execute()
      given.push(tip)
      late.push(tip.eventId)
      if ((hour * 2 + n) % 5 !== 0) await addToTimers(db, [late.pop()!])
      if ((hour * 2 + n) % 3 === 0) await addToTimers(db, [given.at(-1)!.eventId])
    }
    if (hour % 3 === 0) for (const eventId of late.splice(0)) await addToTimers(db, [eventId])
  }

  async function undoOne(): Promise<void> {
    const tips = db.selectFrom('timerEntry').select('entryId').where('timerId', '=', timerId)
    const { entryId } = await tips.where('kind', '=', 'tip').orderBy('at', 'desc').executeTakeFirstOrThrow()
    await act({ kind: 'undo', entryId })
  }

  async function refundOne(tip: (typeof given)[number]): Promise<void> {
    const { amountMinor } = tip
    await recordRefund(db, refundOf(tip, { refundId: randomUUID(), amountMinor }))
    for (const eventId of await returnedEvents(tip.tipId)) {
      await database.owner
        .updateTable('outbox')
        .set({ createdAt: new Date(nowMs) })
        .where('eventId', '=', eventId)
        .execute()
      await addToTimers(db, [eventId])
    }
  }

  async function returnedEvents(tipId: string): Promise<string[]> {
    const events = await db
      .selectFrom('outbox')
      .select(['eventId', 'payload'])
      .where('type', '=', 'tip.returned')
      .execute()
    return events.flatMap(({ eventId, payload }) =>
      'tipId' in payload && payload.tipId === tipId ? [eventId] : [],
    )
  }

  async function openServer() {
    const publicUrl = 'https://brimful.example'
    const http = createServer()
    const pubsub = openOwnPubSub()
    const sockets = attachSockets(http, {
      db,
      pubsub,
      log: pino({ level: 'silent' }),
      publicUrl,
      viewerOf: (cookie) => findViewer({ db, publicUrl }, cookie),
      addressOf: clientAddress(express()),
    })
    await sockets.subscribed
    await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
    return {
      async stop() {
        await sockets.close()
        http.closeAllConnections()
        await new Promise((resolve) => http.close(resolve))
        await pubsub.close()
      },
    }
  }

  /** A widget: its clock is that of the overlay, and its monotonic clock stands still while the computer sleeps. */
  function openPage() {
    const bornMs = nowMs
    let sleptMs = 0
    let asleepSince: number | undefined
    let shown: LiveTimer | undefined
    const clock = createServerClock(() => (asleepSince ?? nowMs) - bornMs - sleptMs)
    const socket = io(`http://127.0.0.1:${port}${livePath}`, {
      auth: { userUID: uid, wants: 'timers' },
      transports: ['websocket'],
      reconnectionDelay: 100,
      reconnectionDelayMax: 200,
      forceNew: true,
    })
    socket.on('timers', ([timer]: LiveTimer[], serverMs: number) => {
      clock.correct(serverMs)
      shown = timer
    })
    socket.on('disconnect', () => {
      if (!socket.active && asleepSince === undefined) socket.connect()
    })
    return {
      leftSeconds() {
        const now = clock.now()
        return shown && now !== undefined ? leftOf(shown, now) / 1000 : undefined
      },
      isAsleep: () => asleepSince !== undefined,
      sleep() {
        asleepSince = nowMs
        socket.disconnect()
      },
      wake() {
        sleptMs += nowMs - asleepSince!
        asleepSince = undefined
        socket.connect()
      },
      close: () => void socket.disconnect(),
    }
  }
}, 300_000)
