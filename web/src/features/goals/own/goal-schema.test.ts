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

test('whole units become minor units, and texts are trimmed', () => {
  expect(z.parse(goalSchema(undefined), typed)).toEqual({
    title: 'A wheel',
    description: '',
    amount: 30_000,
    endDate: null,
  })
})

test.each(['', '0', '10000001'])('%j is no amount', (amount) => {
  const { error } = z.safeParse(goalSchema(undefined), { ...typed, amount })

  expect(error?.issues[0]).toMatchObject({
    path: ['amount'],
    message: 'invalid_goal_amount',
  })
})

test('a day ends with its last second where the creator is', () => {
  const { endDate } = z.parse(goalSchema(undefined), { ...typed, endDate: '2030-05-02' })

  expect(new Date(endDate!).getTime()).toBe(new Date('2030-05-02T23:59:59').getTime())
})

test('a day that was not changed keeps its hour', () => {
  const { endDate } = z.parse(goalSchema(running), { ...typed, endDate: toFormValues(running).endDate })

  expect(endDate).toBe('2030-05-01T09:30:00.000Z')
})

test('a goal stands in its fields as it would be typed', () => {
  expect(toFormValues(running)).toMatchObject({
    amount: '1200',
    endDate: toDateInput(new Date('2030-05-01T09:30:00.000Z')),
  })
  expect(toDigits('1,250 £')).toBe('1250')
})
