import { expect, onTestFinished, test, vi } from 'vitest'
import { openPaypalCheckout } from './checkout.fixture.ts'
import { offsetTime, toTransaction, transactionInfo } from './transaction-codes.ts'

const dayMs = 86_400_000

const row = (change: object) =>
  transactionInfo.parse({
    transaction_id: '4J3265475X6749251',
    transaction_event_code: 'T0006',
    transaction_initiation_date: '2026-11-04T01:27:43+0000',
    transaction_updated_date: '2026-11-04T01:27:43+0000',
    transaction_amount: { currency_code: 'GBP', value: '7.00' },
    transaction_status: 'S',
    ...change,
  })

test('what a transaction changes is its amount without the fee, and its code says what moved', () => {
  const fee_amount = { currency_code: 'GBP', value: '-0.50' }
  const ofPayment = { paypal_reference_id: 'CAP', paypal_reference_id_type: 'TXN' }
  const minus = (value: string) => ({ transaction_amount: { currency_code: 'GBP', value } })

  const kinds = [
    row({ fee_amount, custom_field: 'order' }),
    row({ ...ofPayment, ...minus('-0.35'), transaction_event_code: 'T0113' }),
    row({ ...ofPayment, ...minus('0.10'), transaction_event_code: 'T0113' }),
    row({ ...ofPayment, ...minus('-2.33'), transaction_event_code: 'T1107' }),
    row({ ...ofPayment, ...minus('-7.00'), transaction_event_code: 'T1201' }),
    row({ ...ofPayment, ...minus('-7.00'), transaction_event_code: 'T1110' }),
  ].map((one) => toTransaction(one))

  expect(kinds.map((one) => [one?.kind, one?.netMinor, one?.captureId, one?.orderId])).toEqual([
    ['payment', 650, '4J3265475X6749251', 'order'],
    ['payment', -35, 'CAP', undefined],
    ['refund', 10, 'CAP', undefined],
    ['refund', -233, 'CAP', undefined],
    ['refund', -700, 'CAP', undefined],
    ['dispute', -700, 'CAP', undefined],
  ])
})

test('what PayPal charges for disputes and chargebacks is a fee, and of a hold only its fee amount is', () => {
  const of = (transaction_event_code: string, value: string, fee?: string) =>
    toTransaction(
      row({
        transaction_event_code,
        paypal_reference_id: 'CAP',
        transaction_amount: { currency_code: 'GBP', value },
        ...(fee && { fee_amount: { currency_code: 'GBP', value: fee } }),
      }),
    )

  const found = [
    of('T0106', '-14.00'),
    of('T0114', '-12.00'),
    of('T0114', '12.00'),
    of('T1110', '-7.00'),
    of('T1110', '-7.00', '-0.35'),
    of('T1111', '7.00', '0.35'),
    of('T1107', '-7.00', '0.35'),
  ]

  expect(found.map((one) => [one?.kind, one?.netMinor, one?.disputeFeeMinor])).toEqual([
    ['dispute', -14_00, 14_00],
    ['dispute', -12_00, 12_00],
    ['dispute', 12_00, -12_00],
    ['dispute', -7_00, 0],
    ['dispute', -7_35, 35],
    ['dispute', 7_35, -35],
    ['refund', -6_65, 0],
  ])
})

const amountOf = (value: string) => ({ currency_code: 'GBP', value })

test.each<[string, object[]]>([
  ['a partner fee', [{ transaction_amount: amountOf('0.10'), transaction_event_code: 'T0113' }]],
  ['a payment fee', [{ transaction_amount: amountOf('0.10'), transaction_event_code: 'T0107' }]],
  ['a fee reversal', [{ transaction_amount: amountOf('0.10'), transaction_event_code: 'T1108' }]],
  ['a fee of the refund', []],
])('a fee that comes back with a refund counts as the refund’s when it is listed as %s', (_, others) => {
  const refund = {
    transaction_event_code: 'T1107',
    transaction_amount: amountOf('-2.00'),
    ...(others.length === 0 && { fee_amount: amountOf('0.10') }),
  }
  const found = [refund, ...others].map((one) => toTransaction(row({ paypal_reference_id: 'CAP', ...one })))

  expect(found.map((one) => [one?.kind, one?.captureId])).toEqual(found.map(() => ['refund', 'CAP']))
  expect(found.reduce((sum, one) => sum + one!.netMinor, 0)).toBe(-190)
})

test.each<[string, object]>([
  ['a withdrawal', { transaction_event_code: 'T0400' }],
  ['a conversion of currencies', { transaction_event_code: 'T0200', paypal_reference_id: 'CAP' }],
  ['a denied payment', { transaction_status: 'D' }],
  ['a payment that the account made', { transaction_amount: { currency_code: 'GBP', value: '-7.00' } }],
  ['a refund that names no payment', { transaction_event_code: 'T1107' }],
])('%s is no part of a payment', (_, change) => {
  expect(toTransaction(row(change))).toBeUndefined()
})

test('a time without a colon in its offset, as PayPal sends it, is read', () => {
  expect(offsetTime.parse('2026-11-04T01:27:43-0700')).toEqual(new Date('2026-11-04T08:27:43Z'))
})

test('a search over months is made in spans of 31 days, and a span with too much in halves', async () => {
  await using checkout = await openPaypalCheckout({ hasGrantedSearch: true })
  const { standIn, accountId, config } = checkout
  await standIn.control('transaction-search', { listDelayMs: 0, listLimit: 2 })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * dayMs })
  onTestFinished(() => void vi.useRealTimers())
  const { captureId: earlier } = await checkout.takeTip()
  vi.useRealTimers()
  const { captureId } = await checkout.takeTip()
  const payment = checkout.ctx.payments.paypal!
  const since = new Date(Date.now() - 100 * dayMs)

  const { transactions, completeTo } = await payment.listTransactions!(accountId, since, new Date())

  expect(config.searchesTransactions).toBe(true)
  expect(transactions.map((one) => one.captureId)).toEqual([earlier, earlier, captureId, captureId])
  expect(completeTo.getTime()).toBeGreaterThan(Date.now() - 10_000)
})

test('a payment that was pending for days is found with its fees, under the time when it was begun', async () => {
  await using checkout = await openPaypalCheckout({ hasGrantedSearch: true })
  const { standIn, accountId, act, paymentIds } = checkout
  await standIn.control('transaction-search', { listDelayMs: 0 })
  const orderId = await checkout.open()
  await checkout.pay(orderId, 'pending')
  await checkout.finish(orderId)
  const [captureId] = await paymentIds()
  const find = () =>
    checkout.ctx.payments.paypal!.findTransactions!(accountId, captureId!, new Date(Date.now() - dayMs))

  const pending = await find()
  await act(captureId!, 'clear')
  const cleared = await find()

  expect(pending).toEqual([])
  expect(cleared.map(({ netMinor }) => netMinor).toSorted((a, b) => a - b)).toEqual([-35, 650])
})
