import { type OrderRequest, PaypalWalletContextShippingPreference } from '@paypal/paypal-server-sdk'
import { expect } from 'vitest'
import { orderOf, refusal, type TestPaypal } from './paypal.fixture.ts'
import { test } from '../test.fixture.ts'

const bnCode = 'BRIMFUL_SP_SANDBOX'

async function openMerchant(paypal: TestPaypal, wanted: object = {}): Promise<string> {
  const merchant = await paypal.control('merchants', { email: 'ada@example.com', country: 'GB', ...wanted })
  return merchant.merchantId as string
}

/** Opens an order of 7.00 with a changed unit, and returns PayPal's refusal. */
function refuse(paypal: TestPaypal, change: Parameters<typeof orderOf>[0]) {
  return refusal(paypal.orders.createOrder({ body: orderOf(change) }))
}

test('creates, approves, captures and shows an order with a platform fee', async ({ paypal }) => {
  const merchantId = await openMerchant(paypal)
  const body = orderOf({
    payee: { merchantId },
    paymentInstruction: { platformFees: [{ amount: { currencyCode: 'GBP', value: '0.35' } }] },
  })

  const opened = await paypal.orders.createOrder({
    body,
    paypalRequestId: 'create',
    paypalPartnerAttributionId: bnCode,
  })
  const id = opened.result.id!
  await paypal.control('approve', { orderId: id, outcome: 'pay' })
  const captured = await paypal.orders.captureOrder({ id, paypalRequestId: 'capture' })

  expect(opened.statusCode).toBe(201)
  expect(opened.result.status).toBe('CREATED')
  expect(opened.result.links?.map(({ rel }) => rel)).toEqual(['self', 'approve', 'capture'])
  expect(captured.statusCode).toBe(201)
  expect(captured.result.status).toBe('COMPLETED')
  const capture = captured.result.purchaseUnits![0]!.payments!.captures![0]!
  expect(capture).toMatchObject({
    status: 'COMPLETED',
    customId: 'tip-1',
    amount: { value: '7.00', currencyCode: 'GBP' },
    sellerReceivableBreakdown: {
      grossAmount: { value: '7.00' },
      paypalFee: { value: '0.50' },
      platformFees: [{ amount: { value: '0.35' } }],
      netAmount: { value: '6.15' },
    },
  })
  const read = await paypal.orders.getOrder({ id })
  expect(read.result.purchaseUnits![0]).toMatchObject({ payee: { merchantId }, amount: { value: '7.00' } })
  expect(read.result.payer?.payerId).toMatch(/^[2-9A-HJ-NP-Z]{13}$/)
})

test('minimal answers have only payments in their units, full ones amount and payee', async ({ paypal }) => {
  const id = await paypal.openTip()
  await paypal.control('approve', { orderId: id, outcome: 'pay' })

  const short = await paypal.orders.captureOrder({ id, paypalRequestId: 'k' })
  const whole = await paypal.orders.captureOrder({
    id,
    paypalRequestId: 'k',
    prefer: 'return=representation',
  })

  expect(Object.keys(short.result.purchaseUnits![0]!).filter((key) => key !== 'referenceId')).toEqual([
    'payments',
  ])
  expect(whole.result.purchaseUnits![0]!.amount?.value).toBe('7.00')
})

test('repeating a request id returns the current state of the same order and capture', async ({ paypal }) => {
  const first = await paypal.orders.createOrder({ body: orderOf(), paypalRequestId: 'same' })
  const id = first.result.id!
  await paypal.control('approve', { orderId: id, outcome: 'pay' })

  const again = await paypal.orders.createOrder({ body: orderOf(), paypalRequestId: 'same' })
  const other = await paypal.orders.createOrder({ body: orderOf(), paypalRequestId: 'other' })
  const captured = await paypal.orders.captureOrder({ id, paypalRequestId: 'take' })
  const repeated = await paypal.orders.captureOrder({ id, paypalRequestId: 'take' })

  expect([again.statusCode, again.result.id, again.result.status]).toEqual([200, id, 'APPROVED'])
  expect(other.result.id).not.toBe(id)
  expect(repeated.statusCode).toBe(200)
  expect(repeated.result.purchaseUnits).toEqual(captured.result.purchaseUnits)
  const { captures } = await paypal.control<{ captures: object }>('state')
  expect(Object.keys(captures)).toHaveLength(1)
})

test.for([
  ['5.001', 'GBP', 'DECIMAL_PRECISION'],
  ['0.00', 'GBP', 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ['-1', 'GBP', 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ['5.00', 'JPY', 'DECIMALS_NOT_SUPPORTED'],
  ['5.00', 'XYZ', 'INVALID_CURRENCY_CODE'],
  ['10000000.00', 'GBP', 'MAX_VALUE_EXCEEDED'],
] as const)('refuses an amount of %s %s with %s', async ([value, currencyCode, issue], { paypal }) => {
  const { status, issues, body } = await refuse(paypal, { amount: { currencyCode, value } })

  expect([status, body.name, issues]).toEqual([422, 'UNPROCESSABLE_ENTITY', [issue]])
  expect(body.debug_id).toMatch(/^[0-9a-f]{13}$/)
  expect(body.details[0]).toMatchObject({ value: issue === 'INVALID_CURRENCY_CODE' ? 'XYZ' : value })
})

test('answers 400 with every invalid field of a body', async ({ paypal }) => {
  const body = JSON.stringify({ intent: 'CAPTURE', purchase_units: [{ amount: { currency_code: 'GBP' } }] })

  const missing = await refusal(paypal.call('POST', '/v2/checkout/orders', body))
  const malformed = await refusal(paypal.call('POST', '/v2/checkout/orders', '{'))
  const amount = { currencyCode: 'GBP', value: 'ten' }
  const wrong = await refuse(paypal, { customId: 'x'.repeat(256), amount })

  expect(missing.body.details[0]).toMatchObject({
    field: '/purchase_units/0/amount/value',
    issue: 'MISSING_REQUIRED_PARAMETER',
  })
  expect([malformed.status, malformed.issues]).toEqual([400, ['MALFORMED_REQUEST_JSON']])
  expect(wrong.issues.toSorted()).toEqual(['INVALID_PARAMETER_SYNTAX', 'INVALID_STRING_LENGTH'])
})

test.for([
  [{ standing: 'restricted' }, 'PAYEE_ACCOUNT_RESTRICTED'],
  [{ canReceive: false }, 'PAYEE_ACCOUNT_RESTRICTED'],
  [{ standing: 'closed' }, 'PAYEE_ACCOUNT_LOCKED_OR_CLOSED'],
] as const)('refuses a payment to a seller who is %o', async ([state, issue], { paypal }) => {
  const merchantId = await openMerchant(paypal, state)

  const { issues } = await refuse(paypal, { payee: { merchantId } })

  expect(issues).toEqual([issue])
})

test('refuses an unknown seller id, and leaves a payment to an unknown address unclaimed', async ({
  paypal,
}) => {
  const { issues } = await refuse(paypal, { payee: { merchantId: 'ABCDEFGHJKLMN' } })
  const id = await paypal.openTip({ payee: { emailAddress: 'nobody@example.com' } })
  const capture = await paypal.payOrder(id)

  expect(issues).toEqual(['PAYEE_ACCOUNT_INVALID'])
  expect([capture.status, capture.statusDetails?.reason]).toEqual(['PENDING', 'UNILATERAL'])
})

test('allows a platform fee up to the amount, for an approved partner with its code and the seller’s consent', async ({
  paypal,
}) => {
  const merchantId = await openMerchant(paypal)
  const withFee = (value: string) =>
    orderOf({
      payee: { merchantId },
      paymentInstruction: { platformFees: [{ amount: { currencyCode: 'GBP', value } }] },
    })
  const create = (body: OrderRequest, code?: string) =>
    refusal(paypal.orders.createOrder({ body, paypalPartnerAttributionId: code }))

  expect((await create(withFee('0.35'))).issues).toEqual(['PLATFORM_FEES_NOT_SUPPORTED'])
  expect((await create(withFee('7.01'), bnCode)).issues).toEqual(['INVALID_PLATFORM_FEES_AMOUNT'])
  await openMerchant(paypal, { hasConsented: false })
  expect(await create(withFee('0.35'), bnCode)).toMatchObject({ status: 403, issues: ['CONSENT_NEEDED'] })
  await paypal.control('partner', { isApproved: false })
  expect((await create(withFee('0.35'), bnCode)).issues).toEqual(['PLATFORM_FEES_NOT_SUPPORTED'])
})

test('requires a request id for a payment source, and answers PAYER_ACTION_REQUIRED', async ({ paypal }) => {
  const body = { ...orderOf(), paymentSource: { paypal: {} } }

  const without = await refusal(paypal.orders.createOrder({ body }))
  const { result } = await paypal.orders.createOrder({ body, paypalRequestId: 'p' })

  expect([without.status, without.issues]).toEqual([400, ['PAYPAL_REQUEST_ID_REQUIRED']])
  expect(result.status).toBe('PAYER_ACTION_REQUIRED')
  expect(result.links?.map(({ rel }) => rel)).toEqual(['self', 'payer-action'])
})

test('asks the payer for a postal address and shows it to the payee, unless the order says that nothing is shipped', async ({
  paypal,
}) => {
  const open = async (body: OrderRequest, paypalRequestId: string) =>
    (await paypal.orders.createOrder({ body, paypalRequestId })).result.id!
  const experienceContext = { shippingPreference: PaypalWalletContextShippingPreference.NoShipping }
  const shipped = await open(orderOf(), 'shipped')
  const digital = await open({ ...orderOf(), paymentSource: { paypal: { experienceContext } } }, 'digital')
  const pageOf = async (id: string) => (await fetch(`${paypal.origin}/paypal/checkoutnow?token=${id}`)).text()

  const pages = [await pageOf(shipped), await pageOf(digital)]
  for (const orderId of [shipped, digital]) await paypal.control('approve', { orderId, outcome: 'pay' })
  const [seen, hidden] = [
    await paypal.orders.getOrder({ id: shipped }),
    await paypal.orders.getOrder({ id: digital }),
  ]

  expect(pages.map((page) => page.includes('Ship to'))).toEqual([true, false])
  expect(seen.result.purchaseUnits![0]!.shipping?.address).toMatchObject({ postalCode: 'TW9 1EH' })
  expect(hidden.result.purchaseUnits![0]!.shipping).toBeUndefined()
})

test('refuses to capture an unapproved or captured order', async ({ paypal }) => {
  const id = await paypal.openTip()

  const early = await refusal(paypal.orders.captureOrder({ id }))
  await paypal.control('approve', { orderId: id, outcome: 'pay' })
  await paypal.orders.captureOrder({ id, paypalRequestId: 'one' })
  const late = await refusal(paypal.orders.captureOrder({ id, paypalRequestId: 'two' }))
  const unknown = await refusal(paypal.orders.captureOrder({ id: 'NOSUCHORDER' }))

  expect([early.status, early.issues]).toEqual([422, ['ORDER_NOT_APPROVED']])
  expect([late.status, late.issues]).toEqual([422, ['ORDER_ALREADY_CAPTURED']])
  expect([unknown.status, unknown.body.name]).toEqual([404, 'RESOURCE_NOT_FOUND'])
})

test('repeats a decline for its request id, and captures with another card and id', async ({ paypal }) => {
  const id = await paypal.openTip()
  await paypal.control('approve', { orderId: id, outcome: 'declined' })
  const declined = await refusal(paypal.orders.captureOrder({ id, paypalRequestId: 'one' }))

  await paypal.control('approve', { orderId: id, outcome: 'pay' })
  const stale = await refusal(paypal.orders.captureOrder({ id, paypalRequestId: 'one' }))
  const paid = await paypal.orders.captureOrder({ id, paypalRequestId: 'two' })

  expect(declined.issues).toEqual(['INSTRUMENT_DECLINED'])
  const redirect = declined.body.links.find(({ rel }: { rel: string }) => rel === 'redirect')
  expect(redirect.href).toBe(`${paypal.origin}/paypal/checkoutnow?token=${id}`)
  expect(stale.issues).toEqual(['INSTRUMENT_DECLINED'])
  expect(paid.result.status).toBe('COMPLETED')
})

test.for([
  ['payer-cannot-pay', 'PAYER_CANNOT_PAY'],
  ['refused', 'TRANSACTION_REFUSED'],
  ['payee-blocked', 'PAYEE_BLOCKED_TRANSACTION'],
  ['payee-no-cards', 'PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING'],
  ['compliance', 'COMPLIANCE_VIOLATION'],
  ['too-many-attempts', 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED'],
] as const)('refuses a capture after %s with %s', async ([outcome, issue], { paypal }) => {
  const id = await paypal.openTip()
  await paypal.control('approve', { orderId: id, outcome })

  expect((await refusal(paypal.orders.captureOrder({ id }))).issues).toEqual([issue])
})

test.for([
  ['pending', 'PENDING', 'ECHECK'],
  ['capture-declined', 'DECLINED', 'DECLINED_BY_RISK_FRAUD_FILTERS'],
] as const)('completes an order whose capture is %s', async ([outcome, status, reason], { paypal }) => {
  const id = await paypal.openTip()
  const capture = await paypal.payOrder(id, outcome)
  const { result } = await paypal.orders.getOrder({ id })

  expect([result.status, capture.status, capture.statusDetails?.reason]).toEqual([
    'COMPLETED',
    status,
    reason,
  ])
})

test('accepts each invoice id once per seller', async ({ paypal }) => {
  const first = await paypal.openTip({ invoiceId: 'INV-1' })
  const second = await paypal.orders.createOrder({ body: orderOf({ invoiceId: 'INV-1' }) })
  for (const orderId of [first, second.result.id])
    await paypal.control('approve', { orderId, outcome: 'pay' })
  await paypal.orders.captureOrder({ id: first })

  const captured = await refusal(paypal.orders.captureOrder({ id: second.result.id! }))
  const created = await refuse(paypal, { invoiceId: 'INV-1' })

  expect(captured.issues).toEqual(['DUPLICATE_INVOICE_ID'])
  expect(created.issues).toEqual(['DUPLICATE_INVOICE_ID'])
})

test('refuses a breakdown that does not add up', async ({ paypal }) => {
  const gbp = (value: string) => ({ currencyCode: 'GBP', value })
  const items = [{ name: 'Tip', quantity: '2', unitAmount: gbp('3.00') }]

  const wrongSum = { amount: { ...gbp('7.00'), breakdown: { itemTotal: gbp('6.00') } }, items }

  expect((await refuse(paypal, wrongSum)).issues).toEqual(['AMOUNT_MISMATCH'])
  expect((await refuse(paypal, { items })).issues).toEqual(['ITEM_TOTAL_REQUIRED'])
})

test('answers the error that PayPal-Mock-Response names', async ({ paypal }) => {
  const paypalMockResponse = '{"mock_application_codes":"PAYEE_BLOCKED_TRANSACTION"}'

  const { issues } = await refusal(paypal.orders.createOrder({ body: orderOf(), paypalMockResponse }))

  expect(issues).toEqual(['PAYEE_BLOCKED_TRANSACTION'])
})

test('refuses wrong credentials and invalid tokens', async ({ paypal }) => {
  const url = `${paypal.origin}/paypal/v2/checkout/orders/X`
  const form = { grant_type: 'client_credentials' }

  const wrong = await paypal.grant(form, 'guess')
  const right = await paypal.grant(form)
  const none = await fetch(url)
  const forged = await fetch(url, { headers: { authorization: 'Bearer forged' } })

  expect([wrong.status, await wrong.json()]).toEqual([
    401,
    { error: 'invalid_client', error_description: 'Client Authentication failed' },
  ])
  expect(await right.json()).toMatchObject({ token_type: 'Bearer', expires_in: 32400 })
  expect([none.status, await none.json()]).toEqual([
    401,
    expect.objectContaining({ name: 'AUTHENTICATION_FAILURE' }),
  ])
  expect([forged.status, await forged.json()]).toEqual([
    401,
    expect.objectContaining({ error: 'invalid_token' }),
  ])
})
