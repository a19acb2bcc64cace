import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestContext } from '../workers.fixture.ts'
import { openEventStore } from './store.ts'

test('an event that Postgres refuses is given up, and holds up nothing', async () => {
  await using ctx = await createTestContext('postgres')
  const store = openEventStore(ctx, () => true)
  const event = { user_name: 'ada_l' }

  expect(store.add(randomUUID(), { id: '1', type: 'channel.follow', event })).toBe(true) // there is no such creator
  await store.idle()
})
