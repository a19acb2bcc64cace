/** Requests for received and given tips that `server/roles.test.ts` sends as each role. */
import { get, owned, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals } from '../roles/expectations.fixture.ts'

/** The requests concern the creator's only tip, which the supporter gave with a private message. */
export const insightRows: Rows = {
  'POST goals/replay-alert': row(owned, ({ db, creator, tip: { tipId } }) => ({
    ...post('goals/replay-alert', { tipId }),
    async effect() {
      const events = await db
        .selectFrom('outbox')
        .select(['creatorUid', 'payload'])
        .where('type', '=', 'alert.replayed')
        .execute()
      equals(events, [{ creatorUid: creator.uid, payload: { type: 'alert.replayed', tipId } }])
    },
  })),
  'GET account/checklist': row({}, (_, role) =>
    get('account/checklist', (body) =>
      equals(body, {
        payment: true,
        goal: role === 'creator',
        alert: false,
        chat: role === 'creator',
        tip: role === 'creator',
      }),
    ),
  ),
}
