/** Requests for received and given tips that `role-table.test.ts` sends as each role. */
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import { privateMessage } from './world.fixture.ts'

/** The requests concern the creator's only tip, which the supporter gave with a private message. */
export const insightCases = {
  'GET /api/v1/goals/insights': (_, role) =>
    get('goals/insights?days=7', (body) => {
      like(body, { currency: 'gbp', tips: role === 'creator' ? 1 : 0 })
    }),
  'GET /api/v1/goals/total-earnings': (world, role) =>
    get('goals/total-earnings', (body) => {
      const goals = role === 'creator' ? [{ goaluuid: world.goal.goaluuid }] : []
      // the world's goal has received 20.00 without tips, so nothing is left for general ones
      like(body, { total: role === 'creator' ? 500 : 0, general: 0, goals })
    }),
  'GET /api/v1/goals/received-tips': (world, role) =>
    get('goals/received-tips', (body) => {
      like(body, { tips: role === 'creator' ? [{ name: 'Grace', message: privateMessage }] : [], next: null })
      equals(JSON.stringify(body).includes(world.supporter.email), false)
    }),
  'POST /api/v1/goals/replay-alert': ({ db, creator, tip: { tipId } }) => ({
    ...post('goals/replay-alert', { tipId }),
    async effect() {
      const events = await db
        .selectFrom('outbox')
        .select(['creatorUid', 'payload'])
        .where('type', '=', 'alert.replayed')
        .execute()
      equals(events, [{ creatorUid: creator.uid, payload: { type: 'alert.replayed', tipId } }])
    },
  }),
  'GET /api/v1/account/checklist': (_, role) =>
    get('account/checklist', (body) =>
      equals(body, {
        payment: true,
        goal: role === 'creator',
        alert: false,
        chat: role === 'creator',
        tip: role === 'creator',
      }),
    ),
  'GET /api/v1/account/given-tips': (_, role) =>
    get('account/given-tips', (body) =>
      like(body, { tips: role === 'supporter' ? [{ amount: 500 }] : [], next: null }),
    ),
  'GET /api/v1/account/giving': (world, role) =>
    get('account/giving', (body) =>
      like(body, { creators: role === 'supporter' ? [{ user_name: world.creator.userName, tips: 1 }] : [] }),
    ),
} as const satisfies Partial<Cases<RouteCase>>
