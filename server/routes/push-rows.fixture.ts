/** Requests for push messages that `server/roles.test.ts` sends as each role. */
import type { PushSubscriptionData } from '../../contract/notifications/push-calls.ts'
import { listPushSubscriptions } from '../../db/queries/notifications/push-subscriptions.ts'
import { control } from '../../sandbox/sandbox.fixture.ts'
import type { Role } from '../roles/outcomes.fixture.ts'
import { post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

export const pushRows: Rows = {
  'POST account/unsubscribe-push': row({}, async (world, role) => {
    await subscribeFor(world, 'creator')
    return {
      ...post('account/unsubscribe-push', {}),
      effect: async () => equals(await isSubscribed(world, 'creator'), role !== 'creator'),
    }
  }),
}

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
