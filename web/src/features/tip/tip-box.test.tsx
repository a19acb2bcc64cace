import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { getProfile } from '../../../../contract/accounts/account-calls.ts'
import type { SessionUser, ViewedCreator } from '../../../../contract/entities.ts'
import { createPaypalOrder, getPaypalCheckoutSettings } from '../../../../contract/payments/paypal-calls.ts'
import { getSiteSettings } from '../../../../contract/pages/site-calls.ts'
import { getTipLimits } from '../../../../contract/payments/tip-rule-calls.ts'
import { createCheckoutSession } from '../../../../contract/payments/stripe-calls.ts'
import { saveCheckout } from '../../lib/payments/saved-checkout.ts'
import { saveTipChoices } from '../../lib/payments/saved-choices.ts'
import { refuse } from '../../test/fake-api.ts'
import { buildGoal, buildSessionUser, buildSite } from '../../test/builders.ts'
import type { Replies } from '../../test/fake-api.ts'
import {
  amount,
  captured,
  creatorUid,
  enterAmount,
  handlePaid,
  openOptions,
  openTipBox,
  paypal,
  paid,
  receipt,
} from './tip-box.fixture.tsx'

const goal = buildGoal()

function open(creator: Partial<ViewedCreator> = {}, viewer?: SessionUser, replies: Replies = {}) {
  const profile = viewer && { [getProfile.path]: { json: viewer } }
  return openTipBox(creator, { goals: [goal], target: goal.goaluuid }, { ...profile, ...replies })
}

test('begins with the first suggestion, which what is typed replaces', async () => {
  open()

  expect(amount()).toHaveValue('5')
  expect(screen.getByRole('button', { name: '£5' })).toHaveAttribute('aria-pressed', 'true')
  await userEvent.tab()
  await userEvent.tab()
  expect(amount()).toHaveFocus()
  await userEvent.keyboard('7')

  expect(amount()).toHaveValue('7')
  expect(screen.getByRole('button', { name: '£5' })).toHaveAttribute('aria-pressed', 'false')
})

test('one line says what is chosen, and opens to change it', async () => {
  open()
  expect(screen.getByText('Anonymous · £0.25 fee not covered')).toBeVisible()
  expect(screen.getByText(/PayPal still shows Mira Vale/)).toBeVisible()
  expect(screen.getByText('Send anonymously')).not.toBeVisible()

  await userEvent.type(screen.getByRole('textbox', { name: 'Your name' }), 'Grace')
  expect(screen.getByText('Public · £0.25 fee not covered')).toBeVisible()
  expect(screen.queryByText(/PayPal still shows/)).toBeNull()
  await openOptions()
  await userEvent.click(screen.getByRole('switch', { name: /Private message/ }))
  await userEvent.click(screen.getByRole('switch', { name: 'Cover the service fee' }))
  expect(screen.getByText('Private message · £0.25 fee covered')).toBeVisible()
  expect(screen.getByText('only for Mira Vale')).toBeVisible()
})

test.each([
  ['7.50', 'Please enter a whole amount, such as £7 or £8.'],
  ['7,50', 'Please enter a whole amount, such as £7 or £8.'],
  ['1.000', 'Do you mean £1 or £1,000? Please leave out the separator.'],
  ['1,000', 'Do you mean £1 or £1,000? Please leave out the separator.'],
  ['5e3', 'Please enter a valid amount.'],
  ['-20', 'Please enter a valid amount.'],
  ['7 €', 'Please enter the amount in GBP.'],
])(
  '%s stays as it is typed or pasted, is refused beside the field, and nothing is sent',
  async (text, error) => {
    const api = open()
    await enterAmount(text)
    expect(amount()).toHaveValue(text)
    await userEvent.clear(amount())
    await userEvent.paste(text)
    await userEvent.tab()

    expect(amount()).toHaveValue(text)
    expect(screen.getByRole('alert')).toHaveTextContent(error)
    await userEvent.click(await paypal())
    expect(api.requestsTo(createPaypalOrder)).toEqual([])
  },
)

test.each([
  ['07', '7'],
  ['£7', '7'],
  ['7.00', '7'],
  ['７', '7'],
  ['٧', '7'],
  ['1 000,00', '1000'],
])('%s is the whole amount %s', async (text, units) => {
  const api = open()

  await enterAmount(text)
  await userEvent.tab()
  expect(amount()).toHaveValue(units)
  await userEvent.click(await paypal())

  await waitFor(() => expect(api.requestsTo(createPaypalOrder)).toHaveLength(1))
  expect(api.requestsTo(createPaypalOrder)).toMatchObject([{ body: { amount: Number(units) * 100 } }])
})

test("a suggested amount fills the field, and the creator's share is shown before paying", async () => {
  open()

  await userEvent.click(screen.getByRole('button', { name: '£10' }))

  expect(amount()).toHaveValue('10')
  expect(
    screen.getByText('Mira Vale receives about £8.91 after the 5% service fee and the fee of PayPal'),
  ).toBeInTheDocument()
})

test('refuses an empty or zero amount beside the field and sends nothing', async () => {
  const api = open()

  await enterAmount('0')
  await userEvent.click(await paypal())

  expect(screen.getByRole('alert')).toHaveTextContent('Please enter a valid amount.')
  expect(amount()).toHaveAttribute('aria-invalid', 'true')
  expect(api.requestsTo(createPaypalOrder)).toEqual([])
  expect(screen.queryByText('Error creating PayPal order.')).toBeNull()
})

test("refuses an amount below the creator's minimum beside the field and sends nothing", async () => {
  const api = open({}, undefined, {
    [getTipLimits.path]: { json: { minimum: 1200, currency: 'gbp', currencies: [] } },
  })

  expect(await screen.findByText('from £12')).toBeVisible()
  expect(screen.getAllByRole('button', { name: /^£\d+$/ }).map(({ textContent }) => textContent)).toEqual([
    '£12',
    '£24',
    '£60',
    '£120',
  ])
  await enterAmount('11')
  await userEvent.click(await paypal())

  expect(screen.getByRole('alert')).toHaveTextContent('The minimum tip here is £12.')
  expect(api.requestsTo(createPaypalOrder)).toEqual([])
})

test('sends a tip in minor units, trimmed, for the chosen goal', async () => {
  const api = open()
  await enterAmount('7')
  await userEvent.type(screen.getByRole('textbox', { name: 'Your name' }), ' Grace ')
  fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: ' first\nsecond ' } })
  await openOptions()
  await userEvent.click(screen.getByRole('switch', { name: 'Private message, only Mira Vale can read it' }))

  await userEvent.click(await paypal())

  await waitFor(() => expect(handlePaid).toHaveBeenCalledOnce())
  expect(api.requestsTo(createPaypalOrder)).toMatchObject([
    {
      body: {
        GoalUid: goal.goaluuid,
        amount: 700,
        name: 'Grace',
        message: 'first\nsecond',
        ReceipentUID: creatorUid,
        isPrivateMessage: true,
      },
    },
  ])
  expect({ ...localStorage }).toMatchObject({
    paymentUserName: 'Grace',
    paymentIsPrivateMessage: 'true',
    paymentSendAsAnonymous: 'false',
  })
})

test("fills in the signed-in user's display name", async () => {
  open({}, buildSessionUser({ displayName: 'Ada' }))

  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada'))
})

test('an anonymous tip is sent without a name, and says what PayPal reveals', async () => {
  const api = open({}, buildSessionUser({ displayName: 'Ada' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada'))
  expect(screen.queryByText(/PayPal still shows Mira/)).toBeNull()
  await enterAmount('5')

  await openOptions()
  await userEvent.click(screen.getByRole('switch', { name: 'Send anonymously' }))
  await userEvent.click(await paypal())

  expect(screen.getByText(/PayPal still shows Mira Vale the name/)).toBeInTheDocument()
  await waitFor(() => expect(handlePaid).toHaveBeenCalledOnce())
  expect(api.requestsTo(createPaypalOrder)).toMatchObject([{ body: { name: 'Anonymous' } }])
  expect(localStorage.getItem('paymentSendAsAnonymous')).toBe('true')
})

test('typing Anonymous as the name, in any case, makes the tip anonymous', async () => {
  open({}, buildSessionUser({ displayName: 'Ada' }))
  const name = screen.getByRole('textbox', { name: 'Your name' })
  await waitFor(() => expect(name).toHaveValue('Ada'))

  await userEvent.clear(name)
  await userEvent.type(name, 'anonYMOUS')

  expect(screen.getByText(/PayPal still shows Mira/)).toBeInTheDocument()
})

test("a refused order is shown once, with the server's reason beside the button", async () => {
  const api = open()
  api.respond(createPaypalOrder.path, refuse('goal_closed', 'This goal is no longer taking tips.', 409))
  await enterAmount('7')

  await userEvent.click(await paypal())

  expect(await screen.findAllByText('Error creating PayPal order.')).toHaveLength(1)
  expect(screen.getByText('This goal is no longer taking tips.')).toBeInTheDocument()
  expect(handlePaid).not.toHaveBeenCalled()
})

test('a failed capture is shown and keeps what was typed', async () => {
  const api = open()
  api.respond(captured, refuse('payment_refused', 'Not accepted.', 422))
  await enterAmount('7')

  await userEvent.click(await paypal())

  expect(await screen.findByText('Error capturing PayPal order.')).toBeInTheDocument()
  expect(amount()).toHaveValue('7')
  expect(localStorage.getItem('paymentUserName')).toBeNull()
})

test('after a declined card the same tip can be paid again, and nothing is called an error', async () => {
  const api = open()
  api.respond(captured, refuse('instrument_declined', 'Declined.', 422))
  await enterAmount('7')

  await userEvent.click(await paypal())

  const note = 'That payment method was declined. Please try another one.'
  expect(await screen.findByText(note)).toBeInTheDocument()
  expect(screen.queryByText('Error capturing PayPal order.')).toBeNull()
  api.respond(captured, { json: paid })
  await userEvent.click(await paypal())
  await waitFor(() => expect(handlePaid).toHaveBeenCalledOnce())
  expect(screen.queryByText(note)).toBeNull()
})

test('attempts to pay one tip have one checkout, and the next tip has another', async () => {
  const api = open()
  api.respond(captured, refuse('payment_refused', 'Not accepted.', 422))
  await enterAmount('7')
  await userEvent.click(await paypal())
  await screen.findByText('Error capturing PayPal order.')
  api.respond(captured, { json: paid })
  await userEvent.click(await paypal())
  await waitFor(() => expect(handlePaid).toHaveBeenCalledOnce())
  await userEvent.click(await paypal())
  await waitFor(() => expect(handlePaid).toHaveBeenCalledTimes(2))

  const bodies = api.requestsTo(createPaypalOrder).map(({ body }) => body as { checkoutId: string })
  const [first, second, third] = bodies.map(({ checkoutId }) => checkoutId)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

/** The refusal of a tip that was paid in another way: £9 in general. */
const paidBefore = {
  status: 409,
  json: {
    ErrorMessage: 'Paid before.',
    code: 'already_paid',
    paid: {
      status: 'captured',
      waitsForPayee: false,
      goalId: null,
      goalProgress: null,
      receipt,
      amountMinor: 900,
      currency: 'gbp',
    },
  },
}

test.each([
  ['opening an order', createPaypalOrder.path],
  ['capturing it', captured],
])('if the tip turns out to be paid by %s, thanks for that payment instead of an error', async (_, path) => {
  const api = open()
  api.respond(path, paidBefore)
  await enterAmount('7')

  await userEvent.click(await paypal())

  await waitFor(() => expect(handlePaid).toHaveBeenCalledOnce())
  expect(handlePaid.mock.calls[0]).toMatchObject([
    { status: 'captured', receipt, isRepeat: false },
    { goalId: null, amountMinor: 900, currency: 'gbp' },
  ])
  expect(screen.queryByText(/Error/)).toBeNull()
})

test('if the tip turns out to be paid by opening the card page, thanks for that payment', async () => {
  open({ stripeConnected: true }, undefined, { [createCheckoutSession.path]: paidBefore })
  await enterAmount('7')

  await userEvent.click(screen.getByRole('button', { name: 'Pay by card' }))

  await waitFor(() => expect(handlePaid).toHaveBeenCalledOnce())
})

test('while it is unknown whether PayPal has taken the money, the card cannot be used', async () => {
  const api = open({ stripeConnected: true })
  let answer = (_: { json: object }) => {}
  api.respond(captured, () => new Promise((resolve) => (answer = resolve)))
  await enterAmount('7')

  await userEvent.click(await paypal())

  const card = screen.getByRole('button', { name: 'Pay by card' })
  await waitFor(() => expect(card.closest('[inert]')).not.toBeNull())
  answer({ json: paid })
  await waitFor(() => expect(handlePaid).toHaveBeenCalledOnce())
  expect(card.closest('[inert]')).toBeNull()
})

test('a clearing payment is passed on as clearing', async () => {
  const api = open()
  api.respond(captured, { json: { ...paid, status: 'clearing' } })
  await enterAmount('7')

  await userEvent.click(await paypal())

  await waitFor(() =>
    expect(handlePaid.mock.calls[0]?.[0]).toEqual({
      status: 'clearing',
      waitsForPayee: false,
      goalProgress: null,
      receipt,
      isRepeat: false,
    }),
  )
})

test('creators find no payment button on their own page', async () => {
  open({}, buildSessionUser({ uid: creatorUid }))

  expect(await screen.findByText(/This is your own page/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'PayPal' })).toBeNull()
})

test("a card tip opens the provider's page, with the fee covered when the supporter chose that", async () => {
  const api = open({ paypalConnected: false, stripeConnected: true })
  api.respond(createCheckoutSession.path, {
    json: { sessionId: 'cs_test_1', url: 'https://checkout.test/c/pay/cs_test_1' },
  })
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue(undefined)
  await enterAmount('7')
  await userEvent.type(screen.getByRole('textbox', { name: 'Your name' }), 'Grace')

  await openOptions()
  await userEvent.click(screen.getByRole('switch', { name: 'Cover the service fee' }))
  expect(
    screen.getByText('You pay £7.35, Mira Vale receives about £6.69 after the fee of Stripe'),
  ).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Pay by card' }))

  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://checkout.test/c/pay/cs_test_1'))
  expect(api.requestsTo(createCheckoutSession)).toMatchObject([
    { body: { amount: 700, name: 'Grace', ReceipentUID: creatorUid, coverFee: true } },
  ])
  expect(localStorage.getItem('paymentUserName')).toBeNull()
  expect(screen.queryByRole('button', { name: 'PayPal' })).toBeNull()
})

test('a supporter who comes back from the card page without paying finds the tip as it was', async () => {
  const saved = {
    goalId: null,
    amountMinor: 12_00,
    currency: 'gbp' as const,
    name: 'Grace',
    message: 'Keep going!',
    isPrivate: true,
    isAnonymous: false,
    coversFee: true,
  }
  saveCheckout({ sessionId: 'cs_test_1', path: window.location.pathname, order: saved })

  open({ stripeConnected: true })

  expect(amount()).toHaveValue('12')
  expect(screen.getByRole('textbox', { name: 'Your name' })).toHaveValue('Grace')
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Keep going!')
  expect(screen.getByText('Private message · £0.60 fee covered')).toBeVisible()
  await openOptions()
  expect(screen.getByRole('switch', { name: /Private message/ })).toBeChecked()
})

test('a tip that was not paid is not put into the tip box of another page', () => {
  const order = {
    goalId: null,
    amountMinor: 12_00,
    currency: 'gbp',
    name: '',
    message: '',
    isPrivate: false,
  } as const
  saveCheckout({
    sessionId: 'cs_test_1',
    path: '/ottokestrel/tips',
    order: { ...order, isAnonymous: false, coversFee: false },
  })

  open({ stripeConnected: true })

  expect(amount()).toHaveValue('5')
})

test('a tip without a name does not make the next one anonymous', async () => {
  open()
  await enterAmount('7')

  await userEvent.click(await paypal())

  await waitFor(() => expect(handlePaid).toHaveBeenCalledOnce())
  expect(localStorage.getItem('paymentSendAsAnonymous')).toBe('false')
})

test('after an anonymous tip the name is empty once "Send anonymously" is switched off', async () => {
  saveTipChoices({ name: 'Anonymous', isPrivate: false, isAnonymous: true })
  open()

  await openOptions()
  await userEvent.click(screen.getByRole('switch', { name: 'Send anonymously' }))

  expect(screen.getByRole('textbox', { name: 'Your name' })).toHaveValue('')
})

test("a card payment that cannot be opened shows the server's reason", async () => {
  const api = open({ stripeConnected: true })
  api.respond(createCheckoutSession.path, refuse('goal_closed', 'This goal is no longer taking tips.', 409))
  await enterAmount('7')

  await userEvent.click(await screen.findByRole('button', { name: 'Pay by card' }))

  expect(await screen.findByText('This goal is no longer taking tips.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Pay by card' })).toBeEnabled()
})

test("without a payment method a signed-in supporter's Tip button explains why", async () => {
  open({ paypalConnected: false }, buildSessionUser())

  await userEvent.click(await screen.findByRole('button', { name: 'Tip' }))

  expect(screen.getByText('This creator has not set up a payment method.')).toBeInTheDocument()
})

test('without a payment method creators learn on their own page what to connect', async () => {
  open({ paypalConnected: false }, buildSessionUser({ uid: creatorUid }))

  expect(await screen.findByText(/until you connect PayPal or Stripe/)).toBeInTheDocument()
  const link = screen.getByRole('link', { name: 'Connect an account' })
  expect(link).toHaveAttribute('href', '/dashboard/payment-setting')
})

test('without a payment method a signed-out visitor sees an explanation, no form and no button', async () => {
  const api = open({ paypalConnected: false })

  expect(await screen.findByText('This creator has not set up a payment method.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^(Tip|PayPal|Pay by card)$/ })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(api.requestsTo(getPaypalCheckoutSettings)).toEqual([])
})

test.each([
  ['PayPal alone', { paypalConnected: true, stripeConnected: false }, ['PayPal']],
  ['cards alone', { paypalConnected: false, stripeConnected: true }, ['Pay by card']],
  ['both', { paypalConnected: true, stripeConnected: true }, ['PayPal', 'Pay by card']],
])('offers a supporter of a creator with %s what is connected', async (_, connected, offered) => {
  open(connected, buildSessionUser())

  for (const name of offered) expect(await screen.findByRole('button', { name })).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: /^(Tip|PayPal|Pay by card)$/ })).toHaveLength(offered.length)
})

test('an order without a response is explained beside the button, and the tip can be retried', async () => {
  const api = open()
  api.respond(createPaypalOrder.path, 'network failure')
  await enterAmount('7')

  await userEvent.click(await paypal())
  expect(await screen.findByText('Network error. Please check your connection.')).toBeInTheDocument()
  api.respond(createPaypalOrder.path, { json: { orderId: 'ORDER-1', url: null } })
  await userEvent.click(await paypal())

  await waitFor(() => expect(handlePaid).toHaveBeenCalledOnce())
})

test('without a service fee there is none to cover, and the text says so', async () => {
  open({}, undefined, { [getSiteSettings.path]: { json: buildSite({ serviceFeePercent: 0 }) } })

  await screen.findByText(/^No service fee: Mira Vale receives about/)

  await openOptions()
  expect(screen.queryByText(/service fee comes off|fee not covered/i)).not.toBeInTheDocument()
})
