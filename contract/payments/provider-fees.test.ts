import { expect, test } from 'vitest'
import { estimateArrival } from './provider-fees.ts'

const tip = { amountMinor: 10_00, currency: 'gbp', isCovered: false, feePercent: 5 } as const

test('estimates what arrives after the service fee and the fee of each provider that is offered', () => {
  expect(estimateArrival(tip, ['paypal', 'stripe'])).toEqual({ least: 8_91, most: 9_15 })
  expect(estimateArrival(tip, ['stripe'])).toEqual({ least: 9_15, most: 9_15 })
})

test("takes the provider's fee from the whole payment when the supporter covers the service fee", () => {
  expect(estimateArrival({ ...tip, isCovered: true }, ['paypal'])).toEqual({ least: 9_40, most: 9_40 })
})

test('estimates the provider’s fee alone where there is no service fee', () => {
  expect(estimateArrival({ ...tip, feePercent: 0 }, ['paypal'])).toEqual({ least: 9_41, most: 9_41 })
})

test('estimates nothing where no prices are published, no provider is offered, or fees exceed the tip', () => {
  expect(estimateArrival({ ...tip, currency: 'jpy' }, ['stripe'])).toBeUndefined()
  expect(estimateArrival(tip, [])).toBeUndefined()
  expect(estimateArrival({ ...tip, amountMinor: 20 }, ['stripe'])).toBeUndefined()
})
