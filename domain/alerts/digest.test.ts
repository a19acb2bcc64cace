import { expect, test } from 'vitest'
import { addAlert } from '../../db/alerts.fixture.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import type { TipAlertBody } from '../../db/queries/alerts/alerts.ts'
import { readDigest } from './digest.ts'

const body: TipAlertBody = {
  kind: 'tip',
  isTest: false,
  name: 'Ada',
  message: 'hello',
  amount: 10_00,
  currency: 'gbp',
  goal: null,
  at: '2026-01-05T12:00:00.000Z',
}

async function build(changes: Partial<TipAlertBody>[]) {
  const test = await createTestDb()
  const { uid } = await buildCreator(test.db)
  for (const change of changes) await addAlert(test.db, uid, { ...body, ...change })
  return { ...test, digest: (after: number, upTo: number) => readDigest(test.db, uid, after, upTo) }
}

test('a digest names the latest three supporters and counts the others', async () => {
  const names = ['Ada', 'Mira', 'Otto', 'Ada', 'Lin', 'Grace']
  await using test = await build(names.map((name) => ({ name })))

  expect(await test.digest(0, 6)).toMatchObject({
    kind: 'digest',
    seq: 6,
    amount: 60_00,
    currency: 'gbp',
    message: null,
    name: '6 tips from Grace, Lin, Ada and 2 others',
  })
})

test('a digest is in the language of the stream', async () => {
  const names = ['Ada', 'Mira', 'Otto', 'Lin', 'Grace']
  await using test = await build(names.map((name) => ({ name, locale: 'de' })))

  const digest = await test.digest(0, 5)

  expect(digest).toMatchObject({ locale: 'de', name: '5 Trinkgelder von Grace, Lin, Otto und 2 weiteren' })
})

test('a digest sums up the tips in the currency of its latest one, by what each is worth in it', async () => {
  await using test = await build([
    { amount: 1_00 },
    { amount: 2_00, currency: 'usd' },
    { amount: 4_00, currency: 'usd', worth: { amount: 3_00, currency: 'gbp' } },
    { amount: 8_00 },
  ])

  expect(await test.digest(0, 4)).toMatchObject({
    amount: 12_00,
    currency: 'gbp',
    name: expect.stringMatching(/^3 tips/) as string,
  })
  expect(await test.digest(0, 2)).toMatchObject({ amount: 2_00, currency: 'usd', name: '1 tip from Ada' })
})

test('a digest sums up tips in its range alone: no tests, and no funded goals, whose tips it has', async () => {
  await using test = await build([
    { amount: 1_00 },
    { amount: 2_00 },
    { amount: 4_00, isTest: true },
    { amount: 8_00, kind: 'goalFunded' },
    { amount: 16_00 },
  ])

  expect(await test.digest(1, 4)).toMatchObject({ amount: 2_00, name: '1 tip from Ada' })
  expect(await test.digest(2, 4)).toBeUndefined()
})
