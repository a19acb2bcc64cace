import { expect, test } from 'vitest'
import { findAmountError, settleMinor } from './tariff.ts'

test.each([
  [74, 'jpy', 'usd', 'amount_too_small'], // 49 cents
  [76, 'jpy', 'usd', undefined],
  [170_00, 'huf', 'usd', 'amount_too_small'],
  [182_00, 'huf', 'usd', undefined],
  [29, 'gbp', 'gbp', 'amount_too_small'],
  [1_000_000_00, 'gbp', 'gbp', 'amount_too_large'],
  [9_999_999_999, 'jpy', 'usd', undefined],
] as const)('of %i of %s on an account in %s says %s', (amount, currency, settled, error) => {
  expect(findAmountError(amount, currency, settled)).toBe(error)
})

test('converts minor units of currencies with other decimals', () => {
  expect(settleMinor(1_500, 'jpy', 'usd')).toBe(1_000)
  expect(settleMinor(-1_500_00, 'huf', 'usd')).toBe(-417)
  expect(settleMinor(700, 'gbp', 'usd')).toBe(875)
})
