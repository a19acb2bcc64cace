import { expect, test } from 'vitest'
import type { Db } from '../../db/connection.ts'
import { findConnection, saveConnection } from '../../db/queries/chat/connections.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { recordChatOutcome } from './record-chat-outcome.ts'

async function connect(db: Db, uid: string) {
  const tokens = { accessTokenSealed: 'a', refreshTokenSealed: 'r', accessExpiresAt: new Date() }
  const channel = { platformUserId: uid, channel: uid, email: 'mira@stream.test', scopes: 'chat' }
  await saveConnection(db, { uid, platform: 'twitch', ...channel, ...tokens })
}

const read = async (db: Db, uid: string) => (await findConnection(db, uid, 'twitch'))!

test('a problem stays until a message is posted, with the time of its first occurrence', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  await connect(test.db, uid)

  await recordChatOutcome(test.db, uid, 'twitch', 'banned')
  const first = await read(test.db, uid)
  await recordChatOutcome(test.db, uid, 'twitch', 'banned')
  const second = await read(test.db, uid)
  await recordChatOutcome(test.db, uid, 'twitch', 'posted')

  expect(first).toMatchObject({ problem: 'banned', problemAt: expect.any(Date) })
  expect(second.problemAt).toEqual(first.problemAt)
  expect(await read(test.db, uid)).toMatchObject({ problem: null, problemAt: null })
})

test('lost access stays until the creator connects again', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  await connect(test.db, uid)

  await recordChatOutcome(test.db, uid, 'twitch', 'revoked')
  await recordChatOutcome(test.db, uid, 'twitch', 'posted')
  const lost = await read(test.db, uid)
  await connect(test.db, uid)

  expect(lost.accessLostAt).toBeInstanceOf(Date)
  expect(await read(test.db, uid)).toMatchObject({ accessLostAt: null, problem: null })
})

test('ignores an outcome of a platform that is not connected', async () => {
  await using test = await createTestDb()
  const { uid } = await buildCreator(test.db)

  await recordChatOutcome(test.db, uid, 'youtube', 'notLive')

  expect(await findConnection(test.db, uid, 'youtube')).toBeUndefined()
})
