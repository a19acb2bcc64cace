import { expect, test } from 'vitest'
import { openTrains } from './trains.ts'

const at = (train: string, level: number) =>
  ({ kind: 'train', id: `${train}:${level}`, quantity: level }) as const

test('each level of a train passes once, in whatever order it comes, and a new train begins anew', () => {
  const { isPassed } = openTrains()
  const passed = [at('a', 1), at('a', 1), at('a', 3), at('a', 2), at('a', 4), at('b', 1), at('b', 1)].map(
    (sent) => isPassed('mira', sent),
  )
  expect(passed).toEqual([false, true, false, true, false, false, true])
})

test('creators have trains of their own, and other events pass', () => {
  const { isPassed } = openTrains()
  expect([isPassed('mira', at('a', 2)), isPassed('otto', at('a', 1))]).toEqual([false, false])
  const follow = { kind: 'follow', id: 'a:1', name: 'Ada' } as const
  expect([isPassed('mira', follow), isPassed('mira', follow)]).toEqual([false, false])
})
