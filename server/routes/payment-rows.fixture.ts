/** Requests for payments that `server/roles.test.ts` sends as each role, with PayPal's stand-in. */
import { createServer } from 'node:http'
import { listen } from '../listen.fixture.ts'
import { post, row } from '../roles/case.fixture.ts'
import type { Attempt, Rows } from '../roles/case.fixture.ts'
import { like } from '../roles/expectations.fixture.ts'
import { findOrder, placeOrder, requestOrder } from '../roles/tip-orders.fixture.ts'
import { openPayouts } from '../roles/world.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

const createOrder = 'paypal/create-order'

/** Anybody who knows the id of an order may capture it, because the tip still goes from its payer to its creator. */
export const paymentRows: Rows = {
  'POST paypal/create-order': row({ creator: 409 }, async (world, role) => {
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
  }),
  'POST paypal/webhook | with a forged signature': row(
    { stranger: 403, supporter: 403, moderator: 403, creator: 403, otherCreator: 403, admin: 403 },
    async (world) => {
      const { headers, body } = await receiveWebhook(world)
      return webhook({ headers, body: body.replace('"resource"', '"resource" ') })
    },
  ),
}

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
