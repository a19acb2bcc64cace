import { expect, test } from 'vitest'
import { renderPage } from './lasting-changes.ts'

test('docs/sensitive-changes.md has the table of contract/accounts/lasting-changes.ts (node --import tsx .ci/lasting-changes.ts writes it)', () => {
  const { now, wanted } = renderPage()

  expect(now).toBe(wanted)
})
