import { expect, test } from 'vitest'
import { createTestDb } from '../../db/database.fixture.ts'
import { buildCreator, buildSupporter } from '../../db/builders.fixture.ts'
import { findSupporterCard } from './read-supporter-card.ts'

test('a supporter card has totals by period and the rank, and exists only under the account’s own name', async () => {
  await using test = await createTestDb()
  const { db } = test
  const creator = await buildCreator(db)
  const ada = await buildSupporter(db, { displayName: 'Ada', image: '/media/ada.webp' })
  const add = (
    supporterKey: string,
    name: string,
    period: 'week' | 'month' | 'all',
    start: string,
    amountMinor: number,
  ) =>
    db
      .insertInto('supporterTotal')
      .values({ creatorUid: creator.uid, period, periodStart: start, supporterKey, name, amountMinor })
      .execute()
  await add(`account:${ada.uid}`, 'Ada', 'week', '2026-11-16', 5_00)
  await add(`account:${ada.uid}`, 'Ada', 'week', '2026-11-09', 9_00) // a tip of an earlier week
  await add(`account:${ada.uid}`, 'Ada', 'all', '1970-01-01', 14_00)
  await add('guest:grace', 'Grace', 'all', '1970-01-01', 20_00)
  const read = () => findSupporterCard(db, creator.uid, ada.uid, new Date('2026-11-18T12:00:00Z'))

  expect(await read()).toEqual({
    name: 'Ada',
    image: '/media/ada.webp',
    weekly: 5_00,
    monthly: 0,
    allTime: 14_00,
    place: 2,
  })
  await db.updateTable('supporterTotal').set({ name: 'The Fox' }).where('name', '=', 'Ada').execute()
  expect(await read()).toBeUndefined() // nobody may find out that Ada also tips under the name Fox
  expect(await findSupporterCard(db, ada.uid, ada.uid)).toBeUndefined()
})
