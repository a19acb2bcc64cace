import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  getDisputeEvidence,
  getDisputes,
  getStatement,
  getStatementCsv,
  refundTip,
} from '../../../contract/statement-calls.ts'
import { fakeApi } from '../test/fake-api.ts'
import { renderPage, resetState } from '../test/render.tsx'
import { StatementScreen } from './statement-screen.tsx'

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
}
const year = {
  year: 2026,
  currency: 'gbp',
  received: 1400,
  returned: 0,
  platformFees: -70,
  providerFees: 0,
  net: 1330,
}
const full = { entries: [entry], next: null, years: [year], feeOwed: [{ currency: 'gbp', amount: 120 }] }
const empty = { entries: [], next: null, years: [], feeOwed: [] }
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
  resetState()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function open(replies: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [getStatement.path]: { json: full },
    [getDisputes.path]: { json: [dispute] },
    ...replies,
  })
  renderPage(<StatementScreen />)
  return api
}

test('movements with their balance, the year, what is owed, and a dispute with its deadline', async () => {
  open()

  const statement = await screen.findByRole('region', { name: 'Statement' })
  expect(await within(statement).findByText(/Balance £13\.30/)).toBeInTheDocument()
  expect(within(statement).getByText('£6.65')).toBeInTheDocument()
  expect(screen.getByText(/2026 · £13\.30 net/)).toBeInTheDocument()
  expect(screen.getByText(/£1\.20 in service fees/)).toBeInTheDocument()
  expect(await screen.findByText(/Respond by 29 Nov 2026/)).toBeInTheDocument()
})

test('a part is given back, and what is too much is said before it is sent', async () => {
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

test('what the provider refuses is said, and what was typed stays', async () => {
  open({
    [refundTip.path]: { status: 422, json: { ErrorMessage: 'It was refused.', code: 'refund_refused' } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Refund the tip from Grace' }))
  await userEvent.click(screen.getByRole('button', { name: 'Refund tip' }))

  expect(await screen.findByText('It was refused.')).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('7.00')
})

test('filters ask for what they say, and both files are handed over', async () => {
  const file = { json: { name: 'a.csv', csv: 'x' } }
  const evidence = { json: { name: 'a.txt', text: 'x' } }
  const api = open({ [getStatementCsv.path]: file, [getDisputeEvidence.path]: evidence })
  await screen.findByRole('button', { name: 'Refund the tip from Grace' })

  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Refund')
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Evidence for the tip from Ada' }))

  await waitFor(() =>
    expect(api.requestsTo(getDisputeEvidence)).toMatchObject([{ query: { id: dispute.id } }]),
  )
  expect(api.requestsTo(getStatement).at(-1)).toMatchObject({ query: { kind: 'refund' } })
  expect(api.requestsTo(getStatementCsv)).toMatchObject([{ query: { kind: 'refund' } }])
  expect(URL.createObjectURL).toHaveBeenCalledTimes(2)
})

test('nothing yet, and what could not be loaded, are said', async () => {
  open({ [getStatement.path]: { json: empty }, [getDisputes.path]: { status: 500 } })

  expect(await screen.findByText(/No transactions yet/)).toBeInTheDocument()
  expect(await screen.findByText('We couldn’t load your disputes.')).toBeInTheDocument()
})
