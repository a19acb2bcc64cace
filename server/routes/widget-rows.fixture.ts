/** Requests about widgets that `server/roles.test.ts` sends as each role. */
import { get, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals, like } from '../roles/expectations.fixture.ts'

export const widgetRows: Rows = {
  'GET goals/stream-total': row({}, (_world, role) =>
    get('goals/stream-total', (body) =>
      like(body, { amount: role === 'creator' ? 500 : 0, startedAt: null }),
    ),
  ),
  'POST goals/start-stream-total': row({}, (world, role) => ({
    ...post('goals/start-stream-total', {}),
    async effect({ body }) {
      like(body, { amount: 0 })
      const rows = world.db.selectFrom('streamTotal').select('beforeMinor')
      const own = rows.where('creatorUid', '=', world.uidOf(role))
      equals(await own.execute(), [{ beforeMinor: role === 'creator' ? 500 : 0 }])
    },
  })),
}
