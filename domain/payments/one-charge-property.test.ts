import { expect, test } from 'vitest'
import { playCheckouts } from './one-charge-property.fixture.ts'

test('however opening, paying, capturing, webhooks and look-ups overlap, a checkout is charged once or given back', async () => {
  expect((await playCheckouts(25)).tips).toBeGreaterThan(0)
}, 120_000)
