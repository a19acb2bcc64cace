import { expect, test } from 'vitest'
import { formatLedgerAmount } from './format-ledger.ts'

test.each([
  [1_234, 'jpy', '¥1,234'],
  [-1_234, 'jpy', '−¥1,234'],
  [1_234, 'usd', '$12.34'],
  [500, 'gbp', '£5.00'],
  [1_234_50, 'huf', 'HUF 1,234.50'],
  [1_234, 'sgd', 'SGD 12.34'],
])(
  'shows %i minor units of %s as %s, with the symbol that all other amounts have',
  (minor, currency, shown) => {
    expect(formatLedgerAmount(minor, currency).replace('\u00a0', ' ')).toBe(shown)
  },
)
