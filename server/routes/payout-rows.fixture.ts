/** Requests for payout accounts that `server/roles.test.ts` sends as each role, with both providers' stand-ins. */
import { row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals } from '../roles/expectations.fixture.ts'

/** Each request reads or changes only the sender's own payout accounts. */
export const payoutRows: Rows = {
  'GET account/paypal/callback': row({}, () => ({
    method: 'GET',
    path: '/api/v1/account/paypal/callback?state=none&code=none',
    done: 302,
    effect: ({ headers }) => equals(headers.get('location'), '/dashboard/payment-setting'),
  })),
}
