import { expect, test } from 'vitest'
import type { Goal } from '../../contract/entities.ts'
import { findJustFunded, findNextGoal, chooseGoal } from './choose-goal.ts'

function goal(goaluuid: string, status: Goal['status']): Goal {
  return {
    title: goaluuid,
    goaluuid,
    status,
    description: '',
    currency: 'gbp',
    amount: 100_00,
    amount_received: 20_00,
    end_date: null,
    creation_date: '2026-01-05T12:00:00.000Z',
    image: null,
  }
}

test.each([
  ['the first open goal', undefined, 'b'],
  ['the shown goal while it is open', 'c', 'c'],
  ['the first open goal once the shown one is funded', 'a', 'b'],
  ['the first open goal once the shown one is gone', 'z', 'b'],
])('it shows %s', (_, shown, chosen) => {
  const goals = [goal('a', 'COMPLETED'), goal('b', 'ACTIVE'), goal('c', 'ACTIVE'), goal('d', 'EXPIRED')]

  expect(chooseGoal(goals, shown)?.goaluuid).toBe(chosen)
})

test('it shows nothing when no goal is open', () => {
  expect(chooseGoal([goal('a', 'COMPLETED'), goal('b', 'EXPIRED')], undefined)).toBeUndefined()
  expect(chooseGoal([], 'a')).toBeUndefined()
})

test('only the shown goal counts as just funded', () => {
  const goals = [goal('a', 'COMPLETED'), goal('b', 'COMPLETED'), goal('c', 'ACTIVE')]

  expect(findJustFunded(goals, 'b')?.goaluuid).toBe('b')
  expect(findJustFunded(goals, 'c')).toBeUndefined()
  expect(findJustFunded(goals, undefined)).toBeUndefined()
})

test('the open goals follow each other in turn; others are left out', () => {
  const goals = [goal('a', 'ACTIVE'), goal('b', 'COMPLETED'), goal('c', 'ACTIVE')]

  expect(['a', 'c', 'z', undefined].map((shown) => findNextGoal(goals, shown)?.goaluuid)).toEqual([
    'c',
    'a',
    'a',
    'a',
  ])
  expect(findNextGoal([goal('b', 'EXPIRED')], 'b')).toBeUndefined()
})
