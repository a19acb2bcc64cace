/** How the role table asks for where a creator is paid. Both providers' stand-ins are at the other end. For tests. */
import { findOnboarding, findPayoutAccount, savePayoutAccount } from '../../db/queries/payout-accounts.ts'
import type { Role, RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Asks } from './case.fixture.ts'
import { equals, has, like } from './expectations.fixture.ts'
import type { House } from './world.fixture.ts'

/** The session's own account, and nobody else's. */
export const payoutAsks = {
  'GET /api/v1/account/payout-accounts': async (house, role) => {
    const email = await openCardPayouts(house, role)
    return get('account/payout-accounts', (body) => like(body, { stripe: { state: 'unfinished', email } }))
  },
  'POST /api/v1/account/refresh-payout-account': async (house, role) => {
    const email = await openCardPayouts(house, role)
    return {
      ...post('account/refresh-payout-account', { provider: 'stripe' }),
      effect: ({ body }) => like(body, { stripe: { state: 'ready', email } }),
    }
  },
  'POST /api/v1/account/disconnect-payout-account': async (house, role) => {
    await openCardPayouts(house, role)
    return {
      ...post('account/disconnect-payout-account', { provider: 'stripe' }),
      async effect({ body }) {
        like(body, { stripe: { state: 'not_connected' } })
        equals(await findPayoutAccount(house.db, house.accountOf(role)!.uid, 'stripe'), undefined)
      },
    }
  },
  'POST /api/v1/stripe/connect': (house, role) => ({
    ...post('stripe/connect', { country: 'gb' }),
    async effect({ body }) {
      has((body as { url: string }).url, '/stripe/setup/')
      like(await findPayoutAccount(house.db, house.accountOf(role)!.uid, 'stripe'), { isReady: false })
    },
  }),
  'POST /api/v1/paypal/connect': (house, role) => ({
    ...post('paypal/connect', {}),
    async effect({ body }) {
      has((body as { url: string }).url, '/bizsignup/partner/entry')
      equals(typeof (await findOnboarding(house.db, house.accountOf(role)!.uid, 'paypal')), 'string')
    },
  }),
  'GET /api/v1/account/paypal/callback': () => ({
    method: 'GET',
    path: '/api/v1/account/paypal/callback?state=none&code=none',
    done: 302,
    effect: ({ headers }) => equals(headers.get('location'), '/dashboard/payment-setting'),
  }),
} as const satisfies Partial<Asks<RouteCase>>

/** Gives whoever asks, and the creator, an account at Stripe that is ready there and not yet read as such here. */
async function openCardPayouts(house: House, role: Role): Promise<string> {
  const { uid, email } = house.accountOf(role) ?? house.creator
  const { id: payeeId } = await house.controlStripe<{ id: string }>('accounts', { email })
  await savePayoutAccount(house.db, { uid, provider: 'stripe', payeeId, email, isReady: false })
  return email
}
