/** How the role table asks for push messages. For tests. */
import type { PushSubscriptionData } from '../../contract/push-calls.ts'
import type { Role, RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Asks } from './case.fixture.ts'
import { equals } from './expectations.fixture.ts'
import type { House } from './world.fixture.ts'

export const pushAsks = {
  'GET /api/v1/account/push-settings': async (house) => {
    await subscribeFor(house, 'creator')
    return get('account/push-settings', (body) =>
      equals((body as { publicKey: string }).publicKey, house.ctx.config.push!.publicKey),
    )
  },
  'POST /api/v1/account/subscribe-push': async (house, role) => ({
    ...post('account/subscribe-push', { ...(await makeSubscription(house)), locale: 'en' }),
    effect: async () => equals(await isSubscribed(house, role), true),
  }),
  'POST /api/v1/account/unsubscribe-push': async (house, role) => {
    await subscribeFor(house, 'creator')
    return {
      ...post('account/unsubscribe-push', {}),
      effect: async () => equals(await isSubscribed(house, 'creator'), role !== 'creator'),
    }
  },
} as const satisfies Partial<Asks<RouteCase>>

/** The sandbox's address stands in the configuration. */
async function makeSubscription({ ctx }: House): Promise<PushSubscriptionData> {
  const { origin } = new URL(ctx.config.push!.sandboxUrl!)
  const answer = await fetch(`${origin}/push/control/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  return (await answer.json()) as PushSubscriptionData
}

async function subscribeFor(house: House, role: Role): Promise<void> {
  const body = { ...(await makeSubscription(house)), locale: 'en' }
  await house.post('account/subscribe-push', body, house.cookieOf(role))
}

async function isSubscribed({ db, accountOf }: House, role: Role): Promise<boolean> {
  const { uid } = accountOf(role)!
  return (await db.selectFrom('pushSubscription').select('uid').where('uid', '=', uid).execute()).length > 0
}
