/** The cost of choosing the next chat while very many messages are due. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDb } from '../../db/database.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { addCreators, addDue, destination, firstUid, measureTurn } from './pending-messages.fixture.ts'
import { listPendingChats, listPendingMessages } from '../../db/queries/chat/pending-messages.ts'

const testDb = await forFile(createTestDb())
const { db } = testDb
const creators = 12

test('a turn reads some pages of each creator, although 3,600 messages are due', async () => {
  await addCreators(db, creators)
  await addDue(db, 300)

  const pages = await measureTurn(testDb)

  // For each creator two ways down the index, and the event and the tip by key.
  expect(pages.chats).toBeLessThan(30 * creators)
  // Up to 500 messages, each with its event, its tip and its place in the index.
  expect(pages.one).toBeLessThan(300 * 12)
})

test('lists the creators in pages, and the announcement of a funded goal first', async () => {
  await db.deleteFrom('delivery').execute()
  await addDue(db, 2)
  const { rows } = await sql<{ uid: string; eventId: string }>`
    select creator_uid as uid, max(event_id::text) as event_id from delivery group by creator_uid order by creator_uid
  `.execute(db)
  const last = rows.at(-1)!
  await db.updateTable('outbox').set({ type: 'goal.funded' }).where('eventId', '=', last.eventId).execute()
  await db.updateTable('delivery').set({ isUrgent: true }).where('eventId', '=', last.eventId).execute()

  const first = await listPendingChats(db, destination, { after: firstUid, limit: 9 })
  const second = await listPendingChats(db, destination, { after: first.at(-1)!.creatorUid, limit: 9 })

  expect([...first, ...second].map(({ creatorUid }) => creatorUid)).toEqual(rows.map(({ uid }) => uid))
  expect(second.at(-1)).toMatchObject({ eventId: last.eventId, kind: 'goalFunded' })
  expect((await listPendingMessages(db, destination, last.uid)).map(({ kind }) => kind)).toEqual([
    'goalFunded',
    'generalTip',
  ])
})

test('a tip comes before the goal that it funded, whose event has the same time', async () => {
  await db.deleteFrom('delivery').execute()
  await addCreators(db, 1)
  await addDue(db, 2)
  const { creatorUid } = await db.selectFrom('delivery').select('creatorUid').executeTakeFirstOrThrow()
  const due = db.selectFrom('delivery').select('eventId').where('creatorUid', '=', creatorUid)
  const [funded, tip] = await due.orderBy('eventId').execute() // by their ids alone, the goal would come first
  await db.updateTable('outbox').set({ createdAt: new Date() }).where('creatorUid', '=', creatorUid).execute()
  await db.updateTable('outbox').set({ type: 'goal.funded' }).where('eventId', '=', funded!.eventId).execute()

  const messages = await listPendingMessages(db, destination, creatorUid!)

  const inPlace = messages.toSorted((one, other) => one.place - other.place)
  expect(inPlace.map(({ eventId }) => eventId)).toEqual([tip!.eventId, funded!.eventId])
})
