/** Compares the table of forms with the sources of the site. */
import { expect, test } from 'vitest'
import { countFields } from './forms/sources.ts'
import { forms } from './forms/table.ts'

test('the table of forms names every field for text and files in the sources', () => {
  const named: Record<string, number> = {}
  for (const { source } of forms.flatMap(({ fields }) => fields)) named[source] = (named[source] ?? 0) + 1
  expect(named).toEqual(Object.fromEntries(countFields()))
})
