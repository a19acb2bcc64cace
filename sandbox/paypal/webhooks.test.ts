import { createVerify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { CheckoutPaymentIntent } from '@paypal/paypal-server-sdk'
import { expect, test, vi } from 'vitest'
import { startListener, startPaypal, type Received, type TestPaypal } from './paypal.fixture.ts'

async function payTip(paypal: TestPaypal, outcome = 'pay') {
  const { result } = await paypal.orders.createOrder({
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [{ amount: { currencyCode: 'GBP', value: '7.00' }, customId: 'tip-1' }],
    },
  })
  await paypal.control('approve', { orderId: result.id, outcome })
  const captured = await paypal.orders.captureOrder({ id: result.id! })
  return { orderId: result.id!, captureId: captured.result.purchaseUnits![0]!.payments!.captures![0]!.id! }
}

function header({ headers }: Received, name: string): string {
  return headers[`paypal-${name}`] as string
}

/** PayPal's published recipe, written here apart from the stand-in's own code. */
async function isSigned(received: Received, webhookId: string): Promise<boolean> {
  const pem = await (await fetch(header(received, 'cert-url'))).text()
  const certificate = new X509Certificate(pem)
  const said = [header(received, 'transmission-id'), header(received, 'transmission-time'), webhookId]
  const isValidNow =
    Date.parse(certificate.validFrom) < Date.now() && Date.now() < Date.parse(certificate.validTo)
  const check = createVerify('RSA-SHA256').update([...said, crc32(received.raw)].join('|'))
  return isValidNow && check.verify(certificate.publicKey, header(received, 'transmission-sig'), 'base64')
}

test('each event of a tip arrives signed, with the order’s and our own id', async () => {
  await using paypal = await startPaypal()
  await using listener = await startListener()
  await paypal.control('webhook-url', { url: listener.url })

  const { orderId, captureId } = await payTip(paypal)
  await expect.poll(() => listener.received).toHaveLength(2)

  expect(listener.types().toSorted()).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'])
  for (const received of listener.received) {
    expect(await isSigned(received, paypal.env.PAYPAL_WEBHOOK_ID!)).toBe(true)
    expect(await isSigned(received, 'another')).toBe(false)
    expect(header(received, 'auth-algo')).toBe('SHA256withRSA')
  }
  const paid = listener.received.find(({ event }) => event.event_type === 'PAYMENT.CAPTURE.COMPLETED')!
  expect(paid.event.resource).toMatchObject({
    id: captureId,
    custom_id: 'tip-1',
    amount: { value: '7.00' },
    supplementary_data: { related_ids: { order_id: orderId } },
  })
})

test('a delivery that is refused comes again with the same name until it is taken', async () => {
  await using paypal = await startPaypal()
  await using listener = await startListener((count) => (count === 1 ? 500 : 200))
  await paypal.control('webhook-url', { url: listener.url })
  const order = await paypal.orders.createOrder({
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [{ amount: { currencyCode: 'GBP', value: '7.00' } }],
    },
  })

  await paypal.control('approve', { orderId: order.result.id, outcome: 'pay' })
  await vi.waitFor(() => expect(listener.received).toHaveLength(2), { timeout: 5000 })

  const [first, second] = listener.received
  expect(second!.event.id).toBe(first!.event.id)
  expect(header(second!, 'transmission-id')).toBe(header(first!, 'transmission-id'))
})

test('webhooks can be doubled, turned round, lost, and sent again', async () => {
  await using paypal = await startPaypal()
  await using listener = await startListener()
  await paypal.control('webhook-url', { url: listener.url })

  await paypal.control('webhooks', { mode: 'duplicate' })
  await payTip(paypal)
  await expect.poll(() => listener.received).toHaveLength(4)
  expect(new Set(listener.received.map(({ event }) => event.id)).size).toBe(2)

  listener.received.length = 0
  await paypal.control('webhooks', { mode: 'reversed', delayMs: 300 })
  await payTip(paypal)
  await expect.poll(() => listener.received).toHaveLength(2)
  expect(listener.types()).toEqual(['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED'])

  listener.received.length = 0
  await paypal.control('webhooks', { mode: 'drop' })
  const { orderId, captureId } = await payTip(paypal)
  await paypal.control('webhooks/resend', { captureId })
  expect(listener.types()).toEqual(['PAYMENT.CAPTURE.COMPLETED'])
  await paypal.control('webhooks/resend', { orderId })
  expect(listener.received).toHaveLength(3)
})

test.each([
  ['clear', ['PAYMENT.CAPTURE.COMPLETED'], 'COMPLETED'],
  ['deny', ['PAYMENT.CAPTURE.DENIED'], 'DECLINED'],
])('a pending capture: %s', async (act, types, status) => {
  await using paypal = await startPaypal()
  await using listener = await startListener()
  const { captureId } = await payTip(paypal, 'pending')
  await paypal.control('webhook-url', { url: listener.url })

  expect(await paypal.control('act', { captureId, act })).toEqual({ captureId, status })

  await expect.poll(() => listener.types()).toEqual(types)
  const { result } = await paypal.payments.getCapturedPayment({ captureId })
  expect(result.status).toBe(status)
})

test('refunds, disputes and chargebacks are announced', async () => {
  await using paypal = await startPaypal()
  await using listener = await startListener()
  const refunded = await payTip(paypal)
  const disputed = await payTip(paypal)
  await paypal.control('webhook-url', { url: listener.url })

  await paypal.control('act', { captureId: refunded.captureId, act: 'refund' })
  await expect.poll(() => listener.types()).toEqual(['PAYMENT.CAPTURE.REFUNDED'])
  await paypal.control('act', { captureId: disputed.captureId, act: 'dispute' })
  await expect.poll(() => listener.types().at(-1)).toBe('CUSTOMER.DISPUTE.CREATED')
  await paypal.control('act', { captureId: disputed.captureId, act: 'dispute-lost' })
  await expect.poll(() => listener.received).toHaveLength(4)

  expect(listener.types().slice(2).toSorted()).toEqual([
    'CUSTOMER.DISPUTE.RESOLVED',
    'PAYMENT.CAPTURE.REVERSED',
  ])
  const links = listener.received[0]!.event.resource.links as { rel: string; href: string }[]
  expect(links.find(({ rel }) => rel === 'up')?.href).toMatch(
    new RegExp(`/v2/payments/captures/${refunded.captureId}$`),
  )
  const again = paypal.control('act', { captureId: refunded.captureId, act: 'refund' })
  await expect(again).rejects.toThrow('404')
})

test('PayPal’s own check takes the exact body and nothing else', async () => {
  await using paypal = await startPaypal()
  await using listener = await startListener()
  await paypal.control('webhook-url', { url: listener.url })
  await payTip(paypal)
  await expect.poll(() => listener.received).toHaveLength(2)
  const received = listener.received[0]!
  const verify = (event: string, webhookId = paypal.env.PAYPAL_WEBHOOK_ID) => {
    const said = {
      auth_algo: header(received, 'auth-algo'),
      cert_url: header(received, 'cert-url'),
      transmission_id: header(received, 'transmission-id'),
      transmission_sig: header(received, 'transmission-sig'),
      transmission_time: header(received, 'transmission-time'),
      webhook_id: webhookId,
    }
    const body = `${JSON.stringify(said).slice(0, -1)},"webhook_event":${event}}`
    return paypal.call('POST', '/v1/notifications/verify-webhook-signature', body)
  }
  const raw = received.raw.toString()

  expect(await verify(raw)).toEqual({ verification_status: 'SUCCESS' })
  expect(await verify(JSON.stringify(JSON.parse(raw), null, 1))).toEqual({ verification_status: 'FAILURE' })
  expect(await verify(raw.replace('7.00', '9.00'))).toEqual({ verification_status: 'FAILURE' })
  expect(await verify(raw, 'another')).toEqual({ verification_status: 'FAILURE' })
})

test('webhooks go to this machine only', async () => {
  await using paypal = await startPaypal()

  await expect(paypal.control('webhook-url', { url: 'https://example.com/hook' })).rejects.toThrow(
    'this machine only',
  )
})
