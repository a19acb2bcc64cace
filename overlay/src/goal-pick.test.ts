import { expect, test } from 'vitest'
import type { Goal } from '../../contract/entities.ts'
import { findJustFunded, nextGoal, pickGoal } from './goal-pick.ts'

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
  ['the first open one', undefined, 'b'],
  ['the one on screen while it is open', 'c', 'c'],
  ['the first open one once that is done', 'a', 'b'],
  ['the first open one once that is gone', 'z', 'b'],
])('it shows %s', (_, shown, picked) => {
  const goals = [goal('a', 'COMPLETED'), goal('b', 'ACTIVE'), goal('c', 'ACTIVE'), goal('d', 'EXPIRED')]

  expect(pickGoal(goals, shown)?.goaluuid).toBe(picked)
})

test('it shows none when none is open', () => {
  expect(pickGoal([goal('a', 'COMPLETED'), goal('b', 'EXPIRED')], undefined)).toBeUndefined()
  expect(pickGoal([], 'a')).toBeUndefined()
})

test('a goal is just funded when it is the one on screen', () => {
  const goals = [goal('a', 'COMPLETED'), goal('b', 'COMPLETED'), goal('c', 'ACTIVE')]

  expect(findJustFunded(goals, 'b')?.goaluuid).toBe('b')
  expect(findJustFunded(goals, 'c')).toBeUndefined()
  expect(findJustFunded(goals, undefined)).toBeUndefined()
})

test('all open goals take their turn, and those that are not open have none', () => {
  const goals = [goal('a', 'ACTIVE'), goal('b', 'COMPLETED'), goal('c', 'ACTIVE')]

  expect(['a', 'c', 'z', undefined].map((shown) => nextGoal(goals, shown)?.goaluuid)).toEqual([
    'c',
    'a',
    'a',
    'a',
  ])
  expect(nextGoal([goal('b', 'EXPIRED')], 'b')).toBeUndefined()
})
