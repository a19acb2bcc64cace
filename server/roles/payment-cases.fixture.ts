/** How the role table asks for payments. PayPal's stand-in is at the other end. For tests. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Ask, Asks } from './case.fixture.ts'
import { equals, eventually, like } from './expectations.fixture.ts'
import { openPayouts } from './world.fixture.ts'
import type { House } from './world.fixture.ts'

/** A tip belongs to who pays and to whom it is for, whoever carries its order's id. */
export const paymentAsks = {
  'GET /api/v1/paypal/checkout-settings': async (house) => {
    const merchantId = await openPayouts(house)
    return get(`paypal/checkout-settings?username=${house.creator.userName}`, (body) =>
      like(body, { merchantId, currency: 'gbp' }),
    )
  },
  'POST /api/v1/paypal/create-order': async (house, role) => {
    await openPayouts(house)
    return {
      ...createOrder(house),
      async effect({ body }) {
        const { orderId } = body as { orderId: string }
        const order = await findOrder(house, orderId)
        like(order, {
          status: 'CREATED',
          creatorUid: house.creator.uid,
          supporterUid: house.accountOf(role)?.uid ?? null,
          amountMinor: 7_00,
        })
      },
    }
  },

  'POST /api/v1/paypal/capture-order/:orderId': async (house) => {
    const orderId = await openOrder(house)
    await house.control('approve', { orderId, outcome: 'pay' })
    return {
      ...post(`paypal/capture-order/${orderId}`, {}),
      async effect({ body }) {
        like(body, { status: 'captured' })
        await holdTip(house, orderId)
      },
    }
  },
  'POST /api/v1/paypal/capture-order/:orderId | that nobody approved': async (house) =>
    post(`paypal/capture-order/${await openOrder(house)}`, {}),
  'POST /api/v1/paypal/capture-order/:orderId | that is not there': () =>
    post('paypal/capture-order/5O190127TN364715T', {}),

  'POST /api/v1/paypal/webhook': async (house) => {
    const { orderId, ...sent } = await receiveWebhook(house)
    return {
      ...webhook(sent),
      effect: () => eventually(() => holdTip(house, orderId)),
    }
  },
  'POST /api/v1/paypal/webhook | with a forged signature': async (house) => {
    const { headers, body } = await receiveWebhook(house)
    return webhook({ headers, body: body.replace('"resource"', '"resource" ') })
  },
} as const satisfies Partial<Asks<RouteCase>>

function createOrder({ creator, goal }: House): Ask {
  return post('paypal/create-order', {
    GoalUid: goal.goaluuid,
    amount: 7_00,
    name: 'Lin',
    message: '',
    ReceipentUID: creator.uid,
    isPrivateMessage: false,
  })
}

/** A stranger's order. */
export async function openOrder(house: House): Promise<string> {
  await openPayouts(house)
  const answer = await house.post('paypal/create-order', createOrder(house).body)
  equals(answer.status, 200)
  return (answer.body as { orderId: string }).orderId
}

async function findOrder({ db }: House, orderId: string) {
  return db.selectFrom('tipOrder').selectAll().where('providerOrderId', '=', orderId).executeTakeFirst()
}

async function holdTip(house: House, orderId: string): Promise<void> {
  const order = await findOrder(house, orderId)
  const tips = await house.db
    .selectFrom('tip')
    .select(['creatorUid', 'amountMinor'])
    .where('orderId', '=', order!.id)
    .execute()
  equals(tips, [{ creatorUid: house.creator.uid, amountMinor: 7_00 }])
}

interface SignedWebhook {
  headers: Record<string, string>
  body: string
}

function webhook({ headers, body }: SignedWebhook): Ask {
  return { ...post('paypal/webhook', body), headers }
}

/** What PayPal sends when somebody has approved an order, caught on its way. */
async function receiveWebhook(house: House): Promise<SignedWebhook & { orderId: string }> {
  const orderId = await openOrder(house)
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
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  await house.control('webhook-url', { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
  await house.control('approve', { orderId, outcome: 'pay' })
  const sent = await caught
  await house.control('webhook-url', { url: null })
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  return { orderId, ...sent }
}
