import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  getDisputeEvidence,
  getDisputes,
  getPayouts,
  downloadStatement,
  getStatement,
  refundTip,
} from '../../../../contract/payments/statement-calls.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { StatementScreen } from './statement-screen.tsx'
import type { Replies } from '../../test/fake-api.ts'

const entry = {
  id: 7,
  tipId: '00000000-0000-4000-8000-000000000301',
  kind: 'capture',
  bookedAt: '2026-11-20T20:14:03.000Z',
  provider: 'paypal',
  currency: 'gbp',
  name: 'Grace',
  amount: 665,
  platformFee: -35,
  providerFee: 0,
  balance: 1330,
  refundable: 700,
  worth: null,
  isFeePending: false,
}
const year = {
  year: 2026,
  currency: 'gbp',
  received: 1400,
  returned: 0,
  platformFees: -70,
  feesOwed: 0,
  providerFees: 0,
  disputed: 0,
  net: 1330,
}
const full = {
  entries: [entry],
  next: null,
  years: [year],
  feeOwed: [{ currency: 'gbp', amount: 120 }],
  feesPending: 0,
  unmatched: [],
  differences: [],
  waiting: [],
}
const empty = { ...full, entries: [], years: [], feeOwed: [] }
const dispute = {
  id: '00000000-0000-4000-8000-000000000401',
  tipId: entry.tipId,
  provider: 'paypal',
  status: 'open',
  reason: 'X',
  currency: 'gbp',
  amount: 700,
  name: 'Ada',
  openedAt: '2026-11-19T10:00:00.000Z',
  respondBy: '2026-11-29T10:00:00.000Z',
}

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})

function open(replies: Replies = {}) {
  const api = fakeApi({
    [getStatement.path]: { json: full },
    [getDisputes.path]: { json: [dispute] },
    [getPayouts.path]: { json: { payouts: [], onTheWay: [] } },
    ...replies,
  })
  renderPage(<StatementScreen />)
  return api
}

test('says which tips wait for the provider’s fee, and that a returned service fee is no refund', async () => {
  const entries = [
    { ...entry, id: 8, kind: 'refund', amount: 35, platformFee: 35, refundable: 0 },
    { ...entry, isFeePending: true },
  ]
  open({ [getStatement.path]: { json: { ...full, entries, feesPending: 1 } } })

  const statement = await screen.findByRole('region', { name: 'Statement' })
  expect(await within(statement).findByText('not known yet')).toBeInTheDocument()
  expect(within(statement).getByText(/^Service fee returned/)).toBeInTheDocument()
  expect(screen.getByText(/still waiting for the provider’s fee: 1\./)).toBeInTheDocument()
})

test('shows how much of a fee was written off, although the balance stays', async () => {
  const entries = [
    { ...entry, id: 9, kind: 'fee_write_off', amount: 0, platformFee: 70, feeOwed: -70, refundable: 0 },
  ]
  open({ [getStatement.path]: { json: { ...full, entries } } })

  const statement = await screen.findByRole('region', { name: 'Statement' })
  expect(await within(statement).findByText(/^Service fee written off ·/)).toBeInTheDocument()
  expect(within(statement).getByText('£0.70')).toBeInTheDocument()
})

test('shows a tip of which the provider has booked another sum, and nothing when there is none', async () => {
  const difference = {
    tipId: entry.tipId,
    provider: 'stripe',
    name: 'Grace',
    kind: 'refund',
    day: '2026-11-20',
    currency: 'gbp',
    providerAmount: -200,
    statementAmount: -199,
  }
  open({ [getStatement.path]: { json: { ...full, differences: [difference] } } })

  const card = await screen.findByRole('region', { name: 'Being checked' })
  expect(within(card).getByText('Refund · Grace')).toBeInTheDocument()
  expect(within(card).getByText(/20 Nov 2026 · Stripe: −£2\.00, here: −£1\.99/)).toBeInTheDocument()
})

test('shows what each payout to the bank held, and what is on its way', async () => {
  const items = [{ tipId: entry.tipId, kind: 'payment', name: 'Grace', amount: 634 }]
  const payout = { id: 'po_1', provider: 'stripe', status: 'in_transit', currency: 'gbp', amount: 634, items }
  const payouts = [{ ...payout, arrivesAt: '2026-11-24T00:00:00.000Z', itemCount: 1 }]
  const onTheWay = [{ currency: 'eur', amount: 1250, availableAt: '2026-11-25T00:00:00.000Z' }]
  open({ [getPayouts.path]: { json: { payouts, onTheWay } } })

  const card = await screen.findByRole('region', { name: 'Payouts to your bank' })
  expect(within(card).getByText('Arrives 24 Nov 2026')).toBeInTheDocument()
  await userEvent.click(within(card).getByText('What it included: 1'))
  expect(within(card).getByText('Tip · Grace')).toBeInTheDocument()
  expect(within(card).getByText('€12.50 not paid out yet. Available from 25 Nov 2026.')).toBeInTheDocument()
})

test("shows entries with balances, the year's totals, fees owed, and a dispute with its deadline", async () => {
  open()

  const statement = await screen.findByRole('region', { name: 'Statement' })
  expect(await within(statement).findByText(/Total £13\.30/)).toBeInTheDocument()
  expect(within(statement).getByText('£6.65')).toBeInTheDocument()
  expect(
    within(statement)
      .getAllByRole('definition')
      .map((part) => part.textContent),
  ).toEqual(['£7.00', '−£0.35', '£0.00'])
  expect(screen.getByText(/2026 · £13\.30 net/)).toBeInTheDocument()
  expect(screen.getByText(/£1\.20 in service fees/)).toBeInTheDocument()
  expect(await screen.findByText(/Respond by 29 Nov 2026/)).toBeInTheDocument()
})

test('the lines of a year, open disputes and owed fees included, add up to its net', async () => {
  const sums = {
    received: 1400,
    returned: -200,
    platformFees: -60,
    feesOwed: 35,
    providerFees: -80,
    disputed: -300,
  }
  open({ [getStatement.path]: { json: { ...full, years: [{ ...year, ...sums, net: 795 }] } } })

  const years = await screen.findByRole('region', { name: 'Years' })
  const shown = within(years).getAllByRole('definition')
  const amounts = shown.map((line) => Number(line.textContent?.replace('−', '-').replace('£', '')))
  expect(amounts).toEqual([14, -2, -0.6, 0.35, -0.8, -3])
  expect(Math.round(amounts.reduce((sum, amount) => sum + amount) * 100)).toBe(795)
  expect(within(years).getByText('2026 · £7.95 net')).toBeInTheDocument()
  expect(within(years).getByText('Held in disputes')).toBeInTheDocument()
  expect(within(years).getByText('Service fees, not deducted yet')).toBeInTheDocument()
})

test('shows payments that do not match their tip, with what was paid and where to look it up', async () => {
  const payment = {
    provider: 'stripe',
    paymentId: 'pi_9',
    foundAt: '2026-11-21T10:00:00.000Z',
    paid: 501,
    paidCurrency: 'usd',
    expected: 500,
    expectedCurrency: 'gbp',
  }
  const others = [
    { ...payment, paymentId: 'pi_10', paid: 500, paidCurrency: 'gbp' },
    { ...payment, paymentId: 'pi_12', paidCurrency: 'sek' },
  ]
  open({ [getStatement.path]: { json: { ...full, unmatched: [payment, ...others] } } })

  const card = await screen.findByRole('region', { name: 'Payments to check' })
  expect(within(card).getByText('$5.01 paid instead of £5.00')).toBeInTheDocument()
  expect(within(card).getByText('SEK 5.01 paid instead of £5.00')).toBeInTheDocument()
  expect(within(card).getByText('Another payment for a £5.00 tip')).toBeInTheDocument()
  expect(within(card).getByText('21 Nov 2026 · Stripe payment pi_9')).toBeInTheDocument()
})

test('refunds a part of a tip, and refuses too large an amount before sending it', async () => {
  const api = open({ [refundTip.path]: { json: { status: 'done' } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Refund the tip from Grace' }))
  const amount = screen.getByRole('textbox', { name: 'Amount' })
  await userEvent.clear(amount)
  await userEvent.type(amount, '7.01')
  await userEvent.click(screen.getByRole('button', { name: 'Refund tip' }))
  expect(await screen.findByText('Please enter an amount up to £7.')).toBeInTheDocument()
  expect(api.requestsTo(refundTip)).toEqual([])

  await userEvent.clear(amount)
  await userEvent.type(amount, '2.50')
  await userEvent.click(screen.getByRole('button', { name: 'Refund tip' }))

  const body = { tipId: entry.tipId, amount: 250, reason: '' }
  await waitFor(() => expect(api.requestsTo(refundTip)).toMatchObject([{ body }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test.each([
  {
    currency: 'jpy',
    refundable: 2500,
    initial: '2500',
    wrong: '2.50',
    text: 'a whole amount, such as ¥2 or ¥3',
  },
  {
    currency: 'huf',
    refundable: 500_000,
    initial: '5000',
    wrong: '10.50',
    text: 'such as HUF\u00a010 or HUF\u00a011',
  },
  { currency: 'gbp', refundable: 700, initial: '7.00', wrong: '1.000', text: 'Do you mean £1 or £1,000?' },
  { currency: 'gbp', refundable: 700, initial: '7.00', wrong: '7.01', text: 'an amount up to £7.' },
])('refunds no other amount for $wrong $currency', async (one) => {
  const tip = { ...entry, currency: one.currency, refundable: one.refundable }
  open({ [getStatement.path]: { json: { ...full, entries: [tip] } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Refund the tip from Grace' }))
  const amount = screen.getByRole('textbox', { name: 'Amount' })
  expect(amount).toHaveValue(one.initial)

  fireEvent.change(amount, { target: { value: one.wrong } })
  await userEvent.click(screen.getByRole('button', { name: 'Refund tip' }))

  expect(amount).toHaveAccessibleDescription(expect.stringContaining(one.text))
})

test('takes a comma for a decimal point', async () => {
  const api = open({ [refundTip.path]: { json: { status: 'done' } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Refund the tip from Grace' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Amount' }), { target: { value: '2,5' } })
  await userEvent.click(screen.getByRole('button', { name: 'Refund tip' }))

  await waitFor(() => expect(api.requestsTo(refundTip)).toMatchObject([{ body: { amount: 250 } }]))
})

test('asks for a reason only where somebody reads it, which is PayPal', async () => {
  const card = { ...entry, id: 8, provider: 'stripe', name: 'Haruto' }
  open({ [getStatement.path]: { json: { ...full, entries: [entry, card] } } })
  await userEvent.click(await screen.findByRole('button', { name: 'Refund the tip from Haruto' }))
  expect(screen.queryByRole('textbox', { name: 'Reason (optional)' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')

  await userEvent.click(screen.getByRole('button', { name: 'Refund the tip from Grace' }))

  expect(screen.getByRole('textbox', { name: 'Reason (optional)' })).toBeInTheDocument()
})

test('says how much of a disputed amount is the provider’s fee', async () => {
  const opened = { ...entry, id: 8, kind: 'dispute_opened', amount: -2700, providerFee: -2000, refundable: 0 }
  open({ [getStatement.path]: { json: { ...full, entries: [opened] } } })

  const statement = await screen.findByRole('region', { name: 'Statement' })
  expect(await within(statement).findByText('−£20.00')).toBeInTheDocument()
  expect(within(statement).getByText('−£6.65')).toBeInTheDocument()
})

test('shows open disputes, and decided ones on request', async () => {
  const won = { ...dispute, id: '00000000-0000-4000-8000-000000000402', status: 'won', name: 'Linus' }
  open({ [getDisputes.path]: { json: [dispute, { ...won, respondBy: null }] } })
  const card = await screen.findByRole('region', { name: 'Disputes' })
  expect(within(card).getByText('£7.00 · Ada · Open')).toBeVisible()
  expect(within(card).getByText('£7.00 · Linus · Won')).not.toBeVisible()
  await userEvent.click(within(card).getByText('Decided: 1'))
  expect(within(card).getByText('£7.00 · Linus · Won')).toBeVisible()
})

test('shows what the provider refuses and keeps what was typed', async () => {
  open({
    [refundTip.path]: refuse('refund_refused', 'It was refused.', 422),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Refund the tip from Grace' }))
  await userEvent.click(screen.getByRole('button', { name: 'Refund tip' }))

  expect(await screen.findByText('It was refused.')).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('7.00')
})

test('the filters change the query and the file, and evidence can be downloaded', async () => {
  const evidence = { json: { name: 'a.txt', text: 'x' } }
  const api = open({ [getDisputeEvidence.path]: evidence })
  await screen.findByRole('button', { name: 'Refund the tip from Grace' })

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Refund')
  await userEvent.click(await screen.findByRole('button', { name: 'Evidence for the tip from Ada' }))

  await waitFor(() =>
    expect(api.requestsTo(getDisputeEvidence)).toMatchObject([{ query: { id: dispute.id } }]),
  )
  expect(api.requestsTo(getStatement).at(-1)).toMatchObject({ query: { kind: 'refund' } })
  const file = screen.getByRole('link', { name: 'CSV' })
  expect(file).toHaveAttribute('href', `/api/v1/${downloadStatement.path}?kind=refund&form=comma`)
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'How the CSV is written' }),
    'Semicolons, 5,7',
  )
  expect(file).toHaveAttribute('href', `/api/v1/${downloadStatement.path}?kind=refund&form=semicolon`)
  expect(URL.createObjectURL).toHaveBeenCalledTimes(1)
})

test('has no card about disputes while there are none', async () => {
  open({ [getDisputes.path]: { json: [] } })

  await screen.findByText(/Total £13\.30/)
  expect(screen.queryByRole('region', { name: 'Disputes' })).not.toBeInTheDocument()
})

test('says that there is nothing yet, and what failed to load', async () => {
  open({ [getStatement.path]: { json: empty }, [getDisputes.path]: { status: 500 } })

  expect(await screen.findByText(/No transactions yet/)).toBeInTheDocument()
  expect(await screen.findByText('We couldn’t load your disputes.')).toBeInTheDocument()
})

test('names the tips that wait for the creator at PayPal, and how to get them', async () => {
  const waiting = {
    id: '00000000-0000-4000-8000-000000000501',
    provider: 'paypal',
    name: 'Grace',
    amount: 1_500,
    currency: 'jpy',
    orderedAt: '2026-11-20T20:14:03.000Z',
  }
  open({ [getStatement.path]: { json: { ...full, waiting: [waiting] } } })

  const card = await screen.findByRole('region', { name: 'Waiting for you at PayPal' })
  expect(within(card).getByText('¥1,500 from Grace')).toBeInTheDocument()
  expect(card).toHaveTextContent('Accept them at PayPal within 30 days')
})
