import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestContext } from '../workers.fixture.ts'
import { openEventStore } from './store.ts'

test('an event that Postgres refuses is given up, and holds up nothing', async () => {
  await using ctx = await createTestContext('postgres')
  const store = openEventStore(ctx, () => true)

  expect(store.add(randomUUID(), 'twitch', { kind: 'follow', id: '1', name: 'ada_l' })).toBe(true) // there is no such creator
  await store.idle()
})
