import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  checkVatId,
  downloadPlatformEntries,
  findInvoices,
  getPlatformMonth,
  listVatIds,
} from '../../../../contract/admin/admin-calls.ts'
import { setProfile } from '../../lib/accounts/session.ts'
import { buildSessionUser, invoice } from '../../test/builders.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import type { Replies } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { AdminScreen } from './admin-screen.tsx'

const sum = {
  provider: 'stripe',
  currency: 'gbp',
  owedOpening: 150,
  charged: 2000,
  returned: -50,
  received: 1900,
  owedClosing: 200,
}
const month = {
  closedAt: null,
  hasSeller: true,
  sums: [sum],
  invoiceSums: [
    {
      currency: 'gbp',
      country: 'GB',
      vatRule: 'charged',
      vatRate: 2000,
      invoices: 12,
      creditNotes: 1,
      net: 1625,
      vat: 325,
    },
  ],
}
const listed = { ...invoice, userName: 'miravale' }
const vatId = {
  uid: '00000000-0000-4000-8000-000000000601',
  userName: 'miravale',
  legalName: 'Mira Vale Ltd',
  address: '1 High Street\nLondon',
  country: 'GB',
  vatId: 'GB123456789',
  enteredAt: '2026-11-03T10:00:00.000Z',
}

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})

function open(replies: Replies = {}, role: 'admin' | 'user' = 'admin') {
  setProfile(buildSessionUser({ role }))
  const api = fakeApi({
    [getPlatformMonth.path]: { json: month },
    [findInvoices.path]: { json: { invoices: [listed], next: null } },
    [listVatIds.path]: { json: [vatId] },
    [checkVatId.path]: { json: {} },
    ...replies,
  })
  renderPage(<AdminScreen />)
  return api
}

const region = (name: string) => screen.findByRole('region', { name })

test('the sums of a month lead from what was owed before to what is owed after', async () => {
  open()
  const fees = await region('Service fees')
  await within(fees).findByText('Stripe · GBP')

  const values = [...fees.querySelectorAll('dd')].map((one) => one.textContent)
  expect(values).toEqual(['£1.50', '£20.00', '−£0.50', '£19.00', '£2.00'])
  expect(within(fees).getByText(/VAT 20% · GB: net £16\.25, VAT £3\.25/)).toBeInTheDocument()
  expect(within(fees).getByText(/Not closed yet/)).toBeInTheDocument()
})

test('says why no month is closed when no seller is configured, and that nothing was booked', async () => {
  open({ [getPlatformMonth.path]: { json: { ...month, hasSeller: false, sums: [], invoiceSums: [] } } })

  expect(await screen.findByText(/No seller is configured/)).toBeInTheDocument()
  expect(screen.getByText('Nothing was booked in this month.')).toBeInTheDocument()
})

test('loads the sums and the invoices of the chosen month', async () => {
  const api = open()
  const select = await screen.findByRole('combobox', { name: 'Month' })
  const earlier = (select as HTMLSelectElement).options[1]!.value
  await userEvent.selectOptions(select, earlier)

  await waitFor(() => expect(api.requestsTo(getPlatformMonth).at(-1)?.query).toEqual({ month: earlier }))
  await waitFor(() => expect(api.requestsTo(findInvoices).at(-1)?.query).toEqual({ month: earlier }))
})

test('downloads the entries of the month that is shown', async () => {
  const api = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Entries (CSV)' }))

  const shown = screen.getByRole('combobox', { name: 'Month' })
  await waitFor(() =>
    expect(api.requestsTo(downloadPlatformEntries)).toMatchObject([
      { query: { month: (shown as HTMLSelectElement).value } },
    ]),
  )
})

test('shows names with VAT ids only on request, and takes one from the list once it is checked', async () => {
  const api = open()
  const card = await region('VAT IDs to check')
  expect(within(card).queryByText(/Mira Vale Ltd/)).not.toBeInTheDocument()
  await userEvent.click(within(card).getByRole('button', { name: 'Show VAT IDs' }))
  expect(await within(card).findByText('Mira Vale Ltd, 1 High Street, London, GB')).toBeInTheDocument()

  await userEvent.click(within(card).getByRole('button', { name: 'GB123456789 is valid' }))

  expect(await within(card).findByText('Nothing to check.')).toBeInTheDocument()
  expect(api.requestsTo(checkVatId)).toMatchObject([{ body: { uid: vatId.uid, vatId: vatId.vatId } }])
})

test('keeps a VAT id in the list when recording it failed', async () => {
  open({ [checkVatId.path]: refuse('unavailable') })
  const card = await region('VAT IDs to check')
  await userEvent.click(within(card).getByRole('button', { name: 'Show VAT IDs' }))
  await userEvent.click(await within(card).findByRole('button', { name: 'GB123456789 is valid' }))

  expect(await screen.findByText('No.')).toBeInTheDocument()
  expect(within(card).getByText('GB123456789')).toBeInTheDocument()
})

test('shows an invoice of an erased account without a name', async () => {
  open({ [findInvoices.path]: { json: { invoices: [{ ...listed, userName: null }], next: null } } })
  const card = await region('Invoices')

  expect(await within(card).findByText('2026-000007 · £12.50')).toBeInTheDocument()
  expect(within(card).queryByText(/@/)).not.toBeInTheDocument()
})

test('for everybody else the page does not exist', async () => {
  const api = open({}, 'user')

  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('This glass is empty')
  expect(api.requestsTo(getPlatformMonth)).toEqual([])
})
