import { expect, test } from 'vitest'
import { alertStyle } from '../../../../../contract/alerts/alert-style.ts'
import { findVariation, lookOf, standardStyle } from '../../../../../contract/alerts/alert-looks.ts'
import { payoutCurrencies } from '../../../../../contract/money/currencies.ts'
import { makeAmountTiers } from './amount-tiers.ts'
import { alertSample } from './samples.fixture.ts'

test.each(payoutCurrencies)(
  'in %s each amount has its tier, and those between have the look of all alerts',
  (currency) => {
    const variations = makeAmountTiers(lookOf('comic'), currency)
    const style = alertStyle.parse({ ...standardStyle(), variations })
    const nameFor = (amount: number) => findVariation(style, { ...alertSample, amount, currency })?.name

    expect([1_00, 5_00, 5_01, 24_99, 25_00, 99_99, 100_00, 5_000_00].map(nameFor)).toEqual([
      'Small tips',
      'Small tips',
      undefined,
      undefined,
      'Large tips',
      'Large tips',
      'Huge tips',
      'Huge tips',
    ])
  },
)

test('a tier keeps what the creator has chosen, within the limits', () => {
  const own = { ...lookOf('bloom'), durationMs: 15_000, lettering: { message: { size: 120 } } }

  const [huge, , small] = makeAmountTiers(own, 'gbp')

  expect(huge!.look).toMatchObject({
    theme: 'bloom',
    durationMs: 20_000,
    lettering: { message: { size: 120 } },
  })
  expect(small!.look).toMatchObject({ theme: 'bloom', size: 'small', durationMs: 10_500 })
  expect(makeAmountTiers({ ...own, durationMs: 3_000 }, 'gbp')[2]!.look.durationMs).toBe(3_000)
})
