import { expect, test } from 'vitest'
import { forFile } from '../../for-file.fixture.ts'
import { createTestDb } from '../../database.fixture.ts'
import { exhaustDay, readToday, takeUnits } from './quota-days.ts'

const testDb = await forFile(createTestDb())

test('a day grants units until too few are left', async () => {
  const { db } = testDb
  const taken = await Promise.all(
    Array.from({ length: 30 }, () => takeUnits(db, 'busy', { units: 50, messages: 1, budget: 1_000 })),
  )
  expect(taken.filter(Boolean)).toHaveLength(20)
  expect(await readToday(db, 'busy', 1_000)).toMatchObject({ units: 1_000, budget: 1_000 })
  expect(await takeUnits(db, 'busy', { units: 1, messages: 1, budget: 1_000 })).toBe(false)
})

test('a smaller budget takes nothing back, and a larger one has room again', async () => {
  const { db } = testDb
  await takeUnits(db, 'changed', { units: 600, messages: 1, budget: 1_000 })
  expect(await takeUnits(db, 'changed', { units: 1, messages: 1, budget: 500 })).toBe(false)
  expect(await takeUnits(db, 'changed', { units: 600, messages: 1, budget: 2_000 })).toBe(true)
  expect(await readToday(db, 'changed', 2_000)).toMatchObject({ units: 1_200 })
})

test('refuses a request that costs more than the whole day', async () => {
  expect(await takeUnits(testDb.db, 'dear', { units: 60, messages: 1, budget: 50 })).toBe(false)
})

test('a day that the provider calls used up has no units left', async () => {
  const { db } = testDb
  await takeUnits(db, 'exhausted', { units: 10, messages: 1, budget: 1_000 })
  expect(await exhaustDay(db, 'exhausted', 1_000)).toEqual({ units: 10, messages: 1 })
  expect(await exhaustDay(db, 'exhausted', 1_000)).toBeUndefined()
  expect(await takeUnits(db, 'exhausted', { units: 1, messages: 1, budget: 1_000 })).toBe(false)
})

test('days begin at midnight in California', async () => {
  const { dayGone } = await readToday(testDb.db, 'clock', 1)
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'medium' })
  const [hours = 0, minutes = 0] = clock.format(new Date()).split(':').map(Number)
  // On a day when daylight saving time begins or ends, `dayGone` differs from the clock by up to an hour.
  expect(Math.abs(dayGone - (hours * 60 + minutes) / 1440)).toBeLessThan(0.06)
})
