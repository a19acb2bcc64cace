import { expect, test } from 'vitest'
import { ownMinimumIn } from './estimate-worth.ts'

test('the smallest tip in the creator’s own currency is the larger of the currency’s and the creator’s', () => {
  expect([ownMinimumIn('pln', 1_00), ownMinimumIn('pln', 8_00), ownMinimumIn('gbp', 1_00)]).toEqual([
    5_00, 8_00, 1_00,
  ])
})
