import { expect, test } from 'vitest'
import { billingDetails } from './invoice.ts'

const details = { legalName: 'Ada', address: '1 High Street', isOnReceipts: false }

test.each([
  ['GR', 'GR123456789', 'EL123456789'],
  ['GR', 'EL 123456789', 'EL123456789'],
  ['CH', 'CHE-123.456.789 MWST', 'CHE123456789MWST'],
  ['CH', 'CHE-123.456.789 TVA', 'CHE123456789TVA'],
  ['CH', 'che123456789iva', 'CHE123456789IVA'],
  ['CH', 'CHE-123.456.789', 'CHE123456789'],
  ['DE', 'DE１２３４５６７８９', 'DE123456789'],
  ['DE', '\u202ADE123456789\u200B\u202C', 'DE123456789'],
])('in %s, the VAT id %s is %s', (country, typed, vatId) => {
  expect(billingDetails.parse({ ...details, country, vatId: typed })).toMatchObject({ vatId })
})

test('a copied name and address keep nothing that cannot be printed because nobody sees it', () => {
  const copied = { legalName: '\u202AAda\tLind\u202C', address: '\u200E1 High Street\tFlat 2\n\u200BLeeds' }
  const parsed = billingDetails.parse({ ...details, ...copied, country: 'GB', vatId: '' })
  expect(parsed).toMatchObject({ legalName: 'Ada Lind', address: '1 High Street Flat 2\nLeeds' })
})

test.each([
  ['DE', 'GR123456789'],
  ['DE', 'DE123456789MWST12'],
])('in %s, %s is no VAT id', (country, vatId) => {
  expect(billingDetails.safeParse({ ...details, country, vatId }).success).toBe(false)
})
