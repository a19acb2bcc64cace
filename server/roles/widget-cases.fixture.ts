/** Requests about widgets that `role-table.test.ts` sends as each role. */
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'

export const widgetCases = {
  'GET /api/v1/goals/stream-total': (_world, role) =>
    get('goals/stream-total', (body) =>
      like(body, { amount: role === 'creator' ? 500 : 0, startedAt: null }),
    ),
  'POST /api/v1/goals/start-stream-total': (world, role) => ({
    ...post('goals/start-stream-total', {}),
    async effect({ body }) {
      like(body, { amount: 0 })
      const rows = world.db.selectFrom('streamTotal').select('beforeMinor')
      const own = rows.where('creatorUid', '=', world.uidOf(role))
      equals(await own.execute(), [{ beforeMinor: role === 'creator' ? 500 : 0 }])
    },
  }),
} as const satisfies Partial<Cases<RouteCase>>
