/** PayPal's button where PayPal's window cannot open: the supporter goes to PayPal's page and comes back. */
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createPaypalOrder } from '../../../../contract/payments/paypal-calls.ts'
import { loadCheckout, saveCheckout } from '../../lib/payments/saved-checkout.ts'
import { refuse } from '../../test/fake-api.ts'
import {
  amount,
  enterAmount,
  fakePaypal,
  handlePaid,
  openTipBox,
  paypal,
  paypalPage,
} from './tip-box.fixture.tsx'

const methods = { paypalConnected: true, stripeConnected: false }
const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/22F76 Instagram 380.0'

function open(replies = {}) {
  const leave = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', {
    ...window.location,
    origin: window.location.origin,
    pathname: '/miravale',
    assign: leave,
  })
  return { api: openTipBox(methods, { goals: [], target: null }, replies), leave }
}

test('opens PayPal for the creator’s account and the tip’s currency', async () => {
  open()

  await paypal()

  expect(fakePaypal.opened).toEqual([
    { clientId: 'client', merchantId: 'MERCHANT', components: ['paypal-payments'], pageType: 'checkout' },
  ])
})

const ownButton = () => screen.findByRole('button', { name: 'Pay with PayPal' })

test.each([
  ['PayPal’s window is blocked', paypal, () => (fakePaypal.opensWindows = false)],
  ['PayPal’s script does not start', ownButton, () => (fakePaypal.starts = false)],
  [
    'the browser belongs to an app',
    ownButton,
    () => vi.spyOn(window.navigator, 'userAgent', 'get').mockReturnValue(instagram),
  ],
])('if %s, goes to PayPal’s page of the one order, and the tip is kept', async (_, button, set) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { api, leave } = open()
  set()
  await enterAmount('7')
  await userEvent.type(screen.getByRole('textbox', { name: 'Your name' }), 'Grace')

  await userEvent.click(await button())

  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(paypalPage))
  const [{ body }] = api.requestsTo(createPaypalOrder) as unknown as [{ body: { checkoutId: string } }]
  expect(api.requestsTo(createPaypalOrder)).toHaveLength(1)
  expect(loadCheckout()).toMatchObject({
    sessionId: 'ORDER-1',
    path: '/miravale',
    order: { checkoutId: body.checkoutId, amountMinor: 7_00, name: 'Grace' },
  })
  expect(handlePaid).not.toHaveBeenCalled()
  expect(screen.queryByText(/Error/)).toBeNull()
})

test('in the browser of an app, PayPal’s script is not even loaded', async () => {
  vi.spyOn(window.navigator, 'userAgent', 'get').mockReturnValue(instagram)
  open()

  await ownButton()

  expect(fakePaypal.opened).toEqual([])
})

test.each([
  ['the order is refused', refuse('goal_closed', 'This goal is no longer taking tips.', 409)],
  ['PayPal names no page', { json: { orderId: 'ORDER-1', url: null } }],
])('stays here if %s, says so once, and stores nothing', async (_, answer) => {
  const { api, leave } = open()
  fakePaypal.opensWindows = false
  api.respond(createPaypalOrder.path, answer)
  await enterAmount('7')

  await userEvent.click(await paypal())

  expect(await screen.findAllByText('Error creating PayPal order.')).toHaveLength(1)
  expect(screen.queryByText('Taking you to PayPal…')).toBeNull()
  expect(leave).not.toHaveBeenCalled()
  expect(loadCheckout()).toBeUndefined()
})

test('a page that the browser restores after PayPal’s page waits for nothing, and opens PayPal anew', async () => {
  const { leave } = open()
  fakePaypal.opensWindows = false
  await enterAmount('7')
  await userEvent.click(await paypal())
  await waitFor(() => expect(leave).toHaveBeenCalledOnce())
  expect(screen.getByText('Taking you to PayPal…')).toBeInTheDocument()

  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

  await waitFor(() => expect(screen.queryByText('Taking you to PayPal…')).toBeNull())
  await userEvent.click(await paypal())
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(2))
  expect(fakePaypal.opened).toHaveLength(2)
})

test('who comes back without having paid finds the tip, and pays it in the same checkout', async () => {
  const order = { goalId: null, amountMinor: 9_00, currency: 'gbp' as const, name: 'Grace', message: 'kept' }
  const switches = { isPrivate: false, isAnonymous: false, coversFee: false }
  const checkoutId = '00000000-0000-4000-8000-000000000009'
  saveCheckout({ sessionId: 'ORDER-0', path: '/miravale', order: { checkoutId, ...order, ...switches } })
  const { api } = open()

  expect(amount()).toHaveValue('9')
  await userEvent.click(await paypal())

  await waitFor(() => expect(handlePaid).toHaveBeenCalledOnce())
  expect(api.requestsTo(createPaypalOrder)).toMatchObject([{ body: { checkoutId, message: 'kept' } }])
  expect(loadCheckout()).toBeUndefined()
})

test('where PayPal takes no such payments, says that its button is not there', async () => {
  const { api } = open()
  fakePaypal.isEligible = false

  expect(await screen.findByText('We couldn’t load the PayPal button.')).toBeInTheDocument()
  expect(api.requestsTo(createPaypalOrder)).toEqual([])
})
