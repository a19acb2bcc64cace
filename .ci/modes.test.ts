/**
 * Checks that only the configuration decides whether payments are real. No other file may compare or set a mode, except to read the
 * mode in Stripe's objects.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFiles, testOnly } from './files.ts'

const product = /^(contract|db|demo|domain|server|workers|web\/src|overlay\/src)\/.*\.tsx?$/
/** Matches code that compares a mode or sets one. */
const decision = /\bmode\b[^\n,;]{0,20}(===|!==|\?\?|[:=]) *'(test|live)'/

test('only the configuration decides between test and live', () => {
  const deciding = listFiles('.')
    .filter((file) => product.test(file) && !testOnly.test(file))
    .filter((file) => decision.test(readFileSync(file, 'utf8')))

  expect(deciding).toEqual(['domain/config/config.ts', 'domain/payments/stripe/webhooks.ts'])
})

test.each(["isSandbox: paypal?.mode === 'test'", "mode: 'test' as const", "payments.mode ?? 'live'"])(
  'the check finds %s',
  (line) => {
    expect(line).toMatch(decision)
  },
)
