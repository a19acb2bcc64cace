import { expect, test } from 'vitest'
import { cutDescriptions } from './without-descriptions.ts'

test('a call keeps what pages need, and nothing else is cut', () => {
  const code = `import { all } from './limits.ts'
export const save = creatorCall.post('goals/save', {
  summary: 'Saves, and says so.',
  costs: 'a row',
  limits: all,
  body: z.object({ summary: z.string(), limits: z.number() }),
  bodyLimits: { bytes: 9 }
})`

  expect(cutDescriptions(code).replace(/\s+/g, ' ')).toBe(
    `import { all } from './limits.ts' export const save = creatorCall.post('goals/save', { body: z.object({ summary: z.string(), limits: z.number() }), })`,
  )
})
