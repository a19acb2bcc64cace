import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getProfile } from '../../../../contract/accounts/account-calls.ts'
import { saveCheckout } from '../../lib/payments/saved-checkout.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { paymentRoutes } from './payment-routes.tsx'
import { renderRoutes } from '../../test/render.tsx'

const sessionId = 'cs_test_a1B2c3D4'
const path = `stripe/confirm-checkout-session/${sessionId}`
const checkout = {
  status: 'captured',
  creatorName: 'Mira Vale',
  creatorUserName: 'miravale',
  goalUid: '00000000-0000-4000-8000-000000000101',
  goalTitle: 'A kiln for the clay season',
  goalProgress: { amount: 10_00, before: 4_00, after: 11_00, currency: 'gbp' },
  amount: 700,
  charged: 735,
  currency: 'gbp',
  receipt: 'r'.repeat(43),
}

const order = {
  checkoutId: '00000000-0000-4000-8000-000000000009',
  name: 'Grace',
  isPrivate: true,
  isAnonymous: false,
  creatorId: '',
  goalId: null,
  amountMinor: 700,
  currency: 'gbp' as const,
  message: 'secret',
  coversFee: true,
}

function open(answer: object, address = `/dashboard/payment-success/${sessionId}`) {
  const api = fakeApi({ [getProfile.path]: { status: 401 }, [path]: answer })
  renderRoutes(paymentRoutes, address)
  return api
}

test("thanks for a captured tip, shows the amount, and stores the supporter's choices", async () => {
  saveCheckout({ sessionId, path: '/miravale/tips', order })

  open({ json: checkout })

  expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeInTheDocument()
  expect(screen.getByText(/The goal's progress will update shortly/)).toBeInTheDocument()
  expect(screen.getByText('You paid £7.35: £7 for Mira Vale plus the service fee.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to Mira Vale' })).toHaveAttribute(
    'href',
    `/miravale/current-goals/${checkout.goalUid}`,
  )
  expect(screen.getByRole('link', { name: 'Follow your tip' })).toHaveAttribute(
    'href',
    `/dashboard/receipt#${checkout.receipt}`,
  )
  await waitFor(() => expect(localStorage.getItem('paymentUserName')).toBe('Grace'))
  expect(localStorage.getItem('paymentIsPrivateMessage')).toBe('true')
  expect(sessionStorage.getItem('brimful.checkout')).toBeNull()
})

test('the vessel rises from before the tip to after it, over the target too', async () => {
  open({ json: checkout })

  expect(await screen.findByText('40%')).toBeInTheDocument()
  expect(await screen.findByText('110%')).toBeInTheDocument()
  expect(screen.getByText('+£7')).toBeInTheDocument()
  expect(screen.getByText('£11 of £10')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeInTheDocument()
})

test('a card payment without a goal shows no vessel', async () => {
  open({ json: { ...checkout, goalUid: null, goalTitle: null, goalProgress: null } })

  expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeInTheDocument()
  expect(screen.queryByText(/%$/)).toBeNull()
})

test('a clearing payment says so and stores nothing yet', async () => {
  open({ json: { ...checkout, status: 'clearing', goalUid: null, goalTitle: null, goalProgress: null } })

  expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeInTheDocument()
  expect(screen.getByText('£7 for Mira Vale')).toBeInTheDocument()
  expect(localStorage.getItem('paymentUserName')).toBeNull()
})

test('a failed payment can be retried', async () => {
  open({ json: { ...checkout, status: 'failed', goalProgress: null } })

  expect(await screen.findByRole('heading', { name: 'Payment failed' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Try again' })).toBeInTheDocument()
})

test('when the provider does not respond, warns not to pay twice and can be retried', async () => {
  open(refuse('payment_provider', 'The payment provider isn’t responding.', 502))

  expect(await screen.findByText(/please don’t pay again/)).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'We couldn’t confirm your payment' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
})

test('says that a payment is unknown and links to creators', async () => {
  open(refuse('not_found', 'We couldn’t find that.', 404))

  expect(await screen.findByRole('heading', { name: 'We couldn’t find this payment' })).toBeInTheDocument()
  expect(screen.getByText(/We don’t recognize this payment/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Explore creators' })).toHaveAttribute('href', '/explore')
})

test.each([
  ['paid', 'Payment Successful!', 'This tip is already paid. You haven’t been charged again.'],
  [
    'paypal',
    'Your payment is being processed',
    'Your tip arrives on its own as soon as PayPal confirms the payment. There’s nothing else to do.',
  ],
])('after a form without scripts, the page “%s” asks for no payment by its id', async (page, title, text) => {
  const api = open({}, `/dashboard/payment-success/${page}`)

  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(document.title).toBe(`${title} · Brimful`)
  expect(api.requests.filter(({ path }) => path.includes('confirm'))).toEqual([])
})

/** Opens the page that PayPal's page leads to, with PayPal's id of the order. */
function openFromPaypal(answer: object) {
  const api = fakeApi({
    [getProfile.path]: { status: 401 },
    'paypal/confirm-order/5O190127TN364715T': answer,
  })
  renderRoutes(
    paymentRoutes,
    '/dashboard/payment-success/paypal?token=5O190127TN364715T&PayerID=BUYERACCOUNT1',
  )
  return api
}

test('who comes back from PayPal’s page is thanked, and the tip that this tab stored is ended', async () => {
  saveCheckout({ sessionId: '5O190127TN364715T', path: '/miravale/tips', order })

  openFromPaypal({ json: checkout })

  expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Follow your tip' })).toHaveAttribute(
    'href',
    `/dashboard/receipt#${checkout.receipt}`,
  )
  await waitFor(() => expect(localStorage.getItem('paymentUserName')).toBe('Grace'))
  expect(sessionStorage.getItem('brimful.checkout')).toBeNull()
})

test('coming back from PayPal’s page leaves the stored tip of another payment alone', async () => {
  saveCheckout({ sessionId, path: '/miravale/tips', order })

  openFromPaypal({ json: checkout })

  expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeInTheDocument()
  expect(sessionStorage.getItem('brimful.checkout')).toContain(sessionId)
})

test.each([
  [{ status: 'clearing' }, 'Your payment is being processed', /^PayPal is processing it/],
  [
    { status: 'clearing', waitsForPayee: true },
    'Your payment is waiting',
    /Mira Vale doesn’t hold this currency there/,
  ],
  [{ status: 'failed' }, 'Payment failed', /you haven’t been charged/],
  [{ status: 'open' }, 'Waiting for your payment', /We haven’t received a payment yet/],
])('after PayPal’s page a payment that is %o says so', async (state, title, text) => {
  openFromPaypal({ json: { ...checkout, goalProgress: null, ...state } })

  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
  await waitFor(() => expect(document.title).toBe(`${title} · Brimful`))
})

test('a declined payment leads back to the tip box that has kept the tip', async () => {
  saveCheckout({ sessionId: '5O190127TN364715T', path: '/miravale/tips', order })

  openFromPaypal({ json: { ...checkout, status: 'failed', goalProgress: null } })

  expect(await screen.findByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/miravale/tips')
})

test('a tip that was paid in another way is not called failed', async () => {
  openFromPaypal(refuse('already_paid', 'Already paid.', 409))

  expect(
    await screen.findByText('This tip is already paid. You haven’t been charged again.'),
  ).toBeInTheDocument()
})

test('after cancelling, links to the page with the tip box, and to creators in another tab', async () => {
  saveCheckout({ sessionId, path: '/miravale/tips', order })
  open({}, '/dashboard/payment-failure')

  expect(await screen.findByText(/you haven’t been charged/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/miravale/tips')
})

test.each([
  [{ json: checkout }, 'Payment Successful!'],
  [{ json: { ...checkout, status: 'clearing', goalProgress: null } }, 'Your payment is being processed'],
  [{ json: { ...checkout, status: 'failed', goalProgress: null } }, 'Payment failed'],
  [refuse('not_found', 'We couldn’t find that.', 404), 'We couldn’t find this payment'],
  [refuse('payment_provider', 'Not responding.', 502), 'We couldn’t confirm your payment'],
])('the title of the page says what became of the payment (%#)', async (answer, title) => {
  open(answer)

  await waitFor(() => expect(document.title).toBe(`${title} · Brimful`))
})
