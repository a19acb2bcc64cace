import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator } from '../../builders.fixture.ts'
import { createTestDb } from '../../database.fixture.ts'
import { forFile } from '../../for-file.fixture.ts'
import { takeUnits } from './quota-days.ts'
import { addQuotaCreator, countQuotaCreators, deleteOldQuotaDays } from './quota-shares.ts'

const { db } = await forFile(createTestDb())

test('counts the creators of the day, each once and the one who asks in any case', async () => {
  const [mira, otto, zoe] = await Promise.all([buildCreator(db), buildCreator(db), buildCreator(db)])
  await addQuotaCreator(db, 'shared', mira.uid) // before any unit is taken, there is no day
  expect(await countQuotaCreators(db, 'shared', otto.uid)).toBe(1)

  await takeUnits(db, 'shared', { units: 1, messages: 1, budget: 100 })
  for (const { uid } of [mira, mira, otto]) await addQuotaCreator(db, 'shared', uid)

  expect(await countQuotaCreators(db, 'shared', mira.uid)).toBe(2)
  expect(await countQuotaCreators(db, 'shared', zoe.uid)).toBe(3)
})

test('deletes old days with their creators', async () => {
  const { uid } = await buildCreator(db)
  await takeUnits(db, 'old', { units: 1, messages: 1, budget: 100 })
  await addQuotaCreator(db, 'old', uid)
  await sql`
    insert into quota_day (name, day, units, budget) values ('old', current_date - 40, 1, 100), ('old', current_date - 20, 1, 100)
  `.execute(db)
  await sql`insert into quota_creator (name, day, uid) values ('old', current_date - 40, ${uid})`.execute(db)

  await deleteOldQuotaDays(db, 30)

  const days = await db.selectFrom('quotaDay').select('day').where('name', '=', 'old').execute()
  const creators = await db.selectFrom('quotaCreator').select('day').where('name', '=', 'old').execute()
  expect([days.length, creators.length]).toEqual([2, 1])
})
