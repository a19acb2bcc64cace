/** Requests for webhooks that `server/roles.test.ts` sends as each role. */
import { listWebhookEndpoints } from '../../db/queries/tools/webhook-endpoints.ts'
import { plantWebhook } from '../../domain/tools/webhooks.fixture.ts'
import { showSecret } from '../../domain/tools/webhooks.ts'
import { get, owned, post, row } from '../roles/case.fixture.ts'
import type { Rows } from '../roles/case.fixture.ts'
import { equals, like } from '../roles/expectations.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

const url = 'https://tools.example/hook'
const plant = (world: World) => plantWebhook(world.ctx, world.creator.uid, url)

export const webhookRows: Rows = {
  'POST account/webhooks/remove': row(owned, async (world) => {
    const { endpoint } = await plant(world)
    return {
      ...post('account/webhooks/remove', { id: endpoint.id }),
      effect: async () => equals(await listWebhookEndpoints(world.db, world.creator.uid), []),
    }
  }),
  'POST account/webhooks/show-secret': row(owned, async (world) => {
    const { endpoint, secret } = await plant(world)
    return {
      ...post('account/webhooks/show-secret', { id: endpoint.id }),
      effect: ({ body }) => like(body, { secret }),
    }
  }),
  'POST account/webhooks/replace-secret': row(owned, async (world) => {
    const { endpoint, secret } = await plant(world)
    return {
      ...post('account/webhooks/replace-secret', { id: endpoint.id }),
      async effect({ body }) {
        const now = await showSecret(world.ctx, world.creator.uid, endpoint.id)
        like(body, { secret: now.secret })
        equals(now.secret === secret, false)
      },
    }
  }),
  'GET account/webhooks/log': row(owned, async (world) => {
    const { endpoint } = await plant(world)
    return get(`account/webhooks/log?id=${endpoint.id}`, (body) => equals(body, { deliveries: [] }))
  }),
  'POST account/webhooks/send-again': row(owned, async (world) => {
    const { endpoint } = await plant(world)
    return {
      ...post('account/webhooks/send-again', { id: endpoint.id }),
      effect: ({ body }) => equals(body, { count: 0 }),
    }
  }),
}
