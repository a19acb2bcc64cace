import { expect, test } from 'vitest'
import { decideVat, vatIn } from './decide-vat.ts'

const rates = new Map([
  ['IE', 23_00],
  ['FR', 20_00],
  ['GB', 20_00],
])
const irish = { seller: { country: 'IE', vatId: 'IE1234567X' }, vatRates: rates }
const british = { seller: { country: 'GB', vatId: 'GB123456789' }, vatRates: rates }
const consumer = (country: string) => ({ country, isBusiness: false })
const business = (country: string) => ({ country, isBusiness: true })

test.each([
  ['a creator without an address', irish, undefined, 'charged', 'IE', 23_00],
  ['a consumer in the own country', irish, consumer('IE'), 'charged', 'IE', 23_00],
  ['a business in the own country', irish, business('IE'), 'charged', 'IE', 23_00],
  ['a consumer in an EU country with a rate', irish, consumer('FR'), 'charged', 'FR', 20_00],
  ['a consumer in an EU country without a rate', irish, consumer('DE'), 'charged', 'IE', 23_00],
  ['a business in another EU country', irish, business('DE'), 'reverse_charge', 'IE', 0],
  ['a business in the United Kingdom', irish, business('GB'), 'reverse_charge', 'IE', 0],
  ['a business in the United States', irish, business('US'), 'outside', 'IE', 0],
  ['a consumer in the United States', irish, consumer('US'), 'outside', 'IE', 0],
  ['an EU business of a British seller', british, business('FR'), 'reverse_charge', 'GB', 0],
  ['an EU consumer of a British seller', british, consumer('FR'), 'charged', 'FR', 20_00],
  ['an EU consumer without a rate of a British seller', british, consumer('DE'), 'outside', 'GB', 0],
] as const)('%s', (_, seller, buyer, rule, country, rate) => {
  expect(decideVat(seller, buyer)).toEqual({ rule, country, rate })
})

test('a seller without a VAT id charges none', () => {
  const unregistered = { ...irish, seller: { country: 'IE', vatId: null } }

  expect(decideVat(unregistered, business('FR'))).toMatchObject({ rule: 'not_registered', rate: 0 })
})

test.each([
  [120, 20_00, 20],
  [50, 20_00, 8],
  [3, 20_00, 1],
  [1, 23_00, 0],
  [100, 8_10, 7],
])('%i with VAT at %i has %i of it', (total, rate, vat) => {
  expect(vatIn(total, rate)).toBe(vat)
})
