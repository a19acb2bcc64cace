import { expect } from 'vitest'
import { orderOf, refusal, type TestPaypal } from './paypal.fixture.ts'
import { test } from '../test.fixture.ts'

const gbp = (value: string) => ({ currencyCode: 'GBP', value })

/** Pays a tip of 7.00 to a seller, with a platform fee of 0.35. */
async function payTip(paypal: TestPaypal, outcome = 'pay') {
  const seller = await paypal.control<{ merchantId: string }>('merchants', { email: 'ada@example.com' })
  const { result } = await paypal.orders.createOrder({
    body: orderOf({
      payee: { merchantId: seller.merchantId },
      paymentInstruction: { platformFees: [{ amount: gbp('0.35') }] },
    }),
    paypalPartnerAttributionId: paypal.env.PAYPAL_BN_CODE,
  })
  const captureId = (await paypal.payOrder(result.id!, outcome)).id!
  return { orderId: result.id!, captureId, paypalAuthAssertion: assertionFor(paypal, seller.merchantId) }
}

function assertionFor(paypal: TestPaypal, payerId: string, iss = paypal.env.PAYPAL_CLIENT_ID): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ iss, payer_id: payerId })}.`
}

test('shows a seller’s capture to the partner only with an assertion', async ({ paypal }) => {
  const { orderId, captureId, paypalAuthAssertion } = await payTip(paypal)
  const path = `/v2/payments/captures/${captureId}`

  const capture = await paypal.call('GET', path, undefined, { 'PayPal-Auth-Assertion': paypalAuthAssertion })
  const without = await refusal(paypal.payments.getCapturedPayment({ captureId }))
  const forged = await refusal(
    paypal.call('GET', path, undefined, { 'PayPal-Auth-Assertion': assertionFor(paypal, 'X', 'someone') }),
  )

  expect(capture).toMatchObject({
    id: captureId,
    status: 'COMPLETED',
    custom_id: 'tip-1',
    payee: { email_address: 'ada@example.com' },
    supplementary_data: { related_ids: { order_id: orderId } },
  })
  expect([without.status, without.issues]).toEqual([403, ['PERMISSION_DENIED']])
  expect(forged.status).toBe(401)
})

test('limits all refunds together to the captured amount', async ({ paypal }) => {
  const tip = await payTip(paypal)
  const refund = (value: string, paypalRequestId: string) =>
    paypal.payments.refundCapturedPayment({
      ...tip,
      paypalRequestId,
      prefer: 'return=representation',
      body: { amount: gbp(value), paymentInstruction: { platformFees: [{ amount: gbp('0.10') }] } },
    })

  const first = await refund('2.00', 'r1')
  const repeated = await refund('2.00', 'r1')
  const tooMuch = await refusal(refund('5.01', 'r2'))
  const rest = await paypal.payments.refundCapturedPayment({
    ...tip,
    paypalRequestId: 'r3',
    prefer: 'return=representation',
  })
  const over = await refusal(paypal.payments.refundCapturedPayment({ ...tip, paypalRequestId: 'r4' }))

  expect(first.statusCode).toBe(201)
  expect(first.result.sellerPayableBreakdown).toMatchObject({
    grossAmount: { value: '2.00' },
    paypalFee: { value: '0.00' },
    platformFees: [{ amount: { value: '0.10' } }],
    netAmount: { value: '1.90' },
    totalRefundedAmount: { value: '2.00' },
  })
  expect([repeated.statusCode, repeated.result.id]).toEqual([200, first.result.id])
  expect(tooMuch.issues).toEqual(['REFUND_AMOUNT_EXCEEDED'])
  expect(rest.result).toMatchObject({
    amount: { value: '5.00' },
    sellerPayableBreakdown: { totalRefundedAmount: { value: '7.00' } },
  })
  expect(over.issues).toEqual(['CAPTURE_FULLY_REFUNDED'])
  const read = await paypal.payments.getRefund({ refundId: first.result.id!, ...tip })
  expect(read.result.links?.find(({ rel }) => rel === 'up')?.href).toContain(`/captures/${tip.captureId}`)
})

test('refuses refunds of pending captures and of more than the platform fee', async ({ paypal }) => {
  const pending = await payTip(paypal, 'pending')
  const paid = await payTip(paypal)
  const platformFees = [{ amount: gbp('0.36') }]

  const early = await refusal(paypal.payments.refundCapturedPayment(pending))
  const generous = await refusal(
    paypal.payments.refundCapturedPayment({ ...paid, body: { paymentInstruction: { platformFees } } }),
  )
  const foreign = await refusal(
    paypal.payments.refundCapturedPayment({
      ...paid,
      body: { amount: { ...gbp('1.00'), currencyCode: 'EUR' } },
    }),
  )

  expect(early.issues).toEqual(['PENDING_CAPTURE'])
  expect(generous.issues).toEqual(['PLATFORM_FEE_EXCEEDED'])
  expect(foreign.issues).toEqual(['REFUND_CAPTURE_CURRENCY_MISMATCH'])
})

test('refuses refunds after the seller withdrew consent', async ({ paypal }) => {
  const tip = await payTip(paypal)
  await paypal.control('merchants', { email: 'ada@example.com', hasConsented: false })

  const { status, issues } = await refusal(paypal.payments.refundCapturedPayment(tip))

  expect([status, issues]).toEqual([403, ['PERMISSION_DENIED']])
})
