import { expect } from 'vitest'
import { orderOf, type TestPaypal } from './paypal.fixture.ts'
import { postForm } from '../sandbox.fixture.ts'
import { test } from '../test.fixture.ts'

async function openWith(paypal: TestPaypal, applicationContext: object, description = 'A tip') {
  const body = { ...orderOf({ description }), applicationContext }
  return (await paypal.orders.createOrder({ body })).result.id!
}

const post = (paypal: TestPaypal, path: string, fields: Record<string, string>) =>
  postForm(`${paypal.origin}/paypal${path}`, fields)

test('redirects to the order’s return address when no window opened the approval page', async ({
  paypal,
}) => {
  const urls = { returnUrl: 'http://127.0.0.1:1/yes', cancelUrl: 'http://127.0.0.1:1/no' }
  const token = await openWith(paypal, urls)

  const cancelled = await post(paypal, '/checkoutnow', { token, outcome: 'cancel' })
  const paid = await post(paypal, '/checkoutnow', { token, outcome: 'pay' })

  expect(cancelled.headers.get('location')).toBe(`http://127.0.0.1:1/no?token=${token}`)
  expect(paid.headers.get('location')).toMatch(
    new RegExp(`^http://127.0.0.1:1/yes\\?token=${token}&PayerID=[2-9A-Z]{13}$`),
  )
  expect((await paypal.orders.getOrder({ id: token })).result.status).toBe('APPROVED')
})

test('escapes the shop’s texts', async ({ paypal }) => {
  const token = await openWith(paypal, { brandName: '<b>Shop</b>' }, '"><script>alert(1)</script>')

  const page = await (await fetch(`${paypal.origin}/paypal/checkoutnow?token=${token}`)).text()

  expect(page).toContain('&#60;b&#62;Shop&#60;/b&#62;')
  expect(page).not.toContain('<script>alert')
})

test('completes a pending payment on the activity page', async ({ paypal }) => {
  const orderId = await paypal.openTip()
  const captureId = (await paypal.payOrder(orderId, 'pending')).id!

  const pressed = await post(paypal, '/activity', { paymentId: captureId, act: 'clear' })
  const page = await (await fetch(`${paypal.origin}/paypal/activity`)).text()

  expect(pressed.headers.get('location')).toBe('/paypal/activity')
  expect((await paypal.payments.getCapturedPayment({ captureId })).result.status).toBe('COMPLETED')
  expect(page).toContain(captureId)
  expect(page).toContain('Open a dispute')
})

test('refuses to pay a paid or unknown order', async ({ paypal }) => {
  const token = await paypal.openTip()
  await paypal.payOrder(token)

  const again = await post(paypal, '/checkoutnow', { token, outcome: 'declined' })
  const unknown = await fetch(`${paypal.origin}/paypal/checkoutnow?token=NONE`)

  expect(await again.text()).toContain('Already paid')
  expect(unknown.status).toBe(404)
  expect((await paypal.orders.getOrder({ id: token })).result.status).toBe('COMPLETED')
})
