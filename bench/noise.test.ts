import { expect, test } from 'vitest'
import { noiseBetween, parseStat } from './noise.ts'

const before = 'cpu  1000 50 450 90000 10 5 5 200 0 0\ncpu0 500 25 225 45000 5 2 2 100 0 0\n'
const after = 'cpu  2600 50 650 90400 10 5 5 1000 0 0\n'

test('stolen time is noise, even when all other work is our own', () => {
  const noise = noiseBetween({ ...parseStat(before), own: 100 }, { ...parseStat(after), own: 1900 }, 10)

  expect(noise).toBeCloseTo(0.8)
})

test('the work of other processes is noise', () => {
  const noise = noiseBetween({ ...parseStat(before), own: 100 }, { ...parseStat(after), own: 1400 }, 10)

  expect(noise).toBeCloseTo(0.5 + 0.8)
})

test('a kernel that reports no stolen time counts as undisturbed', () => {
  expect(parseStat('cpu  1 2 3 4\n')).toEqual({ busy: 6, stolen: 0 })
})
