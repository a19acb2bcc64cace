import { expect, test } from 'vitest'
import { currencyRules, payoutCurrencies, paypalDecimals, smallestStep } from './currencies.ts'
import type { Currency } from './currencies.ts'
import { decimalsOf } from './minor-units.ts'
import { currencySymbol, formatMoney } from './money-format.ts'
import { enteredAmount, parseDecimal, shareOf, toDecimal } from './money.ts'
import { serviceFee } from './service-fee.ts'

test.each([
  [1200_00, 'gbp', '£1,200', '1.200 £'],
  [9_50, 'usd', '$9.50', '9,50 $'],
  [5_00, 'eur', '€5', '5 €'],
  [500, 'jpy', '¥500', '500 ¥'],
  [2_500_00, 'huf', 'HUF 2,500', '2.500 HUF'],
  [49_50, 'huf', 'HUF 49.50', '49,50 HUF'],
  [5_00, 'cad', 'CA$5', '5 CA$'],
] as const)('writes %i of %s as %s, in German %s', (minor, currency, english, german) => {
  const plain = (text: string) => text.replace(/\u00a0/g, ' ')
  expect(plain(formatMoney(minor, currency))).toBe(english)
  expect(plain(formatMoney(minor, currency, 'de'))).toBe(german)
})

test('names a currency by its symbol, and none as dollars', () => {
  expect((['gbp', 'jpy', 'aud', 'sek', null] as const).map((one) => currencySymbol(one))).toEqual([
    '£',
    '¥',
    'A$',
    'SEK',
    '$',
  ])
})

test('rounds the service fee half up to what every provider can charge', () => {
  expect(serviceFee(10, 'gbp', 5)).toBe(1)
  expect(serviceFee(9, 'gbp', 5)).toBe(0)
  expect(serviceFee(990, 'jpy', 5)).toBe(50)
  expect(serviceFee(990_00, 'huf', 5)).toBe(50_00)
  expect(serviceFee(989_00, 'huf', 5)).toBe(49_00)
})

test('takes the percentage that the operator has set, or nothing', () => {
  expect([0, 1, 5, 50].map((percent) => serviceFee(10_10, 'usd', percent))).toEqual([0, 10, 51, 5_05])
})

test('takes shares of amounts whose products are larger than a double can count', () => {
  expect(shareOf(500_000_001, 500_000_000, 500_000_001)).toBe(500_000_000)
  expect(shareOf(1, 1, 2)).toBe(1)
})

test('reads and writes decimals of a currency, and refuses those that it has not', () => {
  expect(['7', '7.5', '7.50', '7.500', '7.501'].map((text) => parseDecimal(text))).toEqual([
    700,
    750,
    750,
    750,
    undefined,
  ])
  expect(['500', '500.00', '500.5'].map((text) => parseDecimal(text, 0))).toEqual([500, 500, undefined])
  expect([toDecimal(700), toDecimal(7, 0), toDecimal(5)]).toEqual(['7.00', '7', '0.05'])
})

test('an amount on the wire is whole units times 100 in every currency', () => {
  expect(enteredAmount.safeParse(500_00).success).toBe(true)
  expect(enteredAmount.safeParse(500_50).success).toBe(false)
})

test.each(Object.entries(currencyRules))('the limits and suggestions of %s fit together', (code, rules) => {
  const { min, max, quick } = rules
  const decimals = decimalsOf(code)
  expect(quick).toEqual(quick.filter((amount) => amount >= min && amount <= max).toSorted((a, b) => a - b))
  expect(decimals).toBeGreaterThanOrEqual(paypalDecimals(code as Currency))
  const charged = max * 1.05
  expect(charged).toBeLessThan(10 ** 7) // PayPal's largest amount is 9,999,999.99
  // Stripe takes eight digits, or for these two ten.
  if (!['jpy', 'huf'].includes(code)) expect(charged * 10 ** decimals).toBeLessThan(10 ** 8)
  expect((min * 10 ** decimals) % smallestStep(code as Currency)).toBe(0)
})

test.each(payoutCurrencies)('creators are paid in %s with two decimals', (code) => {
  expect(decimalsOf(code)).toBe(2)
})
