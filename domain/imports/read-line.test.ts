import { expect, test } from 'vitest'
import type { ImportMapping } from '../../contract/imports/tip-import.ts'
import { isProblem, readLine } from './read-line.ts'

const mapping: ImportMapping = {
  time: 0,
  name: 1,
  message: 2,
  amount: 3,
  currency: 4,
  type: 5,
  id: 6,
  delimiter: 'comma',
  dateOrder: 'dmy',
  decimalMark: 'point',
  inCurrency: 'usd',
}
const cells = ['2026-01-03 10:00', 'Jo', 'Hi!', '5.00', 'EUR', 'Tip', 'transaction-1']
const read = (...changed: [index: number, cell: string][]) => {
  const own = [...cells]
  for (const [index, cell] of changed) own[index] = cell
  return readLine({ line: 2, cells: own }, { source: 'other', mapping })
}
const keyOf = (...changed: [index: number, cell: string][]) => {
  const line = read(...changed)
  if (isProblem(line)) throw new Error(line.problem)
  return line.dedupKey.toString('hex')
}

test('reads a line as a tip', () => {
  expect(read()).toMatchObject({
    line: 2,
    at: new Date('2026-01-03T10:00:00Z'),
    name: 'Jo',
    message: 'Hi!',
    amountMinor: 500,
    currency: 'eur',
  })
})

test.for<[string, number, string]>([
  ['time', 0, 'soon'],
  ['time', 0, '2999-01-01'],
  ['time', 0, '1990-01-01'],
  ['amount', 3, 'five'],
  ['none', 3, ''],
  ['none', 3, '0.00'],
  ['negative', 3, '-5.00'],
  ['currency', 4, 'Taler'],
  ['currency', 4, 'XQZ'],
  ['sale', 5, 'Shop Order'],
  ['sale', 5, 'Commission'],
])('says the problem %s', ([problem, index, cell]) => {
  expect(read([index, cell])).toEqual({ line: 2, problem })
})

test('a line with too few cells is a problem', () => {
  expect(readLine({ line: 9, cells: ['2026-01-03'] }, { source: 'other', mapping })).toEqual({
    line: 9,
    problem: 'columns',
  })
})

test('a currency comes from its column, else from the amount, else from the choice', () => {
  expect(read([4, ''])).toMatchObject({ currency: 'usd' })
  expect(read([4, ''], [3, '5.00 €'])).toMatchObject({ currency: 'eur' })
  expect(read([4, 'gbp '], [3, '$5.00'])).toMatchObject({ currency: 'gbp' })
})

test.each(['Anonymous', 'Ko-fi Supporter', 'somebody', '', 'jo@example.com', ' \u0000 '])(
  'a supporter called %j has no name',
  (name) => expect(read([1, name])).toMatchObject({ name: null }),
)

test('the transaction makes two lines the same tip, whatever else they say', () => {
  expect(keyOf([1, 'Joanna'], [3, '6.00'])).toBe(keyOf())
  expect(keyOf([6, 'transaction-2'])).not.toBe(keyOf())
})

test('without a transaction id, lines are the same by time, name and amount; the number of a row is no id', () => {
  const key = keyOf([6, ''])
  expect(keyOf([6, '17'])).toBe(key)
  expect(keyOf([6, ''], [1, 'JO'], [2, 'Other words'])).toBe(key)
  expect(keyOf([6, ''], [0, '2026-01-03 10:01'])).not.toBe(key)
  expect(keyOf([6, ''], [1, 'Mia'])).not.toBe(key)
  expect(keyOf([6, ''], [3, '5.01'])).not.toBe(key)
})

test.for<[string, string]>([
  ['paid', 'tip'],
  ['Succeeded', 'tip'],
  ['pending', 'pending'],
  ['Not paid', 'pending'],
  ['Failed', 'denied'],
  ['Refunded', 'refund'],
  ['E5', 'state'],
])('in a file of a service that nobody knows, a line of the state %j is: %s', ([status, expected]) => {
  const line = readLine(
    { line: 2, cells: [...cells, status] },
    { source: 'other', mapping: { ...mapping, status: 7 } },
  )
  expect(isProblem(line) ? line.problem : 'tip').toBe(expected)
})

test.for<[time: string, clock: string, zone: string, at: string]>([
  ['03.01.2026', '10:15:30', '', '2026-01-03T10:15:30.000Z'],
  ['03.01.2026', '10:15 PM', 'EST', '2026-01-04T03:15:00.000Z'],
  ['03.07.2026', '10:15', 'Europe/Berlin', '2026-07-03T08:15:00.000Z'],
  ['03.01.2026', '10:15', 'Europe/Berlin', '2026-01-03T09:15:00.000Z'],
  ['03.01.2026', '10:15', 'UTC+05:30', '2026-01-03T04:45:00.000Z'],
  ['2026-01-03 10:15', '10:15', '', '2026-01-03T10:15:00.000Z'],
  ['2026-01-03T10:15:00Z', '', 'PST', '2026-01-03T10:15:00.000Z'],
  ['03.01.2026', '', '', '2026-01-03T00:00:00.000Z'],
  ['03.01.2026', 'noon', '', 'time'],
  ['03.01.2026', '10:15', 'Mars/Olympus', 'zone'],
  ['03.01.2026', '10:15', 'XYZT', 'zone'],
])('the date %j with the time %j in the zone %j is %s', ([time, clock, zone, at]) => {
  const line = readLine(
    { line: 2, cells: [time, ...cells.slice(1), clock, zone] },
    { source: 'other', mapping: { ...mapping, clock: 7, zone: 8 } },
  )
  expect(isProblem(line) ? line.problem : line.at.toISOString()).toBe(at)
})
