import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getBillingDetails, saveBillingDetails } from '../../../../contract/payments/invoice-calls.ts'
import { fakeApi } from '../../test/fake-api.ts'
import type { Replies } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { BillingCard } from './billing-card.tsx'

const details = {
  legalName: 'Mira Vale',
  address: '1 High Street\nLondon',
  country: 'GB',
  vatId: 'GB123456789',
  isOnReceipts: false,
  isVatIdChecked: true,
}

function open(saved: typeof details | null, replies: Replies = {}) {
  const api = fakeApi({
    [getBillingDetails.path]: { json: { details: saved } },
    [saveBillingDetails.path]: (body) => ({
      json: { details: { ...(body as object), isVatIdChecked: false } },
    }),
    ...replies,
  })
  renderPage(<BillingCard />)
  return api
}

const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }))
const field = (name: string | RegExp) => screen.findByRole('textbox', { name })

test('saves what a creator enters, with the VAT id in capitals and without spaces', async () => {
  const api = open(null)
  await userEvent.type(await field('Legal name'), 'Mira Vale')
  await userEvent.type(await field('Address'), '1 High Street{enter}London')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'Germany')
  await userEvent.type(await field(/^VAT ID/), 'de 136 695 976')
  await userEvent.click(screen.getByRole('switch', { name: /Show on receipts/ }))
  await save()

  await waitFor(() =>
    expect(api.requestsTo(saveBillingDetails)).toMatchObject([
      {
        body: {
          legalName: 'Mira Vale',
          address: '1 High Street\nLondon',
          country: 'DE',
          vatId: 'DE136695976',
          isOnReceipts: true,
        },
      },
    ]),
  )
})

test('sends nothing while a name is missing or the VAT id is of another country', async () => {
  const api = open(details)
  await userEvent.clear(await field('Legal name'))
  await userEvent.clear(await field(/^VAT ID/))
  await userEvent.type(await field(/^VAT ID/), 'FR12345678901')
  await save()

  expect(await field('Legal name')).toBeInvalid()
  expect(await field(/^VAT ID/)).toBeInvalid()
  expect(api.requestsTo(saveBillingDetails)).toEqual([])
})

test('calls a VAT id checked only as long as it is the one that was checked', async () => {
  open(details)
  expect(await screen.findByText('Checked')).toBeInTheDocument()

  await userEvent.type(await field(/^VAT ID/), '0')

  expect(screen.queryByText('Checked')).not.toBeInTheDocument()
})

test('shows beside the field what the server refuses, and keeps what was typed', async () => {
  const fields = { legalName: 'Our PDF can’t print some of these characters.' }
  open(details, {
    [saveBillingDetails.path]: { status: 400, json: { ErrorMessage: 'No.', code: 'invalid_input', fields } },
  })
  await userEvent.clear(await field('Legal name'))
  await userEvent.type(await field('Legal name'), '山田')
  await save()

  expect(await screen.findByText(fields.legalName)).toBeInTheDocument()
  expect(await field('Legal name')).toHaveValue('山田')
})

test('offers to try again when the details could not be loaded', async () => {
  const api = open(details, { [getBillingDetails.path]: 'network failure' })
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('We couldn’t load your billing details.')).toBeInTheDocument()

  api.respond(getBillingDetails.path, { json: { details } })
  await userEvent.click(again)

  expect(await field('Legal name')).toHaveValue('Mira Vale')
})
