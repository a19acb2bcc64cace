import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { defaultTimerRule } from '../../../contract/timer/timer.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { forFile } from '../../../db/for-file.fixture.ts'
import {
  deleteEventReceiver,
  findEventReceiver,
  insertEventReceiver,
} from '../../../db/queries/show/event-receivers.ts'
import { createTimer } from '../../../domain/timer/manage-timers.ts'
import { control, openSandbox, read } from '../../../sandbox/sandbox.fixture.ts'
import { connectYoutubeChannel } from '../../chat/connections.fixture.ts'
import { createTestContext, runWorkers } from '../../workers.fixture.ts'
import { listShown } from '../shown-events.fixture.ts'
import { startPlatformEvents } from '../start-platform-events.ts'

const sandbox = await forFile(openSandbox())
/** Looks, pauses and silences are that much shorter. */
const scale = 200
const names = /^(GOOGLE|YOUTUBE)_/
const env = Object.fromEntries(Object.entries(sandbox.env).filter(([name]) => names.test(name)))

/** Runs workers with a creator who has switched YouTube's events on. */
async function setUp({ isRunning = true } = {}) {
  const ctx = await createTestContext('postgres', env)
  const { db } = ctx
  const { uid } = await buildCreator(db)
  const channel = `Mira ${randomBytes(4).toString('hex')}`
  await connectYoutubeChannel({ ...ctx, sandbox }, uid, channel)
  await insertEventReceiver(db, uid, 'youtube')
  const youtube = { ...ctx, chatClock: scale }
  if (isRunning) await runWorkers(youtube)
  const find = () => findEventReceiver(db, uid, 'youtube')
  const post = (path: string, body: object = {}) =>
    control<{ id: string }>(sandbox, `/youtube/control/${path}`, { channel, ...body })
  return {
    ctx: youtube,
    db,
    uid,
    channel,
    find,
    post,
    emit: (kind: string, more: object = {}) => post('chat-event', { kind, ...more }),
    isReceiving: async () => (await find())?.isReceiving,
    streams: async () => (await read<{ open: number }>(sandbox, '/youtube/control/streams')).open,
    alerts: () => listShown(db, uid),
    [Symbol.asyncDispose]: () => ctx[Symbol.asyncDispose](),
  }
}

/** Runs workers, goes live, and waits until the chat is followed. */
async function setUpLive() {
  const creator = await setUp()
  await expect.poll(creator.isReceiving).toBe(true)
  await creator.post('live')
  await expect.poll(creator.streams).toBe(1)
  return creator
}

const namesOf = (alerts: unknown[][]) => alerts.map(([, , name]) => name)

test('each kind comes once, in the order of the chat; a gift of fifty is one', async () => {
  await using creator = await setUpLive()
  const { emit, alerts } = creator

  await emit('superchat', {
    viewer: 'Ada',
    count: 550,
    currency: 'EUR',
    message: 'see https://evil.example now',
  })
  await emit('sticker', { viewer: 'Bob', count: 200 })
  await emit('superchat', { viewer: 'Cleo', count: 100, currency: 'INR' })
  await emit('member', { viewer: 'Dora' })
  await emit('milestone', { viewer: 'Emil', count: 7, message: 'Still here' })
  await emit('gift', { viewer: 'Finn', count: 50 })

  await expect.poll(alerts).toEqual([
    ['superchat', 'youtube', 'Ada', 550, 'see [link] now'],
    ['superchat', 'youtube', 'Bob', 200, null],
    ['superchat', 'youtube', 'Cleo', null, null],
    ['subscription', 'youtube', 'Dora', null, null],
    ['subscription', 'youtube', 'Emil', 7, 'Still here'],
    ['gift', 'youtube', 'Finn', 50, null],
  ])
})

test('a cut connection continues where it was: nothing is lost or twice, and nothing is stated as lost', async () => {
  await using creator = await setUpLive()
  const { emit, alerts, post } = creator
  await emit('member', { viewer: 'Before' })
  await expect.poll(async () => namesOf(await alerts())).toEqual(['Before'])

  await post('drop-streams')
  await emit('member', { viewer: 'Meanwhile' })
  await expect.poll(creator.streams).toBe(1)
  await emit('member', { viewer: 'After' })

  await expect.poll(async () => namesOf(await alerts())).toEqual(['Before', 'Meanwhile', 'After'])
  expect(await creator.find()).toMatchObject({ isReceiving: true, lostFrom: null })
})

test('what happened before the events were switched on is not shown; the next broadcast is followed as well', async () => {
  await using creator = await setUp({ isRunning: false })
  const { emit, alerts, post } = creator
  await post('live')
  await emit('member', { viewer: 'Long ago' })
  await runWorkers(creator.ctx)
  await expect.poll(creator.streams).toBe(1)
  await emit('member', { viewer: 'Now' })
  await expect.poll(async () => namesOf(await alerts())).toEqual(['Now'])

  await post('end')
  await expect.poll(creator.streams).toBe(0)
  await post('live')
  await expect.poll(creator.streams).toBe(1)
  await emit('member', { viewer: 'Later' })

  await expect.poll(async () => namesOf(await alerts())).toEqual(['Now', 'Later'])
})

test('what YouTube deletes is hidden, and its time is taken back', async () => {
  await using creator = await setUpLive()
  const { db, uid, emit, alerts } = creator
  const rule = { ...defaultTimerRule, events: { subscription1: 60 } }
  const { timerId } = await createTimer(db, uid, { name: 'Subathon', rule, actor: uid })
  const { id } = await emit('member', { viewer: 'Ada' })
  await expect.poll(alerts).toHaveLength(1)
  const entries = () => db.selectFrom('timerEntry').select('kind').where('timerId', '=', timerId).execute()
  const kinds = async () => (await entries()).map(({ kind }) => kind)
  await expect.poll(kinds).toContain('show')

  await emit('delete', { of: id })
  await emit('delete', { of: 'LCC.unknown' })

  const holds = () => db.selectFrom('showEvent').select('hold').where('creatorUid', '=', uid).execute()
  await expect.poll(holds).toEqual([{ hold: 'dismissed' }])
  await expect.poll(kinds).toContain('show-hidden')
})

test('a consent that is revoked ends the events with the reason; a token that has expired is renewed', async () => {
  await using creator = await setUpLive()
  const { channel } = creator
  await control(sandbox, '/google/control/expire', { channel })
  await creator.post('drop-streams')
  await creator.emit('member', { viewer: 'Ada' })
  await expect.poll(async () => namesOf(await creator.alerts())).toEqual(['Ada'])

  await control(sandbox, '/google/control/revoke', { channel })
  await creator.post('drop-streams')

  await expect.poll(async () => (await creator.find())?.endReason).toBe('revoked')
})

test('a chat that was switched off for a moment is followed again, though not at once', async () => {
  await using creator = await setUp()
  await expect.poll(creator.isReceiving).toBe(true)
  await control(sandbox, '/youtube/control/faults', { operation: 'stream', fault: 'liveChatDisabled' })
  await creator.post('live')

  await expect.poll(creator.streams).toBe(1)
})

test('while Google refuses for the quota nothing arrives, and it is known since when', async () => {
  await using creator = await setUp()
  await expect.poll(creator.isReceiving).toBe(true)
  await control(sandbox, '/youtube/control/faults', {
    operation: 'list',
    fault: 'quotaExceeded',
    times: 1_000,
  })
  await expect.poll(creator.isReceiving).toBe(false)
  await control(sandbox, '/youtube/control/faults/clear', {})
  const { receivedUntil } = (await creator.find())!
  expect(receivedUntil).toBeInstanceOf(Date)
})

test('events that are switched off are no longer followed, and another process takes over', async () => {
  await using creator = await setUp({ isRunning: false })
  await creator.post('live')
  const first = startPlatformEvents(creator.ctx)
  await expect.poll(creator.streams).toBe(1)
  const second = startPlatformEvents(creator.ctx)
  creator.ctx.running.push(second)
  await first.close()
  await creator.emit('member', { viewer: 'Between' })
  await expect.poll(creator.streams).toBe(1)

  await expect
    .poll(async () => (await creator.db.selectFrom('showEvent').select('name').execute()).length)
    .toBe(1)
  await deleteEventReceiver(creator.db, creator.uid, 'youtube')
  await expect.poll(creator.streams).toBe(0)
})
