import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildGoal } from '../../../test/builders.ts'
import { toDateInput, goalSchema, toDigits, toFormValues } from './goal-schema.ts'

const typed = { title: ' A wheel ', description: '', amount: '300', endDate: '' }
const running = {
  ...buildGoal({ end_date: '2030-05-01T09:30:00.000Z' }),
  isMoneyIn: false,
  isFunded: false,
  hasLostMoney: false,
}

test('converts whole units to minor units and trims texts', () => {
  expect(z.parse(goalSchema(undefined), typed)).toEqual({
    title: 'A wheel',
    description: '',
    amount: 30_000,
    endDate: null,
  })
})

test.each(['', '0', '10000001'])('rejects %j as an amount', (amount) => {
  const { error } = z.safeParse(goalSchema(undefined), { ...typed, amount })

  expect(error?.issues[0]).toMatchObject({
    path: ['amount'],
    message: 'invalid_goal_amount',
  })
})

test("ends a chosen day with its last second in the browser's time zone", () => {
  const { endDate } = z.parse(goalSchema(undefined), { ...typed, endDate: '2030-05-02' })

  expect(new Date(endDate!).getTime()).toBe(new Date('2030-05-02T23:59:59').getTime())
})

test('keeps the time of day of an unchanged end date', () => {
  const { endDate } = z.parse(goalSchema(running), { ...typed, endDate: toFormValues(running).endDate })

  expect(endDate).toBe('2030-05-01T09:30:00.000Z')
})

test('fills the fields with an existing goal', () => {
  expect(toFormValues(running)).toMatchObject({
    amount: '1200',
    endDate: toDateInput(new Date('2030-05-01T09:30:00.000Z')),
  })
  expect(toDigits('1,250 £')).toBe('1250')
})
