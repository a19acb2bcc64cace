import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

test('the value of a key is made once, and made again after as many other keys as are kept', () => {
  const made: string[] = []
  const lengthOf = memoize((key) => {
    made.push(key)
    return key.length
  }, 2)

  expect(['one', 'three', 'one'].map(lengthOf)).toEqual([3, 5, 3])
  expect(made).toEqual(['one', 'three'])
  expect(['seven', 'one'].map(lengthOf)).toEqual([5, 3])
  expect(made).toEqual(['one', 'three', 'seven', 'one'])
})
