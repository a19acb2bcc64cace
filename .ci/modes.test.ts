/** Whether money is real is decided in one place: nobody else has a word for it. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const product = ['contract', 'db', 'domain', 'server', 'workers', 'web/src', 'overlay/src']
/** What asks for a mode, or sets one of its own. */
const opinion = /\bmode\b[^\n,;]{0,20}(===|!==|\?\?|[:=]) *'(test|live)'/

function listSources(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.tsx?$/.test(name) && !/(\.test\.tsx?|\.fixture\.ts)$/.test(name))
  return files.map((name) => join(folder, name))
}

test('only the configuration knows about test and live', () => {
  const opinionated = product
    .flatMap(listSources)
    .filter((file) => opinion.test(readFileSync(join(root, file), 'utf8')))

  expect(opinionated).toEqual(['domain/config.ts'])
})

test.each(["isSandbox: paypal?.mode === 'test'", "mode: 'test' as const", "payments.mode ?? 'live'"])(
  'the check finds %s',
  (line) => {
    expect(line).toMatch(opinion)
  },
)
