import { expect, test } from 'vitest'
import { createTestDb } from '../../db/database.fixture.ts'
import { addCreators, addDue, destination, firstUid, measureTurn } from './pending-messages.fixture.ts'
import { listPendingChats, listPendingMessages } from '../../db/queries/chat/pending-messages.ts'

test('with 200,000 messages due a turn reads as little as with 20,000, and takes less than a second', async () => {
  await using testDb = await createTestDb()
  const { db } = testDb
  await addCreators(db, 40)
  await addDue(db, 500)
  const before = await measureTurn(testDb)
  await addDue(db, 4_500)
  const afterwards = await measureTurn(testDb)
  const begun = performance.now()
  const [chat] = await listPendingChats(db, destination, { after: firstUid, limit: 1_000 })
  await listPendingMessages(db, destination, chat!.creatorUid)
  const milliseconds = Math.round(performance.now() - begun)

  console.log(JSON.stringify({ before, afterwards, milliseconds }))
  expect(afterwards.chats).toBeLessThan(1.5 * before.chats)
  expect(afterwards.one).toBeLessThan(1.5 * before.one)
  expect(milliseconds).toBeLessThan(1_000)
}, 600_000)
