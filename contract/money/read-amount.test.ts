import { expect, test } from 'vitest'
import { readAmount, readNumber, toAsciiDigits } from './read-amount.ts'

const digitsOf = (text: string, mark?: 'point' | 'comma') => readAmount(text, mark)?.digits

test.each([
  ['7', '7'],
  ['7.50', '7.50'],
  ['7,50', '7.50'],
  ['7.', '7'],
  ['.5', '0.5'],
  ['$.50', '0.50'],
  ['+7', '7'],
  ['007', '007'],
  ['1,234.50', '1234.50'],
  ['1.234,50', '1234.50'],
  ['1 234,50', '1234.50'],
  ['1\u00A0234,50', '1234.50'],
  ['1\u202F234,50', '1234.50'],
  ["1'234.50", '1234.50'],
  ['1’234.50', '1234.50'],
  ['1.000.000', '1000000'],
  ['1,000,000', '1000000'],
  ['12,34,567', '1234567'],
  ['1234,567', '1234.567'],
  ['0.500', '0.500'],
  ['５０', '50'],
  ['７．５０', '7.50'],
  ['٧', '7'],
  ['١٬٢٣٤٫٥٠', '1234.50'],
  ['۷٫۵', '7.5'],
  ['७.५०', '7.50'],
  ['\u200E7\u200F', '7'],
  ['50,-', '50'],
  ['CHF 50.–', '50'],
])('reads %j as %s', (text, digits) => {
  expect(readAmount(text)).toMatchObject({ digits, isNegative: false })
  expect(readAmount(text)).not.toHaveProperty('otherDigits')
})

test.each(['1.000', '1,000', '١٬٠٠٠'.replace('٬', '،'), '12.345', '999,999'])(
  'reads %j in two ways',
  (text) => {
    const bare = toAsciiDigits(text).replace(/\D/, '')
    expect(readAmount(text)).toMatchObject({ digits: bare.replace(/...$/, '.$&'), otherDigits: bare })
  },
)

test('a known mark decides', () => {
  expect(readAmount('1.000', 'comma')).toEqual({ digits: '1000', isNegative: false, currencies: [] })
  expect(digitsOf('1.000', 'point')).toBe('1.000')
  expect(digitsOf('5,00', 'point')).toBeUndefined()
})

test.each(['-20', '−20', '－20', '20-', '(20)', '-£20', '£-20', '£ -20'])(
  'says that %j is negative',
  (text) => {
    expect(readAmount(text)).toMatchObject({ digits: '20', isNegative: true })
  },
)

test.each([
  ['£7', 'gbp'],
  ['￡7', 'gbp'],
  ['7 €', 'eur'],
  ['7 EUR', 'eur'],
  ['gbp7', 'gbp'],
  ['US$7', 'usd'],
  ['$7', 'usd'],
  ['$7 CAD', 'cad'],
  ['C$7', 'cad'],
  ['￥700', 'jpy'],
  ['700円', 'jpy'],
  ['70 kr.', 'sek'],
  ['20 zł', 'pln'],
  ['Kč 100', 'czk'],
])('%j is in %s', (text, currency) => {
  expect(readAmount(text)?.currencies[0]).toBe(currency)
})

test.each([
  '',
  ' ',
  'abc',
  '5e3',
  '1e3',
  '0x10',
  '5-3',
  '1.2.3',
  '5 00',
  '1,00',
  '7,5.0,0',
  '--7',
  '-7-',
  '(7',
  '7)',
  '£7 €',
  '7 apples',
  'kr.50',
  '5²',
  '½',
  '①',
  '7%',
  '=1+1',
  'NaN',
  '1 2',
  '0,000,000',
  '7\u0000',
  '7🍺',
])('%j is no amount', (text) => {
  expect(readAmount(text, text === '1,00' ? 'point' : undefined)).toBeUndefined()
})

test('a text of any length is read in a moment', () => {
  expect(readAmount('7'.repeat(100_000))).toBeUndefined()
  expect(readAmount(`7${' '.repeat(58)}!`)).toBeUndefined()
  expect(readAmount(`${'.,'.repeat(29)}!`)).toBeUndefined()
})

test('digits of every script become ASCII', () => {
  expect(toAsciiDigits('١٢٣ 456 ７८ 𝟗')).toBe('123 456 78 9')
})

test('a number is one without a currency, a sign or a second reading', () => {
  expect(readNumber('1,5')).toBe(1.5)
  expect(['£7', '-7', '1,500', ''].map(readNumber)).toEqual([undefined, undefined, undefined, undefined])
})
