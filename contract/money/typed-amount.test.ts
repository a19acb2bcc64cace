import { expect, test } from 'vitest'
import { readTypedAmount } from './typed-amount.ts'

test.each([
  ['7', 700],
  ['7.00', 700],
  ['£7', 700],
  ['0', 0],
  ['1,000.00', 100_000],
  ['1 000', 100_000],
  ['٧', 700],
])('%j is %i pence', (text, minor) => expect(readTypedAmount(text, 'gbp')).toEqual({ minor }))

test('an amount between two whole ones is neither', () => {
  const values = {
    below: { amountMinor: 700, currency: 'gbp' },
    above: { amountMinor: 800, currency: 'gbp' },
  }
  const fault = { key: 'invalid_amount_step', values }
  expect(['7.50', '7,50', '7.5050'].map((text) => readTypedAmount(text, 'gbp'))).toEqual(
    Array(3).fill({ fault }),
  )
})

test('asks which of two readings is meant', () => {
  const values = {
    below: { amountMinor: 100, currency: 'gbp' },
    above: { amountMinor: 100_000, currency: 'gbp' },
  }
  expect(readTypedAmount('1.000', 'gbp')).toEqual({ fault: { key: 'invalid_amount_unsure', values } })
  expect(readTypedAmount('1,000', 'gbp')).toEqual({ fault: { key: 'invalid_amount_unsure', values } })
})

test('yen have no decimals, so that a mark separates thousands', () => {
  expect(readTypedAmount('1,000', 'jpy')).toEqual({ minor: 1000 })
  expect(readTypedAmount('¥1.000', 'jpy')).toEqual({ minor: 1000 })
})

test('decimals count where the step is smaller', () => {
  expect(readTypedAmount('7,50', 'gbp', 1)).toEqual({ minor: 750 })
})

test('another currency is named', () => {
  const fault = { key: 'invalid_amount_currency', values: { currency: 'GBP' } }
  expect(readTypedAmount('$7', 'gbp')).toEqual({ fault })
})

test.each(['', '-7', '5e3', '0.5', '99999999999.5', '9'.repeat(40)])('%j is wrong', (text) => {
  expect(readTypedAmount(text, 'gbp')).toEqual({ fault: 'invalid_amount' })
})
