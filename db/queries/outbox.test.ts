import { expect, test } from 'vitest'
import { defaultChatbotToggles } from '../../contract/entities.ts'
import type { Db } from '../connection.ts'
import { buildCreator } from '../test-builders.ts'
import { createTestDb } from '../test-database.ts'
import { saveChatbotToggles } from './chatbot.ts'
import { saveConnection } from './connections.ts'
import { insertEvent } from './events.ts'
import { updateNotificationPreferences } from './notifications.ts'
import { fanOut, listOpenEvents } from './outbox.ts'

function addEvent(db: Db, creatorUid: string): Promise<string> {
  const event = { type: 'alert.tested', name: 'x', amountMinor: 1, currency: 'gbp', goalTitle: '' } as const
  return insertEvent(db, creatorUid, event)
}

function connect(db: Db, uid: string, platform: 'twitch' | 'youtube'): Promise<void> {
  return saveConnection(db, {
    uid,
    platform,
    platformUserId: '1',
    channel: 'mira',
    email: 'mira@example.test',
    scopes: '',
    accessTokenSealed: '',
    refreshTokenSealed: '',
    accessExpiresAt: new Date(),
    problem: null,
  })
}

test('asking for one event gives all of its creator that wait, oldest first, and nobody else’s', async () => {
  await using test = await createTestDb()
  const [creator, other] = [await buildCreator(test.db), await buildCreator(test.db)]
  const events = [await addEvent(test.db, creator.uid), await addEvent(test.db, creator.uid)]
  await addEvent(test.db, other.uid)

  const open = await listOpenEvents(test.db, events[0]!, 10)

  expect(open).toMatchObject({ creatorUid: creator.uid })
  expect(open?.events.map(({ eventId }) => eventId)).toEqual(events)
  expect((await listOpenEvents(test.db, events[1]!, 1))?.events).toMatchObject([{ eventId: events[0] }])
})

test('without choices of their own a creator has the defaults, and no chat', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  expect(await listOpenEvents(test.db, await addEvent(test.db, uid), 10)).toMatchObject({
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

  expect(await listOpenEvents(test.db, await addEvent(test.db, uid), 10)).toMatchObject({
    preferences: { receiveAllTips: true, receiveGoalFunded: false },
    chat: { twitch: defaultChatbotToggles, youtube: toggles },
  })
})

test('fanning out twice makes each delivery once, and the event is open no more', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const eventId = await addEvent(test.db, uid)
  const plans = [{ eventId, destinations: ['alerts', 'mail'] as const }]

  const made = await Promise.all([1, 2, 3].map(() => fanOut(test.db, uid, plans)))

  const destinations = made.flat().map(({ destination }) => destination)
  expect(destinations.toSorted()).toEqual(['alerts', 'mail'])
  expect(await listOpenEvents(test.db, eventId, 10)).toBeUndefined()
})

test('an event that is owed nowhere is fanned out as well', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  const eventId = await addEvent(test.db, uid)
  expect(await fanOut(test.db, uid, [{ eventId, destinations: [] }])).toEqual([])
  expect(await listOpenEvents(test.db, eventId, 10)).toBeUndefined()
})
