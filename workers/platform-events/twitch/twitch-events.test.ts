import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { forFile } from '../../../db/for-file.fixture.ts'
import {
  deleteEventReceiver,
  findEventReceiver,
  insertEventReceiver,
} from '../../../db/queries/show/event-receivers.ts'
import {
  eventKinds,
  eventScopes,
  kindScopes,
} from '../../../domain/chat/platforms/twitch/event-subscriptions.ts'
import { control, openSandbox, read } from '../../../sandbox/sandbox.fixture.ts'
import { connectTwitchChannel } from '../../chat/connections.fixture.ts'
import { saveShowSetting } from '../../../db/queries/show/show-events.ts'
import type { ShowKind } from '../../../contract/show/show-event.ts'
import { createTestContext, runWorkers } from '../../workers.fixture.ts'
import { listShown } from '../shown-events.fixture.ts'
import { startPlatformEvents } from '../start-platform-events.ts'

/** What we subscribe to without a consent of its own. */
const ofEverybody = eventKinds.filter(({ only }) => !only)

interface SandboxState {
  sessions: string[]
  subscriptions: { login: string; type: string; session: string }[]
}

const sandbox = await forFile(openSandbox())
/** The stand-in and the product count Twitch's seconds that much faster, so a keepalive is due every second. */
const scale = 10
await control(sandbox, '/twitch/control/clock', { scale })
const env = Object.fromEntries(Object.entries(sandbox.env).filter(([name]) => name.startsWith('TWITCH_')))

/** Runs workers with a creator who has switched Twitch's events on. */
async function setUp({ scopes = eventScopes, isRunning = true } = {}) {
  const ctx = await createTestContext('postgres', env)
  const { db } = ctx
  const { uid } = await buildCreator(db)
  const channel = `mira_${randomBytes(4).toString('hex')}`
  await connectTwitchChannel({ ...ctx, sandbox }, uid, channel, ['user:read:email', ...scopes])
  await insertEventReceiver(db, uid, 'twitch')
  const twitch = { ...ctx, chatClock: scale }
  if (isRunning) await runWorkers(twitch)
  const readState = () => read<SandboxState>(sandbox, '/twitch/control/eventsub')
  const mine = async () => (await readState()).subscriptions.filter(({ login }) => login === channel)
  const find = () => findEventReceiver(db, uid, 'twitch')
  return {
    ctx: twitch,
    db,
    uid,
    channel,
    mine,
    find,
    emit: (kind: string, more: object = {}) =>
      control(sandbox, '/twitch/control/event', { channel, kind, ...more }),
    fault: (fault: string) => control(sandbox, '/twitch/control/eventsub-faults', { fault }),
    alerts: () => listShown(db, uid),
    isReceiving: async () => (await find())?.isReceiving,
    [Symbol.asyncDispose]: () => ctx[Symbol.asyncDispose](),
  }
}

/** Runs workers, and waits until events arrive. */
async function setUpReceiving() {
  const creator = await setUp()
  await expect.poll(creator.isReceiving).toBe(true)
  return creator
}

test('each kind of event comes once, in the order of Twitch, and a bomb of 50 subscriptions is one', async () => {
  await using creator = await setUpReceiving()
  const { emit, alerts } = creator

  await emit('follow', { viewer: 'ada_l' })
  await emit('subscribe', { viewer: 'bob_b' })
  await emit('resubscribe', { viewer: 'cleo_c', count: 6, message: 'see https://evil.example now' })
  await emit('gift', { viewer: 'dora_d', count: 50 })
  await emit('gift', { viewer: '', count: 2 })
  await emit('cheer', { viewer: 'emil_e', count: 100, message: 'Cheer100 go' })
  await emit('cheer', { viewer: '', count: 1 })
  await emit('raid', { viewer: 'finn_f', count: 42 })

  await expect.poll(alerts).toEqual([
    ['follow', 'twitch', 'ada_l', null, null],
    ['subscription', 'twitch', 'bob_b', null, null],
    ['subscription', 'twitch', 'cleo_c', 6, 'see [link] now'],
    ['gift', 'twitch', 'dora_d', 50, null],
    ['gift', 'twitch', 'Anonymous', 2, null],
    ['cheer', 'twitch', 'emil_e', 100, 'Cheer100 go'],
    ['cheer', 'twitch', 'Anonymous', 1, null],
    ['raid', 'twitch', 'finn_f', 42, null],
  ])
  expect((await creator.mine()).map(({ type }) => type).toSorted()).toEqual(
    ofEverybody.map(({ type }) => type).toSorted(),
  )
})

test('trains, rewards and donations to charity come where the creator wants and permits them', async () => {
  await using creator = await setUp({ scopes: [...eventScopes, ...Object.values(kindScopes)] })
  const want = (kind: ShowKind, titles: string[] = []) =>
    saveShowSetting(creator.db, creator.uid, { kind, isOn: true, minQuantity: 1, isMuted: false, titles })
  await expect.poll(creator.isReceiving).toBe(true)
  expect(await creator.mine()).toHaveLength(eventKinds.length)
  const { emit, alerts } = creator

  await emit('train', { count: 1 }) // off by default
  await emit('follow', { viewer: 'zoe_z' })
  await expect.poll(async () => (await alerts()).length).toBe(1) // events are stored in their order
  await want('train')
  await want('charity')
  await want('reward', ['hydrate'])
  await emit('train', { count: 2, times: 2 })
  await emit('train', { count: 3 })
  await emit('train', { count: 2 }) // comes late
  await emit('reward', { viewer: 'ada_l', count: 300, message: 'now' })
  await emit('charity', { viewer: 'bob_b', count: 1250 })
  await expect.poll(async () => (await alerts()).length).toBe(5)
  await want('reward', ['Stretch'])
  await emit('reward', { viewer: 'cleo_c', count: 300 })
  await emit('follow', { viewer: 'dora_d' })

  await expect.poll(alerts).toEqual([
    ['follow', 'twitch', 'zoe_z', null, null],
    ['train', 'twitch', '', 2, null],
    ['train', 'twitch', '', 3, null],
    ['reward', 'twitch', 'ada_l', 300, 'now'],
    ['charity', 'twitch', 'bob_b', 1250, null],
    ['follow', 'twitch', 'dora_d', null, null],
  ])
})

test('an event that Twitch delivers twice is shown once, and a raid without viewers not at all', async () => {
  await using creator = await setUpReceiving()

  await creator.emit('follow', { times: 3 })
  await creator.emit('raid', { count: 0 })
  await creator.emit('cheer', { count: 5 })

  await expect.poll(async () => (await creator.alerts()).map(([kind]) => kind)).toEqual(['follow', 'cheer'])
})

test('a reconnection that Twitch requests loses nothing, and nothing is stated as lost', async () => {
  await using creator = await setUpReceiving()
  const [before] = await creator.mine()

  await creator.fault('reconnect')
  await creator.emit('follow', { viewer: 'during_it' })
  await expect.poll(async () => (await creator.mine())[0]?.session).not.toBe(before!.session)
  await creator.emit('follow', { viewer: 'after_it' })

  await expect
    .poll(async () => (await creator.alerts()).map(([, , name]) => name))
    .toEqual(['during_it', 'after_it'])
  expect(await creator.mine()).toHaveLength(ofEverybody.length)
  expect(await creator.find()).toMatchObject({ isReceiving: true, lostFrom: null })
})

test.each(['drop', 'silent'])(
  'after "%s" it connects anew, and states since when nothing came',
  async (fault) => {
    await using creator = await setUpReceiving()
    await creator.emit('follow', { viewer: 'before_it' })
    await expect.poll(async () => (await creator.alerts()).length).toBe(1)

    await creator.fault(fault)
    await expect.poll(async () => (await creator.find())?.lostFrom).toBeInstanceOf(Date)

    const { lostFrom, lostUntil, isReceiving } = (await creator.find())!
    expect(lostUntil!.getTime()).toBeGreaterThan(lostFrom!.getTime())
    expect(isReceiving).toBe(true)
    await creator.emit('follow', { viewer: 'after_it' })
    await expect.poll(async () => (await creator.alerts()).length).toBe(2)
  },
)

test('a consent that the creator revokes at Twitch ends the events, with the reason', async () => {
  await using creator = await setUpReceiving()

  await control(sandbox, '/twitch/control/revoke', { login: creator.channel })

  await expect.poll(async () => (await creator.find())?.endReason).toBe('revoked')
  await expect.poll(creator.mine).toEqual([])
})

test('a consent without a scope ends with the reason, and an expired token is renewed', async () => {
  await using lacking = await setUp({ scopes: eventScopes.slice(1) })
  await expect.poll(async () => (await lacking.find())?.endReason).toBe('permission')

  await using creator = await setUp({ isRunning: false })
  await control(sandbox, '/twitch/control/expire', { login: creator.channel })
  await runWorkers(creator.ctx)
  await expect.poll(creator.isReceiving).toBe(true)
})

test('events that the creator switches off are no longer received', async () => {
  await using creator = await setUpReceiving()

  await deleteEventReceiver(creator.db, creator.uid, 'twitch')

  await expect.poll(creator.mine).toEqual([])
})

test('of two processes one receives, and the other takes over when it ends', async () => {
  await using creator = await setUp({ isRunning: false })
  const first = startPlatformEvents(creator.ctx)
  await expect.poll(creator.isReceiving).toBe(true)
  const [before] = await creator.mine()
  const second = startPlatformEvents(creator.ctx)
  creator.ctx.running.push(second)

  await first.close()

  await expect.poll(async () => (await creator.mine())[0]?.session).not.toBe(before!.session)
  await expect.poll(creator.isReceiving).toBe(true)
  expect(await creator.mine()).toHaveLength(ofEverybody.length)
  expect(await creator.find()).toMatchObject({ lostFrom: expect.any(Date) })
})
