/** The cost of choosing the next chat while very many messages are due. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDb } from '../../db/database.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { addCreators, addDue, destination, firstUid, measureTurn } from './pending-messages.fixture.ts'
import { listPendingChats, listPendingMessages } from '../../db/queries/pending-messages.ts'

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
}, 120_000)

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
