import fc from 'fast-check'
import { expect, test } from 'vitest'
import { learnPrice, priceAfter } from './message-price.ts'

const budget = 10_000
/** Plays a day on which a message really costs `real` units, and we count `price` units for each. */
function playDay(price: number, real: number, otherUnits = 0) {
  const messages = Math.floor((budget - otherUnits) / real)
  return { units: messages * price + otherUnits, budget, messages }
}

test('a quota that is used up earlier than planned raises the price, one that lasts as planned keeps it', () => {
  expect(learnPrice(50, 50, playDay(50, 80))).toBe(80)
  expect(learnPrice(50, 50, playDay(50, 50))).toBe(50)
  expect(learnPrice(50, 50, playDay(50, 80, 400))).toBe(80)
})

test('a quota that lasts longer than planned lowers the price, but not below the configured one', () => {
  expect(learnPrice(90, 50, playDay(90, 60))).toBe(60)
  expect(learnPrice(90, 50, playDay(90, 20))).toBe(50)
})

test('a day with few messages shows nothing, and a price rises at most to twice as much in a day', () => {
  expect(learnPrice(50, 50, { units: 450, budget, messages: 9 })).toBe(50)
  expect(learnPrice(50, 50, { units: 500, budget, messages: 10 })).toBe(100)
})

test('a learned price is forgotten within weeks', () => {
  expect(priceAfter(0, 100, 50)).toBe(100)
  expect(priceAfter(1, 100, 50)).toBe(90)
  expect(priceAfter(30, 100, 50)).toBe(50)
  expect(priceAfter(-1, 100, 50)).toBe(100)
})

test('after some days of any real price, a day’s messages fit the quota, and nearly all of it is used', () => {
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 400 }), fc.integer({ min: 0, max: 1_000 }), (real, others) => {
      let price = 50
      for (let day = 0; day < 5; day++) price = learnPrice(price, 50, playDay(price, real, others))
      const planned = Math.floor((budget - others) / price)
      expect(planned * real).toBeLessThanOrEqual(budget - others + real)
      expect(planned * real).toBeGreaterThan((budget - others) * 0.9 - 2 * real)
      expect(price).toBeGreaterThanOrEqual(50)
    }),
  )
})
