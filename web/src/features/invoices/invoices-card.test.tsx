import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getInvoices } from '../../../../contract/payments/invoice-calls.ts'
import { invoice } from '../../test/builders.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { InvoicesCard } from './invoices-card.tsx'

const creditNote = {
  ...invoice,
  id: '00000000-0000-4000-8000-000000000502',
  kind: 'credit_note',
  number: 'CN-2026-000001',
  correctedMonth: '2026-09',
  currency: 'eur',
  total: 50,
  vat: 0,
}

function open(invoices: object[]) {
  fakeApi({ [getInvoices.path]: { json: { invoices, next: null } } })
  renderPage(<InvoicesCard />)
}

test('lists invoices by their month and credit notes as what they give back, each with its file', async () => {
  open([creditNote, invoice])

  expect(await screen.findByText('October 2026 · £12.50')).toBeInTheDocument()
  expect(screen.getByText('September 2026, correction · −€0.50')).toBeInTheDocument()
  const file = screen.getByRole('link', { name: 'Download CN-2026-000001 as PDF' })
  expect(file).toHaveAttribute('href', expect.stringContaining(`books/invoices/${creditNote.id}/file`))
  expect(file).toHaveAttribute('download')
})

test('says so when there are no invoices yet', async () => {
  open([])

  expect(await screen.findByText('No invoices yet.')).toBeInTheDocument()
})
