import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildGoal } from '../../../test/builders.ts'
import { toDateInput, goalSchema, toFormValues } from './goal-schema.ts'

const typed = { title: ' A wheel ', description: '', amount: '300', endDate: '' }
const running = {
  ...buildGoal({ end_date: '2030-05-01T09:30:00.000Z' }),
  isMoneyIn: false,
  isFunded: false,
  hasLostMoney: false,
}

test('converts whole units to minor units and trims texts', () => {
  expect(z.parse(goalSchema(undefined, 'gbp'), typed)).toEqual({
    title: 'A wheel',
    description: '',
    amount: 30_000,
    endDate: null,
  })
})

test.each(['', '0', '10000001'])('rejects %j as an amount', (amount) => {
  const { error } = z.safeParse(goalSchema(undefined, 'gbp'), { ...typed, amount })

  expect(error?.issues[0]).toMatchObject({
    path: ['amount'],
    message: 'Please enter an amount from 1 to 10,000,000.',
  })
})

test.each([
  ['300.50', 'Please enter a whole amount, such as £300 or £301.'],
  ['1,250', 'Do you mean £1.25 or £1,250? Please leave out the separator.'],
  ['-300', 'Please enter an amount from 1 to 10,000,000.'],
  ['3e2', 'Please enter an amount from 1 to 10,000,000.'],
])('does not make another amount of %s', (amount, message) => {
  const { error } = z.safeParse(goalSchema(undefined, 'gbp'), { ...typed, amount })

  expect(error?.issues).toMatchObject([{ path: ['amount'], message }])
})

test("ends a chosen day with its last second in the browser's time zone", () => {
  const { endDate } = z.parse(goalSchema(undefined, 'gbp'), { ...typed, endDate: '2030-05-02' })

  expect(new Date(endDate!).getTime()).toBe(new Date('2030-05-02T23:59:59').getTime())
})

test('keeps the time of day of an unchanged end date', () => {
  const { endDate } = z.parse(goalSchema(running, 'gbp'), {
    ...typed,
    endDate: toFormValues(running, 'gbp').endDate,
  })

  expect(endDate).toBe('2030-05-01T09:30:00.000Z')
})

test('fills the fields with an existing goal', () => {
  expect(toFormValues(running, 'gbp')).toMatchObject({
    amount: '1200',
    endDate: toDateInput(new Date('2030-05-01T09:30:00.000Z')),
  })
})
