/** How the role table asks for what the chats were told. For tests. */
import type { RouteCase } from '../role-table.ts'
import { get } from './case.fixture.ts'
import type { Asks } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'

/** Each asks for the asker's own: the creator's one tip, which came too late for her chat, is nobody else's. */
export const chatLogAsks = {
  'GET /api/v1/account/chat-log': async ({ db, creator, notificationId }, role) => {
    const { eventId } = await db
      .selectFrom('notification')
      .select('eventId')
      .where('id', '=', notificationId)
      .executeTakeFirstOrThrow()
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
} satisfies Partial<Asks<RouteCase>>
