/** Requests for payout accounts that `role-table.test.ts` sends as each role, with both providers' stand-ins. */
import { findOnboarding, findPayoutAccount, savePayoutAccount } from '../../db/queries/payout-accounts.ts'
import { findWaitingPayout } from '../../db/queries/waiting-payouts.ts'
import type { Role } from '../outcomes.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, has, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

/** Each request reads or changes only the sender's own payout accounts. */
export const payoutCases = {
  'GET /api/v1/account/payout-accounts': async (world, role) => {
    const email = await openCardPayouts(world, role)
    return get('account/payout-accounts', (body) => like(body, { stripe: { state: 'unfinished', email } }))
  },
  'POST /api/v1/account/refresh-payout-account': async (world, role) => {
    const email = await openCardPayouts(world, role)
    return {
      ...post('account/refresh-payout-account', { provider: 'stripe' }),
      effect: ({ body }) => like(body, { stripe: { state: 'ready', email } }),
    }
  },
  'POST /api/v1/account/disconnect-payout-account': async (world, role) => {
    await openCardPayouts(world, role)
    return {
      ...post('account/disconnect-payout-account', { provider: 'stripe' }),
      async effect({ body }) {
        like(body, { stripe: { state: 'not_connected' } })
        equals(await findPayoutAccount(world.db, world.uidOf(role), 'stripe'), undefined)
      },
    }
  },
  'POST /api/v1/stripe/connect': (world, role) => ({
    ...post('stripe/connect', { country: 'gb' }),
    async effect({ body }) {
      has((body as { url: string }).url, '/stripe/setup/')
      // The creator has received payments to another account before, so the new one first has to wait.
      const find = role === 'creator' ? findWaitingPayout : findPayoutAccount
      like((await find(world.db, world.uidOf(role), 'stripe'))!, { isReady: false })
    },
  }),
  'POST /api/v1/paypal/connect': (world, role) => ({
    ...post('paypal/connect', {}),
    async effect({ body }) {
      has((body as { url: string }).url, '/bizsignup/partner/entry')
      equals(typeof (await findOnboarding(world.db, world.uidOf(role), 'paypal')), 'string')
    },
  }),
  'GET /api/v1/account/paypal/callback': () => ({
    method: 'GET',
    path: '/api/v1/account/paypal/callback?state=none&code=none',
    done: 302,
    effect: ({ headers }) => equals(headers.get('location'), '/dashboard/payment-setting'),
  }),
} as const satisfies Partial<Cases<RouteCase>>

/** Stores a Stripe account for the role (or the creator, for a stranger): ready at Stripe, but our copy is out of date. */
async function openCardPayouts(world: World, role: Role): Promise<string> {
  const { uid, email } = world.accountOf(role) ?? world.creator
  const { id: payeeId } = await world.controlStripe<{ id: string }>('accounts', { email })
  await savePayoutAccount(world.db, { uid, provider: 'stripe', payeeId, email, isReady: false })
  return email
}
