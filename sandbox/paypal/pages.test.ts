import { CheckoutPaymentIntent } from '@paypal/paypal-server-sdk'
import { expect, test } from 'vitest'
import { startPaypal, type TestPaypal } from './paypal.fixture.ts'

async function openTip(paypal: TestPaypal, urls = {}, description = 'A tip'): Promise<string> {
  const { result } = await paypal.orders.createOrder({
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [{ amount: { currencyCode: 'GBP', value: '7.00' }, description }],
      applicationContext: urls,
    },
  })
  return result.id!
}

function post(paypal: TestPaypal, path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields)
  return fetch(`${paypal.origin}/paypal${path}`, { method: 'POST', body, redirect: 'manual' })
}

test('redirects to the order’s return address when no window opened the approval page', async () => {
  await using paypal = await startPaypal()
  const urls = { returnUrl: 'http://127.0.0.1:1/yes', cancelUrl: 'http://127.0.0.1:1/no' }
  const token = await openTip(paypal, urls)

  const cancelled = await post(paypal, '/checkoutnow', { token, outcome: 'cancel' })
  const paid = await post(paypal, '/checkoutnow', { token, outcome: 'pay' })

  expect(cancelled.headers.get('location')).toBe(`http://127.0.0.1:1/no?token=${token}`)
  expect(paid.headers.get('location')).toMatch(
    new RegExp(`^http://127.0.0.1:1/yes\\?token=${token}&PayerID=[2-9A-Z]{13}$`),
  )
  expect((await paypal.orders.getOrder({ id: token })).result.status).toBe('APPROVED')
})

test('escapes the shop’s texts', async () => {
  await using paypal = await startPaypal()
  const token = await openTip(paypal, { brandName: '<b>Shop</b>' }, '"><script>alert(1)</script>')

  const page = await (await fetch(`${paypal.origin}/paypal/checkoutnow?token=${token}`)).text()

  expect(page).toContain('&#60;b&#62;Shop&#60;/b&#62;')
  expect(page).not.toContain('<script>alert')
})

test('completes a pending payment on the activity page', async () => {
  await using paypal = await startPaypal()
  const orderId = await openTip(paypal)
  await paypal.control('approve', { orderId, outcome: 'pending' })
  const { result } = await paypal.orders.captureOrder({ id: orderId })
  const captureId = result.purchaseUnits![0]!.payments!.captures![0]!.id!

  const pressed = await post(paypal, '/activity', { paymentId: captureId, act: 'clear' })
  const page = await (await fetch(`${paypal.origin}/paypal/activity`)).text()

  expect(pressed.headers.get('location')).toBe('/paypal/activity')
  expect((await paypal.payments.getCapturedPayment({ captureId })).result.status).toBe('COMPLETED')
  expect(page).toContain(captureId)
  expect(page).toContain('Open a dispute')
})

test('refuses to pay a paid or unknown order', async () => {
  await using paypal = await startPaypal()
  const token = await openTip(paypal)
  await paypal.control('approve', { orderId: token, outcome: 'pay' })
  await paypal.orders.captureOrder({ id: token })

  const again = await post(paypal, '/checkoutnow', { token, outcome: 'declined' })
  const unknown = await fetch(`${paypal.origin}/paypal/checkoutnow?token=NONE`)

  expect(await again.text()).toContain('Already paid')
  expect(unknown.status).toBe(404)
  expect((await paypal.orders.getOrder({ id: token })).result.status).toBe('COMPLETED')
})
