import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { termsVersion } from './terms.ts'

test('a change of the terms needs a new version', () => {
  const texts = Object.entries(readCatalogue()).filter(([name]) => /^policy_terms_\d/.test(name))
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12)

  expect({ termsVersion, digest }).toEqual({ termsVersion: '2026-11-30', digest: '5c29971cf1d1' })
})

function readCatalogue(): Record<string, unknown> {
  return JSON.parse(readFileSync('i18n/en.json', 'utf8')) as Record<string, unknown>
}
