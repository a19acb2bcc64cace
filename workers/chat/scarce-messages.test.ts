/** Which tips are announced while a platform's messages are scarce. */
import { expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { openSandbox } from '../../sandbox/sandbox.fixture.ts'
import { tipEventsProcessor } from '../processors/tip-events.ts'
import { createTestContext } from '../workers.fixture.ts'
import { connectYoutubeChannel } from './connections.fixture.ts'
import { openChatDispatcher } from './dispatcher.ts'
import type { ChatPoster } from './poster.ts'

const sandbox = await forFile(openSandbox())
const ctx = await forFile(createTestContext('postgres', sandbox.env))

test('a small tip waits, and is announced together with a larger one toward the same goal', async () => {
  const { uid } = await buildCreator(ctx.db)
  await connectYoutubeChannel({ ...ctx, sandbox }, uid, 'Mira')
  const { goalId: kiln } = await buildGoal(ctx.db, uid, { amountMinor: 9_000_00 })
  const { goalId: wheel } = await buildGoal(ctx.db, uid, { amountMinor: 9_000_00 })
  const tip = async (supporterName: string, amountMinor: number, goalId: string) => {
    const { eventIds } = await captureTip(ctx.db, uid, { supporterName, amountMinor, goalId })
    await tipEventsProcessor(ctx, new Set(['chat-youtube']))(
      { eventId: eventIds[0]! },
      { name: 'tip-events' },
    )
  }
  const posted: string[] = []
  let requested = 0
  const poster: ChatPoster = {
    platform: 'youtube',
    async ready() {
      requested += 1
      return { messages: 9, waitMs: 0, fromMinor: 20_00 }
    },
    async post(_, text) {
      posted.push(text)
      return 'posted'
    },
    async close() {},
  }
  await tip('Ada', 5_00, kiln)
  await tip('Grace', 5_00, wheel)
  const dispatcher = openChatDispatcher(ctx, poster)
  await expect.poll(() => requested).toBeGreaterThan(0)
  await dispatcher.close()
  expect(posted).toEqual([])

  await tip('Bea', 20_00, kiln)
  const next = openChatDispatcher(ctx, poster)
  await expect.poll(() => posted).toHaveLength(1)
  await next.close()
  expect(posted[0]).toMatch(/^2 tips, .*Thank you Ada and Bea!/)
  const rows = await ctx.db
    .selectFrom('delivery')
    .select('status')
    .where('destination', '=', 'chat-youtube')
    .orderBy('status')
    .execute()
  expect(rows.map(({ status }) => status)).toEqual(['coalesced', 'due', 'sent'])
})
