import { afterAll, expect, test } from 'vitest'
import { buildCreator, buildOrder } from '../../db/builders.fixture.ts'
import { openSigner } from '../../sandbox/paypal/webhook-signer.fixture.ts'
import type { SignedEvent } from '../../sandbox/paypal/webhook-signer.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { countStored, countTips } from './webhook-records.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

const merchantId = 'MERCHANT12345'
const day = 24 * 3600_000
const signer = await openSigner()
const stranger = await openSigner()
const app = await forFile(startTestApp(signer.env, () => ({ publish: () => {} })))
afterAll(() => {
  signer.close()
  stranger.close()
})

test('a signed event records the tip, and changes nothing when replayed', async () => {
  const order = await openOrder()
  const event = signer.captureEvent(order)

  expect((await send(event)).status).toBe(200)
  expect(await countTips(app.db, order.providerOrderId)).toBe(1)
  expect((await send(event)).status).toBe(200)

  expect(await countTips(app.db, order.providerOrderId)).toBe(1)
  expect(await countStored(app.db, event.body)).toBe(1)
})

test('the same event three times at once is stored once and makes one tip', async () => {
  const order = await openOrder()
  const event = signer.captureEvent(order)

  const answers = await Promise.all([send(event), send(event), send(event)])

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await countTips(app.db, order.providerOrderId)).toBe(1)
  expect(await countStored(app.db, event.body)).toBe(1)
})

test.each<[string, (order: Order) => SignedEvent]>([
  [
    'altered after it was signed',
    (order) => {
      const event = signer.captureEvent(order)
      return { ...event, body: event.body.replace('5.00', '5.01') }
    },
  ],
  ['signed for another webhook', (order) => signer.captureEvent(order, { webhookId: 'SOMEBODYELSES' })],
  ['signed by a certificate that is not at PayPal', (order) => stranger.captureEvent(order)],
  [
    'signed by a stranger in the name of PayPal’s certificate',
    (order) => {
      const { headers, body } = stranger.captureEvent(order)
      const certUrl = signer.captureEvent(order).headers['paypal-cert-url']!
      return { headers: { ...headers, 'paypal-cert-url': certUrl }, body }
    },
  ],
  ['not signed', (order) => ({ ...signer.captureEvent(order), headers: {} })],
])('an event %s is refused and leaves no trace', async (_, forge) => {
  const order = await openOrder()
  const event = forge(order)

  const answer = await send(event)

  expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await countStored(app.db, event.body)).toBe(0)
  expect(await countTips(app.db, order.providerOrderId)).toBe(0)
})

// PayPal retries a webhook for three days, and its signature does not expire.
test('an event that arrives days late still records its tip, once', async () => {
  const order = await openOrder()
  const event = signer.captureEvent(order, { at: new Date(Date.now() - 3 * day) })

  await send(event)
  await send(event)

  expect(await countTips(app.db, order.providerOrderId)).toBe(1)
})

test.each<[string, (order: Order) => Order]>([
  ['for another seller', (order) => ({ ...order, merchantId: 'SOMEBODY12345' })],
  ['for an unknown order', (order) => ({ ...order, providerOrderId: `${order.providerOrderId}X` })],
  ['of another amount', (order) => ({ ...order, amount: '6.00' })],
])('an event %s is stored for a person to look at, and makes no tip', async (_, change) => {
  const order = await openOrder()
  const event = signer.captureEvent(change(order))

  expect((await send(event)).status).toBe(200)

  await expect.poll(() => app.logged()).toContain('captured money needs a person')
  expect(await countTips(app.db, order.providerOrderId)).toBe(0)
  expect(await countStored(app.db, event.body)).toBe(1)
})

interface Order {
  providerOrderId: string
  merchantId: string
  amount: string
}

async function openOrder(): Promise<Order> {
  const { uid } = await buildCreator(app.db)
  const { providerOrderId } = await buildOrder(app.db, uid, { payeeId: merchantId })
  return { providerOrderId: providerOrderId!, merchantId, amount: '5.00' }
}

function send({ headers, body }: SignedEvent) {
  return app.post('paypal/webhook', body, undefined, headers)
}
