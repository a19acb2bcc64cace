/** Requests for the chat log that `role-table.test.ts` sends as each role. */
import type { RouteCase } from '../role-table.ts'
import { get } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'

/** Every role requests its own log; only the creator's contains the one tip, which expired before it could be posted. */
export const chatLogCases = {
  'GET /api/v1/account/chat-log': async ({ db, creator, tip: { eventId } }, role) => {
    const own = { eventId, creatorUid: creator.uid }
    await db
      .insertInto('alert')
      .values({ ...own, seq: 1, isTest: false, body: '{}' })
      .execute()
    const late = { status: 'expired', reason: 'tooLate', completedAt: new Date() } as const
    await db
      .insertInto('delivery')
      .values({ ...own, ...late, destination: 'chat-twitch' })
      .execute()
    return get('account/chat-log', (body) => {
      const entries = role === 'creator' ? [{ platform: 'twitch', end: 'expired', reason: null }] : []
      like(body, { entries })
      equals(JSON.stringify(body).includes(eventId), role === 'creator')
    })
  },
} satisfies Partial<Cases<RouteCase>>
