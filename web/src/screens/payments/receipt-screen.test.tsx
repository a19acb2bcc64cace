import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { getProfile } from '../../../../contract/accounts/account-calls.ts'
import { getReceipt, sendReceipt } from '../../../../contract/payments/receipt-calls.ts'
import type { Receipt } from '../../../../contract/payments/receipt-calls.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { ReceiptScreen } from './receipt-screen.tsx'

const token = 'r'.repeat(43)
const paid: Receipt = {
  state: 'paid',
  waitsForPayee: false,
  number: '00000000-0000-4000-8000-000000000501',
  creator: { user_name: 'miravale', display_name: 'Mira Vale', image: null },
  goalTitle: 'A kiln for the clay season',
  name: 'Grace',
  message: null,
  amount: 700,
  fee: 35,
  isFeeCovered: true,
  charged: 735,
  returned: 0,
  currency: 'gbp',
  provider: 'paypal',
  seller: null,
  reference: 'CAP-1',
  orderedAt: '2026-11-21T20:13:50.000Z',
  paidAt: '2026-11-21T20:13:58.000Z',
  sentAt: null,
  shownAt: null,
  shownMs: null,
}

function open(
  receipt: Partial<Receipt> = {},
  { address = `/dashboard/receipt#${token}`, status = 200 } = {},
) {
  const api = fakeApi({
    [getProfile.path]: { status: 401 },
    [getReceipt.path]: { status, json: { ...paid, ...receipt } },
  })
  renderPage(<ReceiptScreen />, address)
  return api
}

test('shows a captured tip with its amounts, and updates itself when the tip was shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(paid.paidAt!) + 1000 })
  const api = open()

  expect(await screen.findByRole('heading', { name: 'Your tip went through' })).toBeInTheDocument()
  expect(screen.getByText('Service fee, covered by you')).toBeInTheDocument()
  for (const amount of ['£7.00', '£0.35', '£7.35']) expect(screen.getByText(amount)).toBeInTheDocument()
  expect(screen.getByText('A kiln for the clay season')).toBeInTheDocument()
  expect(screen.getByText('CAP-1')).toBeInTheDocument()
  expect(api.requestsTo(getReceipt)).toMatchObject([{ body: { token } }])

  const at = '2026-11-21T20:14:03.000Z'
  api.respond(getReceipt.path, { json: { ...paid, state: 'shown', sentAt: at, shownAt: at } })
  await vi.advanceTimersByTimeAsync(4000)

  expect(await screen.findByRole('heading', { name: 'Your tip was shown on stream' })).toBeInTheDocument()
  const clock = new Date(at).toLocaleTimeString('en-GB')
  expect(screen.getByText(`Mira Vale’s overlay showed it at ${clock}.`)).toBeInTheDocument()
})

test.each([
  ['open', 'Waiting for your payment', { paidAt: null }],
  ['clearing', 'Your payment is being processed', { paidAt: null }],
  ['clearing', 'Your payment is waiting', { paidAt: null, waitsForPayee: true }],
  ['failed', 'Payment failed', { paidAt: null }],
  ['held', 'Mira Vale is reviewing your tip', {}],
  ['sent', 'Sent to the stream', { sentAt: paid.paidAt }],
  ['returned', 'Your tip was refunded', { returned: 700 }],
] as const)('the state "%s" is shown', async (state, title, more) => {
  open({ state, ...more })

  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  const mail = screen.queryByRole('button', { name: 'Send the receipt' })
  expect(mail === null).toBe('paidAt' in more)
})

test('the receipt is emailed to a valid address', async () => {
  const api = open()
  const field = await screen.findByRole('textbox', { name: 'Your email' })
  await userEvent.type(field, 'grace@')
  await userEvent.click(screen.getByRole('button', { name: 'Send the receipt' }))
  expect(await screen.findByText('Please enter a valid email.')).toBeInTheDocument()
  api.respond(sendReceipt.path, { json: {} })

  await userEvent.type(field, 'example.test')
  await userEvent.click(screen.getByRole('button', { name: 'Send the receipt' }))

  expect(await screen.findByText('We’re sending the receipt to grace@example.test.')).toBeInTheDocument()
  expect(api.requestsTo(sendReceipt)).toMatchObject([{ body: { token, email: 'grace@example.test' } }])
})

test('a missing token shows that the receipt is unknown, without a call', async () => {
  const api = open({}, { address: '/dashboard/receipt' })
  expect(await screen.findByText(/We couldn’t find this receipt/)).toBeInTheDocument()
  expect(api.requestsTo(getReceipt)).toEqual([])
})

test('a failed load can be retried', async () => {
  const api = open({}, { status: 500 })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  api.respond(getReceipt.path, { json: paid })

  await userEvent.click(retry)

  expect(await screen.findByText('CAP-1')).toBeInTheDocument()
})
