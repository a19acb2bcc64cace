import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { defaultChatbotToggles } from '../../../contract/entities.ts'
import type { Db } from '../../connection.ts'
import { buildCreator } from '../../builders.fixture.ts'
import { createTestDb } from '../../database.fixture.ts'
import { countOpenEntriesRead } from '../../open-entries.fixture.ts'
import { openOneConnection } from '../../one-connection.fixture.ts'
import { addTestEvent } from '../../alerts.fixture.ts'
import { listAlertsAfter } from '../alerts/alerts.ts'
import { findOverlayCreators } from '../panel/overlay-creators.ts'
import type { AlertBody } from '../alerts/alerts.ts'
import { saveChatbotToggles } from '../chat/chatbot.ts'
import { markAccessLost } from '../chat/connection-health.ts'
import { saveConnection } from '../chat/connections.ts'
import { updateNotificationPreferences } from '../notifications/notifications.ts'
import { fanOut } from './fan-out.ts'
import type { EventPlan, FanOut, FannedOut } from './fan-out.ts'
import { listOpenEvents } from './outbox.ts'
import type { OpenEvents } from './outbox.ts'
import { storeAlerts } from '../alerts/store-alerts.ts'
import type { AlertPlan, StoredAlerts } from '../alerts/store-alerts.ts'

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

interface Plan extends EventPlan, AlertPlan {}
interface Plans extends FanOut {
  plans: readonly Plan[]
}

interface Outcome extends FannedOut {
  stored: StoredAlerts | undefined
}

const lifetimesMs = { mail: 60_000 }

/** Stores the alerts and completes the fan-out, as the workers do. Skips creators whose alerts cannot be stored yet. */
async function storeAndFanOut(db: Db, all: readonly Plans[]): Promise<Outcome[]> {
  const plans = all.flatMap((one) =>
    one.plans.map(({ eventId, destinations, alert }) =>
      destinations.includes('alerts') ? { eventId, alert } : { eventId },
    ),
  )
  const { stored, unready } = await storeAlerts(db, plans)
  const ready = all.filter(({ creatorUid }) => !unready.has(creatorUid))
  const done = await fanOut(db, ready, { lifetimesMs, isNotifying: true })
  return all.map(({ creatorUid }) => {
    const waiting = { creatorUid, isReady: false, due: [], isNotified: false }
    const own = done.find((one) => one.creatorUid === creatorUid) ?? waiting
    return { ...own, stored: stored.get(creatorUid) }
  })
}

async function fanOutOne(db: Db, one: Plans): Promise<Outcome> {
  const [done, ...others] = await storeAndFanOut(db, [one])
  expect(others).toEqual([])
  return done!
}

test('asking for one event gives all of its creator that wait, oldest first, and nobody else’s', async () => {
  await using test = await createTestDb()
  const [creator, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  const events = [await addTestEvent(test.db, creator.uid), await addTestEvent(test.db, creator.uid)]
  await addTestEvent(test.db, other.uid)

  const open = await openEventsOf(test.db, events[0]!, 10)

  expect(open).toMatchObject({ creatorUid: creator.uid })
  expect(open?.events.map(({ eventId }) => eventId)).toEqual(events)
  expect((await openEventsOf(test.db, events[1]!, 1))?.events).toMatchObject([{ eventId: events[0] }])
})

test('without choices of their own a creator has the defaults, and no chat', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  expect(await openEventsOf(test.db, await addTestEvent(test.db, uid))).toMatchObject({
    settings: { preferences: { receiveAllTips: true, receiveGoalFunded: true }, chat: {}, hasPush: false },
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

  expect(await openEventsOf(test.db, await addTestEvent(test.db, uid))).toMatchObject({
    settings: {
      preferences: { receiveAllTips: true, receiveGoalFunded: false },
      chat: { twitch: defaultChatbotToggles, youtube: toggles },
    },
  })
})

test('a chat whose access is lost has no choices, until it is connected again', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  for (const platform of ['twitch', 'youtube'] as const) await connect(test.db, uid, platform)
  await markAccessLost(test.db, uid, 'youtube')
  const eventId = await addTestEvent(test.db, uid)
  const readChats = async () => Object.keys((await openEventsOf(test.db, eventId))!.settings.chat)

  expect(await readChats()).toEqual(['twitch'])
  await connect(test.db, uid, 'youtube')
  expect((await readChats()).toSorted()).toEqual(['twitch', 'youtube'])
})

function alertOf(name: string): AlertBody {
  const at = new Date(0).toISOString()
  return { kind: 'tip', isTest: true, name, message: null, amount: 100, currency: 'gbp', goal: null, at }
}

async function statuses(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('delivery').select(['destination', 'status']).execute()
  return rows.map(({ destination, status }) => `${destination} ${status}`).toSorted()
}

/** Inserts an event and fans it out without storing its alert, so that the delivery to `alerts` stays due. */
async function addDueAlert(db: Db, creatorUid: string, name: string) {
  const eventId = await addTestEvent(db, creatorUid)
  const plans = [{ eventId, destinations: ['alerts'] as const, alert: alertOf(name) }]
  await fanOut(db, [{ creatorUid, plans }], { lifetimesMs, isNotifying: false })
  return plans[0]!
}

function countDue(db: Db): Promise<number> {
  return statuses(db).then((all) => all.filter((one) => one.endsWith('due')).length)
}

test('alerts are stored, the rest is left due; doing it thrice does it once', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const eventId = await addTestEvent(test.db, uid)
  const plans = [{ eventId, destinations: ['alerts', 'mail'] as const, alert: alertOf('Ada') }]

  const made = await Promise.all([1, 2, 3].map(() => fanOutOne(test.db, { creatorUid: uid, plans })))

  expect(made.flatMap(({ due }) => due)).toEqual(['mail'])
  const stored = await listAlertsAfter(test.db, uid, 0, 10)
  expect(stored).toMatchObject([{ seq: 1, name: 'Ada' }])
  expect(made.flatMap((one) => one.stored ?? [])).toEqual([{ lastSeq: 1, alerts: stored }])
  expect(await statuses(test.db)).toEqual(['alerts sent', 'mail due'])
  expect(await openEventsOf(test.db, eventId)).toBeUndefined()
})

test('a fan-out that ended after its alert is repeated without a second one', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const eventId = await addTestEvent(test.db, uid)
  const plans = [{ eventId, destinations: ['alerts', 'mail'] as const, alert: alertOf('Ada') }]
  await storeAlerts(test.db, plans)
  expect(await statuses(test.db)).toEqual([])

  expect(await fanOutOne(test.db, { creatorUid: uid, plans })).toMatchObject({
    isReady: true,
    due: ['mail'],
    stored: undefined,
  })

  expect(await statuses(test.db)).toEqual(['alerts sent', 'mail due'])
  expect(await listAlertsAfter(test.db, uid, 0, 10)).toHaveLength(1)
})

test('each delivery expires after the lifetime of its destination, an alert never', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const eventId = await addTestEvent(test.db, uid)
  const destinations = ['alerts', 'mail'] as const
  await fanOutOne(test.db, { creatorUid: uid, plans: [{ eventId, destinations }] })

  const rows = await test.db.selectFrom('delivery').selectAll().orderBy('destination').execute()

  const lifetimes = rows.map(({ expiresAt, createdAt }) => expiresAt && +expiresAt - +createdAt)
  expect(lifetimes).toEqual([null, 60_000])
})

test('an alert that would overtake an older one stays due', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const first = await addDueAlert(test.db, uid, 'one')
  const eventId = await addTestEvent(test.db, uid)
  const second = { eventId, destinations: ['alerts'] as const, alert: alertOf('two') }

  expect(await fanOutOne(test.db, { creatorUid: uid, plans: [second] })).toMatchObject({
    due: ['alerts'],
    stored: undefined,
  })
  expect((await fanOutOne(test.db, { creatorUid: uid, plans: [first] })).stored?.lastSeq).toBe(1)
  expect((await fanOutOne(test.db, { creatorUid: uid, plans: [second] })).stored?.lastSeq).toBe(2)
})

test('an alert that waits for its next attempt holds up no younger one', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const failing = await addDueAlert(test.db, uid, 'failing')
  await test.db
    .updateTable('delivery')
    .set({ dueAt: new Date(Date.now() + 60_000) })
    .where('eventId', '=', failing.eventId)
    .execute()

  const eventId = await addTestEvent(test.db, uid)
  const plans = [{ eventId, destinations: ['alerts'] as const, alert: alertOf('next') }]

  expect((await fanOutOne(test.db, { creatorUid: uid, plans })).stored?.lastSeq).toBe(1)
})

test('an event does not overtake an older open event of its creator', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const [older, younger] = [await addTestEvent(test.db, uid), await addTestEvent(test.db, uid)]
  const plan = (eventId: string) => ({
    eventId,
    destinations: ['alerts'] as const,
    alert: alertOf(eventId === older ? 'one' : 'two'),
  })

  const early = await fanOutOne(test.db, { creatorUid: uid, plans: [plan(younger)] })
  expect(early).toMatchObject({ isReady: false, due: [], stored: undefined })
  expect(await statuses(test.db)).toEqual([])

  await fanOutOne(test.db, { creatorUid: uid, plans: [plan(younger), plan(older)] })
  const alerts = await listAlertsAfter(test.db, uid, 0, 10)
  expect(alerts.map(({ name }) => name)).toEqual(['one', 'two'])
})

test('an event without destinations is fanned out as well', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const eventId = await addTestEvent(test.db, uid)
  const plans = [{ eventId, destinations: [], alert: alertOf('Ada') }]
  expect(await fanOutOne(test.db, { creatorUid: uid, plans })).toEqual({
    creatorUid: uid,
    isReady: true,
    due: [],
    stored: undefined,
    isNotified: false,
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
  await addDueAlert(test.db, uids[1]!, 'older')
  const events: Record<string, string[]> = {}
  for (const uid of [...uids, ...uids]) (events[uid] ??= []).push(await addTestEvent(test.db, uid))

  const open = await listOpenEvents(test.db, [events[uids[0]!]![0]!, events[uids[2]!]![1]!], 10)
  const done = await storeAndFanOut(
    test.db,
    uids.map((creatorUid, i) => ({
      creatorUid,
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
    done.map(({ creatorUid, stored }) => [creatorUid, stored?.lastSeq, stored?.alerts.map((a) => a.name)]),
  ).toEqual([
    [uids[0], 2, ['0 0', '0 1']],
    [uids[1], undefined, undefined],
    [uids[2], 2, ['2 0', '2 1']],
  ])
  expect(done.map(({ due }) => due)).toEqual([['mail'], ['alerts', 'mail'], ['mail']])
})

test('two that fan out the same creators, each in a sequence of its own, do it once', async () => {
  await using test = await createTestDb()
  const creators = await Promise.all(Array.from({ length: 6 }, () => buildCreator(test.db)))
  for (let round = 0; round < 10; round++) {
    const all: Plans[] = []
    for (const { uid } of creators) {
      const eventId = await addTestEvent(test.db, uid)
      all.push({
        creatorUid: uid,
        plans: [{ eventId, destinations: ['alerts'], alert: alertOf('x') }],
      })
    }
    const both = await Promise.all([storeAndFanOut(test.db, all), storeAndFanOut(test.db, all.toReversed())])
    expect(both.flat().filter(({ stored }) => stored)).toHaveLength(6)
  }
})

test('due alerts get the next sequence numbers in the order of their events, and are completed', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const plans = []
  for (const name of ['one', 'two', 'three']) plans.push(await addDueAlert(test.db, uid, name))

  const { stored } = await fanOutOne(test.db, { creatorUid: uid, plans: plans.toReversed() })

  const alerts = await listAlertsAfter(test.db, uid, 0, 10)
  expect(stored).toEqual({ lastSeq: 3, alerts })
  expect(alerts.map(({ seq, name }) => `${seq} ${name}`)).toEqual(['1 one', '2 two', '3 three'])
  expect(await countDue(test.db)).toBe(0)
})

test('an alert that was stored meanwhile is not stored again with the others of its batch', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const [first, second] = [await addDueAlert(test.db, uid, 'one'), await addDueAlert(test.db, uid, 'two')]
  await fanOutOne(test.db, { creatorUid: uid, plans: [first] })
  expect(await countDue(test.db)).toBe(1)

  const { stored } = await fanOutOne(test.db, { creatorUid: uid, plans: [first, second] })

  expect(stored?.alerts.map(({ name }) => name)).toEqual(['two'])
  expect((await findOverlayCreators(test.db, [uid])).get(uid)?.lastSeq).toBe(2)
})

test('an event that has its alert gets no second one, whatever its delivery says', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const plans = [await addDueAlert(test.db, uid, 'one')]
  await fanOutOne(test.db, { creatorUid: uid, plans })
  await test.db.updateTable('delivery').set({ status: 'due', completedAt: null }).execute()

  expect((await fanOutOne(test.db, { creatorUid: uid, plans })).stored).toBeUndefined()

  expect(await listAlertsAfter(test.db, uid, 0, 10)).toHaveLength(1)
  expect(await countDue(test.db)).toBe(0)
})

test('of thirty that store the same due alerts at once one does', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const plans: Awaited<ReturnType<typeof addDueAlert>>[] = []
  for (let i = 0; i < 10; i++) plans.push(await addDueAlert(test.db, uid, `name ${i}`))

  const all = await Promise.all(
    Array.from({ length: 30 }, () => fanOutOne(test.db, { creatorUid: uid, plans })),
  )

  expect(all.flatMap(({ stored }) => stored?.lastSeq ?? [])).toEqual([10])
  const stored = await listAlertsAfter(test.db, uid, 0, 100)
  expect(stored.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('is planned for its first five runs only', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const plans: Awaited<ReturnType<typeof addDueAlert>>[] = []
  for (let i = 0; i < 8; i++) plans.push(await addDueAlert(test.db, uid, `name ${i}`))

  await using connection = await openOneConnection(test.url)
  for (const plan of plans) await fanOutOne(connection.db, { creatorUid: uid, plans: [plan] })

  for (const name of ['store_alerts', 'fan_out'])
    expect(await connection.countPlans(name)).toEqual({ customPlans: 5, genericPlans: 3 })
})

test('events are found by key, however many were open before', async () => {
  await using test = await createTestDb()
  await using one = await openOneConnection(test.url)
  const { db } = one
  const fanOutNew = async (creatorUid: string) => {
    const eventId = await addTestEvent(db, creatorUid)
    await fanOutOne(db, { creatorUid, plans: [{ eventId, destinations: ['alerts'], alert: alertOf('x') }] })
  }
  for (let n = 0; n < 60; n++) await fanOutNew((await buildCreator(db)).uid)
  const creator = await buildCreator(db)
  const before = await countOpenEntriesRead(db)

  for (let n = 0; n < 10; n++) await fanOutNew(creator.uid)

  // Until the next vacuum, Postgres keeps index entries of events that are already fanned out, and both statements read the entries
  // of this creator. Reading the whole index would be 60 entries for each statement.
  expect((await countOpenEntriesRead(db)) - before).toBeLessThan(2 * 10 * 10)
})

test('no open event or due alert of another creator is read, even if there was none when Postgres last analysed the tables', async () => {
  await using test = await createTestDb()
  await using one = await openOneConnection(test.url)
  const { db } = one
  const { uid } = await buildCreator(db)
  const fanOutNew = async () => {
    const eventId = await addTestEvent(db, uid)
    await fanOutOne(db, {
      creatorUid: uid,
      plans: [{ eventId, destinations: ['alerts'], alert: alertOf('x') }],
    })
  }
  for (let n = 0; n < 60; n++) await fanOutNew()
  await sql`vacuum analyze outbox, delivery`.execute(test.owner)
  for (let n = 0; n < 60; n++) {
    const other = await buildCreator(db)
    await addDueAlert(db, other.uid, 'other')
    await addTestEvent(db, other.uid)
  }
  const before = await countOpenEntriesRead(db)

  for (let n = 0; n < 10; n++) await fanOutNew()
  await listOpenEvents(db, [await addTestEvent(db, uid)], 10)

  expect((await countOpenEntriesRead(db)) - before).toBeLessThan(2 * 10 * 10)
})
