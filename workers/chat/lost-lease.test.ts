/** What a process does that may have lost the lease of a platform while it prepares a message. */
import { expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { openSandbox } from '../../sandbox/sandbox.fixture.ts'
import { tipEventsProcessor } from '../processors/tip-events.ts'
import { createTestContext } from '../workers.fixture.ts'
import { connectYoutubeChannel } from './connections.fixture.ts'
import { openChatDispatcher } from './dispatcher.ts'
import type { ChatPoster } from './poster.ts'

test('a process whose lease ends while it prepares a message leaves the message to the next holder', async () => {
  await using sandbox = await openSandbox()
  await using ctx = await createTestContext('postgres', sandbox.env)
  const { uid } = await buildCreator(ctx.db)
  await connectYoutubeChannel({ ...ctx, sandbox }, uid, 'Mira')
  const { goalId } = await buildGoal(ctx.db, uid, { amountMinor: 9_000_00 })
  const { eventIds } = await captureTip(ctx.db, uid, { goalId })
  await tipEventsProcessor(ctx, new Set(['chat-youtube']))({ eventId: eventIds[0]! }, { name: 'tip-events' })
  const posted: string[] = []
  let isSafe = true
  let endsLease = true
  const poster: ChatPoster = {
    platform: 'youtube',
    async ready() {
      isSafe = !endsLease
      return { messages: 9, waitMs: 0 }
    },
    async post(_, text) {
      posted.push(text)
      return 'posted'
    },
    async close() {},
  }

  const former = openChatDispatcher(ctx, poster, { isSafe: () => isSafe })
  await expect.poll(() => isSafe).toBe(false)
  await former.close()
  expect(posted).toEqual([])

  isSafe = true
  endsLease = false
  const next = openChatDispatcher(ctx, poster, { isSafe: () => isSafe })
  await expect.poll(() => posted).toHaveLength(1)
  await next.close()
})
