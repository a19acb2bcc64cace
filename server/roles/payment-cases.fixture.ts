/** Requests for payments that `role-table.test.ts` sends as each role, with PayPal's stand-in. */
import { createServer } from 'node:http'
import { listen } from '../listen.fixture.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Attempt, Cases } from './case.fixture.ts'
import { eventually, like } from './expectations.fixture.ts'
import { findOrder, expectTip, placeOrder, requestOrder } from './tip-orders.fixture.ts'
import { openPayouts } from './world.fixture.ts'
import type { World } from './world.fixture.ts'

const createOrder = 'paypal/create-order'

/** Anybody who knows the id of an order may capture it, because the tip still goes from its payer to its creator. */
export const paymentCases = {
  'GET /api/v1/paypal/checkout-settings': async (world) => {
    const merchantId = await openPayouts(world)
    return get(`paypal/checkout-settings?username=${world.creator.userName}`, (body) =>
      like(body, { merchantId, currency: 'gbp' }),
    )
  },
  'POST /api/v1/paypal/create-order': async (world, role) => {
    await openPayouts(world)
    return {
      ...requestOrder(world, createOrder),
      async effect({ body }) {
        const { orderId } = body as { orderId: string }
        const order = await findOrder(world, orderId)
        like(order, {
          status: 'CREATED',
          creatorUid: world.creator.uid,
          supporterUid: world.accountOf(role)?.uid ?? null,
          amountMinor: 7_00,
        })
      },
    }
  },

  'POST /api/v1/paypal/capture-order/:orderId': async (world) => {
    const orderId = await openOrder(world)
    await world.control('approve', { orderId, outcome: 'pay' })
    return {
      ...post(`paypal/capture-order/${orderId}`, {}),
      async effect({ body }) {
        like(body, { status: 'captured' })
        await expectTip(world, orderId)
      },
    }
  },
  'POST /api/v1/paypal/capture-order/:orderId | that nobody approved': async (world) => ({
    ...post(`paypal/capture-order/${await openOrder(world)}`, {}),
    marks: ['tip_order'],
  }),
  'POST /api/v1/paypal/capture-order/:orderId | that is not there': () =>
    post('paypal/capture-order/5O190127TN364715T', {}),

  'POST /api/v1/paypal/webhook': async (world) => {
    const { orderId, ...sent } = await receiveWebhook(world)
    return {
      ...webhook(sent),
      effect: () => eventually(() => expectTip(world, orderId)),
    }
  },
  'POST /api/v1/paypal/webhook | with a forged signature': async (world) => {
    const { headers, body } = await receiveWebhook(world)
    return webhook({ headers, body: body.replace('"resource"', '"resource" ') })
  },
} as const satisfies Partial<Cases<RouteCase>>

/** Opens an order without being logged in. */
export async function openOrder(world: World): Promise<string> {
  await openPayouts(world)
  return (await placeOrder<{ orderId: string }>(world, createOrder)).orderId
}

interface SignedWebhook {
  headers: Record<string, string>
  body: string
}

function webhook({ headers, body }: SignedWebhook): Attempt {
  return { ...post('paypal/webhook', body), headers }
}

/** Returns the webhook that PayPal sends after an approval, intercepted before it is delivered. */
async function receiveWebhook(world: World): Promise<SignedWebhook & { orderId: string }> {
  const orderId = await openOrder(world)
  let catchIt: (webhook: SignedWebhook) => void
  const caught = new Promise<SignedWebhook>((resolve) => (catchIt = resolve))
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      response.end()
      if (!body.includes(orderId)) return
      const signed = Object.entries(request.headers).filter(([name]) => name.startsWith('paypal-'))
      catchIt({ headers: Object.fromEntries(signed) as Record<string, string>, body })
    })
  })
  await using receiver = await listen(server)
  await world.control('webhook-url', { url: `${receiver.url}/` })
  await world.control('approve', { orderId, outcome: 'pay' })
  const sent = await caught
  await world.control('webhook-url', { url: null })
  return { orderId, ...sent }
}
