import { expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { saveReferenceRates } from '../../../db/queries/payments/reference-rates.ts'
import { saveTipRules } from '../../../db/queries/payments/tip-rules.ts'
import { requireAmount, requireMax } from './require-amount.ts'

const today = () => new Date().toISOString().slice(0, 10)
const perEuro = { eur: 1, gbp: 0.8, usd: 1.1, jpy: 160, huf: 400 }

/** A creator who is paid in pounds and takes tips of five pounds and more. */
async function openCreator(rates: { day: string } | undefined) {
  const test = await createTestDb()
  const { uid } = await buildCreator(test.db, { currency: 'gbp' })
  await saveTipRules(test.db, uid, { minimumMinor: 5_00, holdFromMinor: null })
  if (rates) await saveReferenceRates(test.db, { ...rates, perEuro })
  const wanted = { creatorUid: uid, ownCurrency: 'gbp' } as const
  return { test, wanted }
}

test('refuses a tip below the minimum and names the minimum in the currency of the tip', async () => {
  const { test: opened, wanted } = await openCreator({ day: today() })
  await using test = opened

  const tooLittle = (amountMinor: number, currency: 'gbp' | 'jpy' | 'huf', minimum: number) =>
    expect(requireAmount(test.db, { ...wanted, amountMinor, currency })).rejects.toMatchObject({
      code: 'invalid_amount',
      text: { key: 'invalid_tip_below_minimum', values: { amount: { amountMinor: minimum, currency } } },
    })
  await tooLittle(4_00, 'gbp', 5_00)
  await tooLittle(999, 'jpy', 1_000)
  await tooLittle(2_499_00, 'huf', 2_500_00)
  await requireAmount(test.db, { ...wanted, amountMinor: 5_00, currency: 'gbp' })
  expect(await requireAmount(test.db, { ...wanted, amountMinor: 1_000, currency: 'jpy' })).toMatchObject({
    rate: 0.005,
  })
})

test('refuses a tip above the largest of its currency', () => {
  const refusal = expect.objectContaining({ details: { fields: { amount: 'invalid_tip_large' } } })
  expect(() => requireMax(50_001_00, undefined)).toThrow(refusal)
  expect(() => requireMax(50_001_00, 'gbp')).toThrow(refusal)
  expect(() => requireMax(5_000_001, 'jpy')).toThrow(refusal)
  requireMax(50_000_00, undefined)
  requireMax(5_000_000, 'jpy')
})

test.each([
  ['never published', undefined],
  ['published two weeks ago', { day: new Date(Date.now() - 14 * 86_400_000).toISOString().slice(0, 10) }],
])('takes no tips in another currency when its rate was %s', async (_, rates) => {
  const { test: opened, wanted } = await openCreator(rates)
  await using test = opened

  await expect(
    requireAmount(test.db, { ...wanted, amountMinor: 1_000, currency: 'jpy' }),
  ).rejects.toMatchObject({ code: 'currency_unavailable' })
  await requireAmount(test.db, { ...wanted, amountMinor: 5_00, currency: 'gbp' })
})
