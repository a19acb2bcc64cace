import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortGoalAddress, toGoalCode, toGoalIds } from './short-address.ts'

test('a goal’s id is within the range of its code, and codes have nine readable characters', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const code = toGoalCode(id)
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{9}$/)
      const { from, to } = toGoalIds(code)!
      expect(from <= id && id <= to).toBe(true)
      expect(toGoalIds(code.toUpperCase())).toEqual({ from, to })
    }),
  )
})

test('goals that differ in their first bits have different codes', () => {
  const [a, b] = ['3f0e6c1a-5b7d-4e21-9c84-6a2d8f17b0c5', '3f0e6c1a-5b75-4e21-9c84-6a2d8f17b0c5']
  expect(toGoalCode(a)).not.toBe(toGoalCode(b))
  expect(shortGoalAddress('https://brimful.example', a)).toBe('https://brimful.example/g/7w76r6jvf')
})

test.each(['', 'abc', 'current-goals', '4k7m2x9q!', '4k7m2x9qpp', 'ilouilou1'])('%j is no code', (code) => {
  expect(toGoalIds(code)).toBeUndefined()
})
