import { expect, test } from 'vitest'
import { reasonOf } from './finding.ts'

test('the reason of a failed request is what made it fail, not the words "fetch failed"', async () => {
  const refused = await fetch('http://127.0.0.1:1/').catch((error: unknown) => error)
  const unknown = await fetch('http://no-such-host.invalid/').catch((error: unknown) => error)

  expect(reasonOf(refused)).toMatch(/ECONNREFUSED|bad port/)
  expect(reasonOf(unknown)).toMatch(/^E[A-Z_]+$/)
  expect(reasonOf(new Error('plain'))).toBe('plain')
})
