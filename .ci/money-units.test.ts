import { expect, test } from 'vitest'
import { setUpFolder } from '../scripts/folder.fixture.ts'
import { checkMoneyUnits } from './money-units.ts'

const folder = setUpFolder()

test('only contract/money/minor-units.ts converts units of money', () => {
  expect(checkMoneyUnits('.')).toEqual([])
})

test.each([
  'export const toMinor = (units: number) => units * 100',
  'export const toUnits = (minor: number) => minor / 100',
  'export const toUnits = (minor: number) => 1_00 * minor',
  'const minorPerUnit = 100\nexport const perUnit = minorPerUnit',
  'export const yen = { minorPerUnit: 100 }',
  'export const perUnit = (currency: string) => (currency === "jpy" ? 1 : 100)',
  'export const toMinor = (units: bigint) => units * 100n',
])('%j is found', (source) => {
  folder.plant({ 'domain/a.ts': source })

  expect(checkMoneyUnits(folder.path)).toEqual([expect.stringMatching(/^domain\/a\.ts: ".*" converts money/)])
})

test('other numbers, and tests, are left alone', () => {
  folder.plant({
    'domain/a.ts': 'export const delayMs = 100\nexport const twice = (n: number) => n * 2',
    'domain/a.test.ts': 'export const amount = 5 * 100',
  })

  expect(checkMoneyUnits(folder.path)).toEqual([])
})
