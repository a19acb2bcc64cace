import { expect } from 'vitest'
import { orderOf, refusal, type TestPaypal } from './paypal.fixture.ts'
import { test } from '../test.fixture.ts'

const amountOf = (currencyCode: string, value: string) => ({ amount: { currencyCode, value } })

/** Pays an order of 1,500 yen to a seller, and returns the capture. */
async function payYen(paypal: TestPaypal, seller: object) {
  const email = 'ada@example.com'
  const { merchantId } = await paypal.control('merchants', { email, country: 'GB', ...seller })
  const change = { ...amountOf('JPY', '1500'), payee: { merchantId: String(merchantId) } }
  return paypal.payOrder(await paypal.openTip(change))
}

test('refuses decimals of currencies that have none at PayPal, and codes that it does not take', async ({
  paypal,
}) => {
  const refuse = async (code: string, value: string) =>
    (await refusal(paypal.orders.createOrder({ body: orderOf(amountOf(code, value)) }))).issues

  expect(await refuse('JPY', '500.50')).toEqual(['DECIMALS_NOT_SUPPORTED'])
  expect(await refuse('HUF', '500.00')).toEqual(['DECIMALS_NOT_SUPPORTED'])
  expect(await refuse('TWD', '500.00')).toEqual(['DECIMALS_NOT_SUPPORTED'])
  expect(await refuse('GBP', '5.005')).toEqual(['DECIMAL_PRECISION'])
  expect(await refuse('ISK', '500')).toEqual(['INVALID_CURRENCY_CODE'])
})

test('converts a payment in a currency that the seller has no balance in, and says at what rate', async ({
  paypal,
}) => {
  const capture = await payYen(paypal, {})

  expect(capture.sellerReceivableBreakdown).toMatchObject({
    grossAmount: { currencyCode: 'JPY', value: '1500' },
    paypalFee: { currencyCode: 'JPY', value: '84' },
    netAmount: { currencyCode: 'JPY', value: '1416' },
    receivableAmount: { currencyCode: 'GBP', value: '7.33' },
    exchangeRate: { sourceCurrency: 'JPY', targetCurrency: 'GBP', value: '0.00517333333' },
  })
})

test('converts nothing where the seller has a balance in the currency', async ({ paypal }) => {
  const { sellerReceivableBreakdown: breakdown } = await payYen(paypal, { balances: ['JPY'] })

  expect(breakdown?.netAmount).toEqual({ currencyCode: 'JPY', value: '1416' })
  expect(breakdown).not.toHaveProperty('exchangeRate')
})

test('waits for a seller who wants to accept payments in other currencies', async ({ paypal }) => {
  const capture = await payYen(paypal, { receiving: 'ask' })

  expect(capture).toMatchObject({
    status: 'PENDING',
    statusDetails: { reason: 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION' },
  })
  expect(capture).not.toHaveProperty('sellerReceivableBreakdown')
})
