/** Only the configuration decides whether money is real; no other file compares or sets a mode. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const product = ['contract', 'db', 'demo', 'domain', 'server', 'workers', 'web/src', 'overlay/src']
/** Compares a mode or sets one. */
const decision = /\bmode\b[^\n,;]{0,20}(===|!==|\?\?|[:=]) *'(test|live)'/

function listSources(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.tsx?$/.test(name) && !/(\.test\.tsx?|\.fixture\.ts)$/.test(name))
  return files.map((name) => join(folder, name))
}

test('only the configuration decides between test and live', () => {
  const deciding = product
    .flatMap(listSources)
    .filter((file) => decision.test(readFileSync(join(root, file), 'utf8')))

  expect(deciding).toEqual(['domain/config.ts'])
})

test.each(["isSandbox: paypal?.mode === 'test'", "mode: 'test' as const", "payments.mode ?? 'live'"])(
  'the check finds %s',
  (line) => {
    expect(line).toMatch(decision)
  },
)
