/** Requests for webhooks that `role-table.test.ts` sends as each role. */
import { listWebhookEndpoints } from '../../db/queries/webhook-endpoints.ts'
import { plantWebhook } from '../../domain/tools/webhooks.fixture.ts'
import { showSecret } from '../../domain/tools/webhooks.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Cases } from './case.fixture.ts'
import { equals, like } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

const url = 'https://tools.example/hook'
const plant = (world: World) => plantWebhook(world.ctx, world.creator.uid, url)

export const webhookCases = {
  'GET /api/v1/account/webhooks': async (world, role) => {
    await plant(world)
    return get('account/webhooks', (body) => like(body, { endpoints: role === 'creator' ? [{ url }] : [] }))
  },
  'POST /api/v1/account/webhooks/add': (world, role) => ({
    ...post('account/webhooks/add', { url }),
    effect: async () => like(await listWebhookEndpoints(world.db, world.uidOf(role)), [{ url }]),
  }),
  'POST /api/v1/account/webhooks/remove': async (world) => {
    const { endpoint } = await plant(world)
    return {
      ...post('account/webhooks/remove', { id: endpoint.id }),
      effect: async () => equals(await listWebhookEndpoints(world.db, world.creator.uid), []),
    }
  },
  'POST /api/v1/account/webhooks/show-secret': async (world) => {
    const { endpoint, secret } = await plant(world)
    return {
      ...post('account/webhooks/show-secret', { id: endpoint.id }),
      effect: ({ body }) => like(body, { secret }),
    }
  },
  'POST /api/v1/account/webhooks/replace-secret': async (world) => {
    const { endpoint, secret } = await plant(world)
    return {
      ...post('account/webhooks/replace-secret', { id: endpoint.id }),
      async effect({ body }) {
        const now = await showSecret(world.ctx, world.creator.uid, endpoint.id)
        like(body, { secret: now.secret })
        equals(now.secret === secret, false)
      },
    }
  },
  'GET /api/v1/account/webhooks/log': async (world) => {
    const { endpoint } = await plant(world)
    return get(`account/webhooks/log?id=${endpoint.id}`, (body) => equals(body, { deliveries: [] }))
  },
  'POST /api/v1/account/webhooks/send-again': async (world) => {
    const { endpoint } = await plant(world)
    return {
      ...post('account/webhooks/send-again', { id: endpoint.id }),
      effect: ({ body }) => equals(body, { count: 0 }),
    }
  },
} as const satisfies Partial<Cases<RouteCase>>
