import { expect, test } from 'vitest'
import { formatLeft } from '../../contract/timer/time-left.ts'
import type { LiveTimer } from '../../contract/sockets.ts'
import { createServerClock } from './clock.ts'
import { changeOf, chooseTimer, formatChange, leftOf, newNames, untilNextSecond } from './timer-time.ts'

const timer = (changes: Partial<LiveTimer> = {}): LiveTimer => ({
  timerId: 'one',
  name: 'Donothon',
  version: 1,
  status: 'running',
  endsAtMs: 100_000,
  restMs: null,
  isHappyHour: false,
  latest: [],
  ...changes,
})

test('shows what is left, up to the last moment of each second', () => {
  expect([100_000, 60_000, 59_999, 1, 0].map(formatLeft)).toEqual([
    '00:01:40',
    '00:01:00',
    '00:01:00',
    '00:00:01',
    '00:00:00',
  ])
  expect(formatLeft(100 * 3_600_000)).toBe('100:00:00')
})

test('draws again when the second is over', () => {
  expect([60_000, 59_999, 59_001].map(untilNextSecond)).toEqual([1000, 999, 1])
})

test('a paused timer keeps its rest, and one that has ended shows zero', () => {
  expect(leftOf(timer(), 40_000)).toBe(60_000)
  expect(leftOf(timer({ status: 'paused', endsAtMs: null, restMs: 5_000 }), 40_000)).toBe(5_000)
  expect(leftOf(timer(), 200_000)).toBe(0)
})

test('shows the timer of the address, or else one that runs', () => {
  const timers = [timer({ timerId: 'old', status: 'ended' }), timer({ timerId: 'new' })]

  expect(chooseTimer(timers, 'OLD')?.timerId).toBe('old')
  expect(chooseTimer(timers, null)?.timerId).toBe('new')
  expect(chooseTimer(timers, 'gone')).toBeUndefined()
})

test('added time is the difference of two states, also when a pause is between them', () => {
  const paused = timer({ status: 'paused', endsAtMs: null, restMs: 60_010 })

  expect(changeOf(timer(), timer({ endsAtMs: 400_000 }), 40_000)).toBe(300_000)
  expect(changeOf(timer(), paused, 40_000)).toBe(0)
  expect(changeOf(timer({ status: 'idle' }), timer(), 40_000)).toBe(0)
  expect([300_000, -30_000, 3_723_000].map(formatChange)).toEqual(['+5:00', '−0:30', '+1:02:03'])
})

test('names only tips that were not there before', () => {
  const old = { entryId: 'a', kind: 'tip' as const, name: 'Ann' }
  const latest = [
    { entryId: 'c', kind: 'tip' as const, name: null },
    { entryId: 'b', kind: 'tip' as const, name: 'Bob' },
    old,
  ]

  expect(newNames(timer({ latest: [old] }), timer({ latest }))).toEqual(['Bob'])
})

test('the clock follows the server, whatever the computer’s own clock says', () => {
  let monotonicMs = 500
  const clock = createServerClock(() => monotonicMs)
  expect(clock.now()).toBeUndefined()

  clock.correct(1_000_000, 40)
  monotonicMs += 2_000

  expect(clock.now()).toBe(1_002_020)
})
