/** How the role table asks for what came in and what was given. For tests. */
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Asks } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import { privateMessage } from './world.fixture.ts'
import type { House } from './world.fixture.ts'

/** The creator has one tip, of the supporter, with a private message. */
export const insightAsks = {
  'GET /api/v1/goals/insights': (_, role) =>
    get('goals/insights?days=7', (body) => {
      like(body, { currency: 'gbp', tips: role === 'creator' ? 1 : 0 })
    }),
  'GET /api/v1/goals/total-earnings': (house, role) =>
    get('goals/total-earnings', (body) => {
      const goals = role === 'creator' ? [{ goaluuid: house.goal.goaluuid }] : []
      like(body, { total: role === 'creator' ? 500 : 0, general: role === 'creator' ? 500 : 0, goals })
    }),
  'GET /api/v1/goals/received-tips': (house, role) =>
    get('goals/received-tips', (body) => {
      like(body, { tips: role === 'creator' ? [{ name: 'Grace', message: privateMessage }] : [], next: null })
      equals(JSON.stringify(body).includes(house.supporter.email), false)
    }),
  'POST /api/v1/goals/replay-alert': async (house) => {
    const tipId = await tipOf(house)
    return {
      ...post('goals/replay-alert', { tipId }),
      async effect() {
        const events = await house.db
          .selectFrom('outbox')
          .select(['creatorUid', 'payload'])
          .where('type', '=', 'alert.replayed')
          .execute()
        equals(events, [{ creatorUid: house.creator.uid, payload: { type: 'alert.replayed', tipId } }])
      },
    }
  },
  'GET /api/v1/account/checklist': (_, role) =>
    get('account/checklist', (body) =>
      equals(body, { payment: true, goal: role === 'creator', alert: false, chat: role === 'creator' }),
    ),
  'GET /api/v1/account/given-tips': (_, role) =>
    get('account/given-tips', (body) =>
      like(body, { tips: role === 'supporter' ? [{ amount: 500 }] : [], next: null }),
    ),
  'GET /api/v1/account/giving': (house, role) =>
    get('account/giving', (body) =>
      like(body, { creators: role === 'supporter' ? [{ user_name: house.creator.userName, tips: 1 }] : [] }),
    ),
} as const satisfies Partial<Asks<RouteCase>>

async function tipOf({ db, creator }: House): Promise<string> {
  const { id } = await db
    .selectFrom('tip')
    .select('id')
    .where('creatorUid', '=', creator.uid)
    .executeTakeFirstOrThrow()
  return id
}
