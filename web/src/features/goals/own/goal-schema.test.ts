import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildGoal } from '../../../test/builders.ts'
import { goalSchema, toFormValues } from './goal-schema.ts'

const creator = { currency: 'gbp', timeZone: 'America/New_York' } as const
const noWorths = { subscription1: '', subscription2: '', subscription3: '', bits: '' }
const typed = { title: ' A wheel ', description: '', amount: '300', endDate: '', ...noWorths }
const running = {
  ...buildGoal({ end_date: '2030-05-02T01:30:00.000Z' }),
  isMoneyIn: false,
  isFunded: false,
  hasLostMoney: false,
  isHidden: false,
}

test('converts whole units to minor units and trims texts', () => {
  expect(z.parse(goalSchema(undefined, creator), typed)).toEqual({
    title: 'A wheel',
    description: '',
    amount: 30_000,
    endDate: null,
    eventWorth: {},
  })
})

test('converts what events count, and leaves out what is empty or zero', () => {
  const worths = { subscription1: '2', subscription2: '0', bits: '0.75' }

  expect(z.parse(goalSchema(undefined, creator), { ...typed, ...worths }).eventWorth).toEqual({
    subscription1: 2_00,
    bits: 75,
  })
  const { error } = z.safeParse(goalSchema(undefined, creator), { ...typed, bits: '1000.01' })
  expect(error?.issues).toMatchObject([
    { path: ['bits'], message: 'Enter an amount up to 1,000, or leave the field empty.' },
  ])
})

test.each(['', '0', '10000001'])('rejects %j as an amount', (amount) => {
  const { error } = z.safeParse(goalSchema(undefined, creator), { ...typed, amount })

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
  const { error } = z.safeParse(goalSchema(undefined, creator), { ...typed, amount })

  expect(error?.issues).toMatchObject([{ path: ['amount'], message }])
})

test('ends a chosen day with its last second in the creator’s time zone', () => {
  const { endDate } = z.parse(goalSchema(undefined, creator), { ...typed, endDate: '2030-05-02' })

  expect(endDate).toBe('2030-05-03T03:59:59.000Z')
})

test('keeps the time of day of an unchanged end date', () => {
  const { endDate } = z.parse(goalSchema(running, creator), {
    ...typed,
    endDate: toFormValues(running, creator).endDate,
  })

  expect(endDate).toBe('2030-05-02T01:30:00.000Z')
})

test('fills the fields with an existing goal', () => {
  expect(toFormValues(running, creator)).toMatchObject({
    amount: '1200',
    endDate: '2030-05-01',
  })
})
