import { expect, test } from 'vitest'
import { playCheckouts } from './one-charge-property.fixture.ts'

test('a thousand random checkouts are each charged once or given back', async ({ annotate }) => {
  const played = await playCheckouts(1_000)

  await annotate(JSON.stringify(played))
  expect(played.tips).toBeGreaterThan(300)
  expect(played.repeats).toBeGreaterThan(0)
}, 1_800_000)
