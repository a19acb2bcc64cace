import { createVerify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect } from 'vitest'
import { type Delivery, startListener } from '../conformance/webhook-listener.fixture.ts'
import { eventOf, type TestPaypal, typesOf } from './paypal.fixture.ts'
import { test } from '../test.fixture.ts'

async function payTip(paypal: TestPaypal, outcome?: string) {
  const orderId = await paypal.openTip()
  return { orderId, captureId: (await paypal.payOrder(orderId, outcome)).id! }
}

function header({ headers }: Delivery, name: string): string {
  return headers[`paypal-${name}`] as string
}

/** Verifies a signature as PayPal documents it, without the stand-in's code. */
async function isSigned(delivery: Delivery, webhookId: string): Promise<boolean> {
  const pem = await (await fetch(header(delivery, 'cert-url'))).text()
  const certificate = new X509Certificate(pem)
  const signed = [header(delivery, 'transmission-id'), header(delivery, 'transmission-time'), webhookId]
  const isValidNow =
    Date.parse(certificate.validFrom) < Date.now() && Date.now() < Date.parse(certificate.validTo)
  const check = createVerify('RSA-SHA256').update([...signed, crc32(delivery.body)].join('|'))
  return isValidNow && check.verify(certificate.publicKey, header(delivery, 'transmission-sig'), 'base64')
}

test('signs the events of a payment, with the order id and the custom id', async ({ paypal, listener }) => {
  await paypal.control('webhook-url', { url: listener.url })

  const { orderId, captureId } = await payTip(paypal)
  await expect.poll(() => listener.deliveries).toHaveLength(2)

  expect(typesOf(listener.deliveries).toSorted()).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
  ])
  for (const delivery of listener.deliveries) {
    expect(await isSigned(delivery, paypal.env.PAYPAL_WEBHOOK_ID!)).toBe(true)
    expect(await isSigned(delivery, 'another')).toBe(false)
    expect(header(delivery, 'auth-algo')).toBe('SHA256withRSA')
  }
  const paid = listener.deliveries
    .map(eventOf)
    .find(({ event_type }) => event_type === 'PAYMENT.CAPTURE.COMPLETED')!
  expect(paid.resource).toMatchObject({
    id: captureId,
    custom_id: 'tip-1',
    amount: { value: '7.00' },
    supplementary_data: { related_ids: { order_id: orderId } },
  })
})

test('retries a refused delivery with the same transmission id', async ({ paypal }) => {
  await using listener = await startListener((count) => (count === 1 ? 500 : 200))
  await paypal.control('webhook-url', { url: listener.url })

  await paypal.control('approve', { orderId: await paypal.openTip(), outcome: 'pay' })
  await expect.poll(() => listener.deliveries).toHaveLength(2)

  const [first, second] = listener.deliveries
  expect(eventOf(second!).id).toBe(eventOf(first!).id)
  expect(header(second!, 'transmission-id')).toBe(header(first!, 'transmission-id'))
})

test('duplicates, reverses, drops and resends webhooks', async ({ paypal, listener }) => {
  await paypal.control('webhook-url', { url: listener.url })

  await paypal.control('webhooks', { mode: 'duplicate' })
  await payTip(paypal)
  await expect.poll(() => listener.deliveries).toHaveLength(4)
  expect(new Set(listener.deliveries.map((delivery) => eventOf(delivery).id)).size).toBe(2)

  listener.deliveries.length = 0
  await paypal.control('webhooks', { mode: 'reversed', delayMs: 300 })
  await payTip(paypal)
  await expect.poll(() => listener.deliveries).toHaveLength(2)
  expect(typesOf(listener.deliveries)).toEqual(['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED'])

  listener.deliveries.length = 0
  await paypal.control('webhooks', { mode: 'drop' })
  const { orderId, captureId } = await payTip(paypal)
  await paypal.control('webhooks/resend', { captureId })
  expect(typesOf(listener.deliveries)).toEqual(['PAYMENT.CAPTURE.COMPLETED'])
  await paypal.control('webhooks/resend', { orderId })
  expect(listener.deliveries).toHaveLength(3)
})

test.for([
  ['clear', ['PAYMENT.CAPTURE.COMPLETED'], 'COMPLETED'],
  ['deny', ['PAYMENT.CAPTURE.DENIED'], 'DECLINED'],
] as const)(
  'sends the event of a pending capture: %s',
  async ([act, types, status], { paypal, listener }) => {
    const { captureId } = await payTip(paypal, 'pending')
    await paypal.control('webhook-url', { url: listener.url })

    expect(await paypal.control('act', { captureId, act })).toEqual({ captureId, status })

    await expect.poll(() => typesOf(listener.deliveries)).toEqual(types)
    const { result } = await paypal.payments.getCapturedPayment({ captureId })
    expect(result.status).toBe(status)
  },
)

test('sends events of refunds, disputes and chargebacks', async ({ paypal, listener }) => {
  const refunded = await payTip(paypal)
  const disputed = await payTip(paypal)
  await paypal.control('webhook-url', { url: listener.url })

  await paypal.control('act', { captureId: refunded.captureId, act: 'refund' })
  await expect.poll(() => typesOf(listener.deliveries)).toEqual(['PAYMENT.CAPTURE.REFUNDED'])
  await paypal.control('act', { captureId: disputed.captureId, act: 'dispute' })
  await expect.poll(() => typesOf(listener.deliveries).at(-1)).toBe('CUSTOMER.DISPUTE.CREATED')
  await paypal.control('act', { captureId: disputed.captureId, act: 'dispute-lost' })
  await expect.poll(() => listener.deliveries).toHaveLength(4)

  expect(typesOf(listener.deliveries).slice(2).toSorted()).toEqual([
    'CUSTOMER.DISPUTE.RESOLVED',
    'PAYMENT.CAPTURE.REVERSED',
  ])
  const links = eventOf(listener.deliveries[0]!).resource.links as { rel: string; href: string }[]
  expect(links.find(({ rel }) => rel === 'up')?.href).toMatch(
    new RegExp(`/v2/payments/captures/${refunded.captureId}$`),
  )
  const again = paypal.control('act', { captureId: refunded.captureId, act: 'refund' })
  await expect(again).rejects.toThrow('404')
})

test('verifies the exact body only', async ({ paypal, listener }) => {
  await paypal.control('webhook-url', { url: listener.url })
  await payTip(paypal)
  await expect.poll(() => listener.deliveries).toHaveLength(2)
  const delivery = listener.deliveries[0]!
  const verify = (event: string, webhookId = paypal.env.PAYPAL_WEBHOOK_ID) => {
    const request = {
      auth_algo: header(delivery, 'auth-algo'),
      cert_url: header(delivery, 'cert-url'),
      transmission_id: header(delivery, 'transmission-id'),
      transmission_sig: header(delivery, 'transmission-sig'),
      transmission_time: header(delivery, 'transmission-time'),
      webhook_id: webhookId,
    }
    const body = `${JSON.stringify(request).slice(0, -1)},"webhook_event":${event}}`
    return paypal.call('POST', '/v1/notifications/verify-webhook-signature', body)
  }
  const raw = delivery.body

  expect(await verify(raw)).toEqual({ verification_status: 'SUCCESS' })
  expect(await verify(JSON.stringify(JSON.parse(raw), null, 1))).toEqual({ verification_status: 'FAILURE' })
  expect(await verify(raw.replace('7.00', '9.00'))).toEqual({ verification_status: 'FAILURE' })
  expect(await verify(raw, 'another')).toEqual({ verification_status: 'FAILURE' })
})

test('refuses webhook addresses on other machines', async ({ paypal }) => {
  await expect(paypal.control('webhook-url', { url: 'https://example.com/hook' })).rejects.toThrow(
    'this machine only',
  )
})
