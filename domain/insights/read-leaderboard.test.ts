import { expect, test } from 'vitest'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { buildTip } from '../payments/ledger/ledger.fixture.ts'
import { readLeaderboard } from './read-leaderboard.ts'
import { findSupporterCard } from './read-supporter-card.ts'

test('names on boards and cards are censored with the creator’s blocked words of the moment', async () => {
  await using test = await createTestDb()
  const { db } = test
  const { uid } = await buildCreator(db, { userName: 'mira', displayName: 'Mira Vale' })
  const fan = await buildSupporter(db, { displayName: 'Spoiler King' })
  await buildTip(db, uid, { supporterName: 'Visit evil.com' })
  await buildTip(db, uid, { supporterName: 'kys' })
  await buildTip(db, uid, { supporterName: 'mira_vale' })
  await buildTip(db, uid, { supporterName: 'Spoiler King', supporterUid: fan.uid })
  const names = ['Spoiler King', '“mira_vale”', 'Anonymous', 'Visit [link]']

  const before = await readLeaderboard(db, uid)
  expect(before.recent.map(({ name }) => name)).toEqual(names)
  expect(before.allTime.map(({ name }) => name).toSorted()).toEqual(names.toSorted())

  await db.insertInto('blockedWord').values({ uid, word: 'spoiler' }).execute()
  expect((await readLeaderboard(db, uid)).recent[0]?.name).toBe('******* King')
  expect((await findSupporterCard(db, uid, fan.uid))?.name).toBe('******* King')
})
