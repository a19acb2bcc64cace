import { expect, test } from 'vitest'
import { defaultChatbotToggles } from '../../contract/entities.ts'
import type { Db } from '../connection.ts'
import { buildCreator } from '../builders.fixture.ts'
import { createTestDb } from '../database.fixture.ts'
import { storeAlerts } from './alert-batches.ts'
import { listAlertsAfter } from './alerts.ts'
import type { AlertBody } from './alerts.ts'
import { saveChatbotToggles } from './chatbot.ts'
import { saveConnection } from './connections.ts'
import { insertEvent } from './events.ts'
import { updateNotificationPreferences } from './notifications.ts'
import { fanOut, listOpenEvents } from './outbox.ts'
import type { FanOut, FannedOut, OpenEvents } from './outbox.ts'

function addEvent(db: Db, creatorUid: string): Promise<string> {
  const event = { type: 'alert.tested', name: 'x', amountMinor: 1, currency: 'gbp', goalTitle: '' } as const
  return insertEvent(db, creatorUid, event)
}

async function connect(db: Db, uid: string, platform: 'twitch' | 'youtube'): Promise<void> {
  await saveConnection(db, {
    uid,
    platform,
    platformUserId: uid,
    channel: 'mira',
    email: 'mira@example.test',
    scopes: '',
    accessTokenSealed: '',
    refreshTokenSealed: '',
    accessExpiresAt: new Date(),
    problem: null,
  })
}

async function openEventsOf(db: Db, eventId: string, limit = 10): Promise<OpenEvents | undefined> {
  const [open, ...others] = await listOpenEvents(db, [eventId], limit)
  expect(others).toEqual([])
  return open
}

async function fanOutOne(db: Db, fan: FanOut): Promise<FannedOut> {
  const [done, ...others] = await fanOut(db, [fan])
  expect(others).toEqual([])
  return done!
}

test('asking for one event gives all of its creator that wait, oldest first, and nobody else’s', async () => {
  await using test = await createTestDb()
  const [creator, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  const events = [await addEvent(test.db, creator.uid), await addEvent(test.db, creator.uid)]
  await addEvent(test.db, other.uid)

  const open = await openEventsOf(test.db, events[0]!, 10)

  expect(open).toMatchObject({ creatorUid: creator.uid })
  expect(open?.events.map(({ eventId }) => eventId)).toEqual(events)
  expect((await openEventsOf(test.db, events[1]!, 1))?.events).toMatchObject([{ eventId: events[0] }])
})

test('without choices of their own a creator has the defaults, and no chat', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  expect(await openEventsOf(test.db, await addEvent(test.db, uid))).toMatchObject({
    preferences: { receiveAllTips: true, receiveGoalFunded: true },
    chat: {},
  })
})

test('the choices that count are those of the moment', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const toggles = { receiveAllTips: false, receiveGoalFunded: true, receiveGeneralTips: true }
  await connect(test.db, uid, 'twitch')
  await connect(test.db, uid, 'youtube')
  await saveChatbotToggles(test.db, uid, 'youtube', toggles)
  await updateNotificationPreferences(test.db, uid, { receiveGoalFunded: false })

  expect(await openEventsOf(test.db, await addEvent(test.db, uid))).toMatchObject({
    preferences: { receiveAllTips: true, receiveGoalFunded: false },
    chat: { twitch: defaultChatbotToggles, youtube: toggles },
  })
})

function alertOf(name: string): AlertBody {
  const at = new Date(0).toISOString()
  return { kind: 'tip', isTest: true, name, message: null, amount: 100, currency: 'gbp', goal: null, at }
}

async function statuses(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('delivery').select(['destination', 'status']).execute()
  return rows.map(({ destination, status }) => `${destination} ${status}`).toSorted()
}

test('fanning out settles alerts and leaves the rest owed; doing it thrice does it once', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const eventId = await addEvent(test.db, uid)
  const plans = [{ eventId, destinations: ['alerts', 'mail'] as const, alert: alertOf('Ada') }]

  const made = await Promise.all([1, 2, 3].map(() => fanOutOne(test.db, { creatorUid: uid, head: 0, plans })))

  expect(made.flatMap(({ owed }) => owed)).toEqual([{ eventId, destination: 'mail' }])
  const stored = await listAlertsAfter(test.db, uid, 0, 10)
  expect(stored).toMatchObject([{ seq: 1, name: 'Ada' }])
  expect(made.flatMap((one) => one.stored ?? [])).toEqual([{ head: 1, alerts: stored }])
  expect(await statuses(test.db)).toEqual(['alerts sent', 'mail owed'])
  expect(await openEventsOf(test.db, eventId)).toBeUndefined()
})

test('an alert that would overtake an older one, or was read before the sequence moved, stays owed', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const [first, second, third] = [
    await addEvent(test.db, uid),
    await addEvent(test.db, uid),
    await addEvent(test.db, uid),
  ]
  const plan = (eventId: string) => [{ eventId, destinations: ['alerts'] as const, alert: alertOf('Ada') }]

  const stale = await fanOutOne(test.db, { creatorUid: uid, head: 7, plans: plan(first) })
  const behind = await fanOutOne(test.db, { creatorUid: uid, head: 0, plans: plan(second) })

  expect([stale, behind].map(({ owed, stored }) => [owed.length, stored])).toEqual([
    [1, undefined],
    [1, undefined],
  ])
  const alerts = [first, second].map((eventId) => ({ eventId, body: alertOf('Ada') }))
  await storeAlerts(test.db, { creatorUid: uid, head: 0, alerts })
  expect((await fanOutOne(test.db, { creatorUid: uid, head: 2, plans: plan(third) })).stored?.head).toBe(3)
})

test('an event that is owed nowhere is fanned out as well', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const eventId = await addEvent(test.db, uid)
  const plans = [{ eventId, destinations: [], alert: alertOf('Ada') }]
  expect(await fanOutOne(test.db, { creatorUid: uid, head: 0, plans })).toEqual({
    creatorUid: uid,
    owed: [],
    stored: undefined,
    isNoticed: false,
  })
  expect(await openEventsOf(test.db, eventId)).toBeUndefined()
})

test('creators are fanned out together, and what holds one of them up holds up nobody else', async () => {
  await using test = await createTestDb()
  const uids = [
    (await buildCreator(test.db)).uid,
    (await buildCreator(test.db)).uid,
    (await buildCreator(test.db)).uid,
  ]
  const events: Record<string, string[]> = {}
  for (const uid of [...uids, ...uids]) (events[uid] ??= []).push(await addEvent(test.db, uid))

  const open = await listOpenEvents(test.db, [events[uids[0]!]![0]!, events[uids[2]!]![1]!], 10)
  const done = await fanOut(
    test.db,
    uids.map((creatorUid, i) => ({
      creatorUid,
      head: i === 1 ? 5 : 0, // read before somebody moved it
      plans: events[creatorUid]!.map((eventId, n) => ({
        eventId,
        destinations: ['alerts', 'mail'] as const,
        alert: alertOf(`${i} ${n}`),
      })),
    })),
  )

  expect(
    new Map(open.map(({ creatorUid, events: found }) => [creatorUid, found.map((e) => e.eventId)])),
  ).toEqual(new Map([uids[0]!, uids[2]!].map((uid) => [uid, events[uid]])))
  expect(
    done.map(({ creatorUid, stored }) => [creatorUid, stored?.head, stored?.alerts.map((a) => a.name)]),
  ).toEqual([
    [uids[0], 2, ['0 0', '0 1']],
    [uids[1], undefined, undefined],
    [uids[2], 2, ['2 0', '2 1']],
  ])
  expect(done.map(({ owed }) => owed.map(({ destination }) => destination))).toEqual([
    ['mail', 'mail'],
    ['alerts', 'mail', 'alerts', 'mail'],
    ['mail', 'mail'],
  ])
})

test('two that fan out the same creators, each in a sequence of its own, do it once', async () => {
  await using test = await createTestDb()
  const creators = await Promise.all(Array.from({ length: 6 }, () => buildCreator(test.db)))
  for (let round = 0; round < 10; round++) {
    const fans: FanOut[] = []
    for (const { uid } of creators) {
      const eventId = await addEvent(test.db, uid)
      fans.push({
        creatorUid: uid,
        head: round,
        plans: [{ eventId, destinations: ['alerts'], alert: alertOf('x') }],
      })
    }
    const both = await Promise.all([fanOut(test.db, fans), fanOut(test.db, fans.toReversed())])
    expect(both.flat().filter(({ stored }) => stored)).toHaveLength(6)
  }
})
