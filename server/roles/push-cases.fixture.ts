/** Requests for push messages that `role-table.test.ts` sends as each role. */
import type { PushSubscriptionData } from '../../contract/push-calls.ts'
import { listPushSubscriptions } from '../../db/queries/push-subscriptions.ts'
import { control } from '../../sandbox/sandbox.fixture.ts'
import type { Role } from '../outcomes.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

export const pushCases = {
  'GET /api/v1/account/push-settings': async (world) => {
    await subscribeFor(world, 'creator')
    return get('account/push-settings', (body) =>
      equals((body as { publicKey: string }).publicKey, world.ctx.config.push!.publicKey),
    )
  },
  'POST /api/v1/account/subscribe-push': async (world, role) => ({
    ...post('account/subscribe-push', { ...(await makeSubscription(world)), locale: 'en' }),
    effect: async () => equals(await isSubscribed(world, role), true),
  }),
  'POST /api/v1/account/unsubscribe-push': async (world, role) => {
    await subscribeFor(world, 'creator')
    return {
      ...post('account/unsubscribe-push', {}),
      effect: async () => equals(await isSubscribed(world, 'creator'), role !== 'creator'),
    }
  },
} as const satisfies Partial<Cases<RouteCase>>

function makeSubscription({ sandbox }: World): Promise<PushSubscriptionData> {
  return control(sandbox, '/push/control/subscribe')
}

async function subscribeFor(world: World, role: Role): Promise<void> {
  const body = { ...(await makeSubscription(world)), locale: 'en' }
  await world.post('account/subscribe-push', body, world.cookieOf(role))
}

async function isSubscribed({ db, uidOf }: World, role: Role): Promise<boolean> {
  return (await listPushSubscriptions(db, uidOf(role))).length > 0
}
