import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPaypalOrder } from '../../../../contract/payments/paypal-calls.ts'
import { getTipLimits } from '../../../../contract/payments/tip-rule-calls.ts'
import { enterAmount, handlePaid, openTipBox, paypal } from './tip-box.fixture.tsx'

const limits = {
  minimum: 100,
  currency: 'gbp',
  currencies: [
    { currency: 'gbp', minimum: 100, rate: 1 },
    { currency: 'jpy', minimum: 200, rate: 0.005 },
    { currency: 'huf', minimum: 500_00, rate: 0.002 },
  ],
}

afterEach(() => localStorage.clear())

function open(json: object = limits) {
  return openTipBox({}, { goals: [], target: null }, { [getTipLimits.path]: { json } })
}

const select = () => screen.findByRole('combobox', { name: 'Currency' })
const suggested = () => [...document.querySelectorAll('fieldset button')].map((one) => one.textContent)

test('a tip in yen has its own suggestions and minimum, and says about what it is worth', async () => {
  open()
  expect(await select()).toHaveValue('gbp')
  expect(suggested()).toEqual(['£5', '£10', '£25', '£50'])

  await userEvent.selectOptions(await select(), 'JPY – Japanese Yen')
  expect(suggested()).toEqual(['¥500', '¥1,000', '¥3,000', '¥5,000'])
  expect(screen.getByText('from ¥200')).toBeVisible()
  await enterAmount('500')

  expect(screen.getByText('About £2.50. The payment provider’s own rate decides.')).toBeVisible()
  expect(screen.getByText(/receives ¥475 after the 5% service fee/)).toBeVisible()
})

test('sends the entered units times 100 with the currency, and begins the next tip with it', async () => {
  const api = open()
  await userEvent.selectOptions(await select(), 'jpy')
  await enterAmount('500')
  await userEvent.click(await paypal())

  await waitFor(() => expect(handlePaid).toHaveBeenCalledOnce())
  expect(api.requestsTo(createPaypalOrder)).toMatchObject([{ body: { amount: 500_00, currency: 'jpy' } }])
  expect(localStorage.getItem('brimful.tipCurrency')).toBe('jpy')
})

test('begins with the currency of the last tip where the creator can be tipped in it', async () => {
  localStorage.setItem('brimful.tipCurrency', 'huf')
  open()

  await waitFor(async () => expect(await select()).toHaveValue('huf'))
  expect(suggested()[0]?.replace(/\s/, ' ')).toBe('HUF 1,000')
})

test('offers no choice, and the creator’s currency, while there are no rates', async () => {
  localStorage.setItem('brimful.tipCurrency', 'huf')
  open({ ...limits, currencies: limits.currencies.slice(0, 1) })

  await paypal()
  expect(suggested()[0]).toBe('£5')
  expect(screen.queryByRole('combobox', { name: 'Currency' })).toBeNull()
})
