/** Tests that the fees of disputes and chargebacks, which only the providers' records state, are booked from these records. */
import { expect, test } from 'vitest'
import type { Db } from '../../../db/connection.ts'
import { saveTransactions } from '../../../db/queries/payments/provider-transactions.ts'
import { checkBalance } from '../ledger/check-balance.ts'
import { readBalances } from '../ledger/ledger.fixture.ts'
import { readStatement } from '../ledger/read-statement.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { listed, reconcileLater } from './sums.fixture.ts'

const clean = { differences: [], sums: [], missingAtProvider: [], unmatchedPayments: [], unanswered: [] }

/** A transaction of a dispute, as PayPal lists it. */
const ofDispute = { provider: 'paypal', mode: 'test', kind: 'dispute', orderId: undefined } as const

/** Lists the booked fees of disputes, as the creator's account has them. */
const bookedFees = (db: Db) =>
  db
    .selectFrom('ledgerEntry')
    .select(['amountMinor', 'sourceId', 'transactionId'])
    .where('kind', '=', 'provider_fee')
    .where('account', '=', 'creator')
    .where('sourceId', 'is not', null)
    .orderBy('id')
    .execute()

async function openPaypal() {
  const checkout = await openPaypalCheckout({ hasGrantedSearch: true })
  await checkout.standIn.control('transaction-search', { listDelayMs: 0 })
  return checkout
}

test('PayPal’s fees for a lost claim and a chargeback are booked from its list, each once, and shown on the statement', async () => {
  await using checkout = await openPaypal()
  const { ctx, db, act, creator } = checkout
  const take = async () => (await checkout.takeTip({ amountMinor: 30_00 })).captureId
  const [lost, charged, won] = [await take(), await take(), await take()]
  for (const captureId of [lost, won]) {
    await act(captureId, 'dispute')
    await act(captureId, 'escalate')
  }
  await act(lost, 'dispute-lost')
  await act(won, 'dispute-won')
  await act(charged, 'chargeback')

  const first = await reconcileLater(ctx, 240)
  const second = await reconcileLater(ctx, 480)

  expect([first, second]).toMatchObject([clean, clean])
  expect(await listed(db)).toEqual([])
  // £12 for the lost claim (T0114) and £14 for the chargeback (T0106).
  const booked = await bookedFees(db)
  expect(booked.map(({ amountMinor }) => amountMinor).toSorted((a, b) => b - a)).toEqual([-12_00, -14_00])
  for (const { sourceId, transactionId } of booked) expect(sourceId).toBe(`dispute:${transactionId}`)
  const { entries, years } = await readStatement(db, { creatorUid: creator.uid, mode: 'test' })
  const fees = entries.filter(({ kind }) => kind === 'provider_fee').map(({ providerFee }) => providerFee)
  expect(fees.toSorted((a, b) => b - a)).toEqual([-12_00, -14_00]) // the fees of the tips are in their rows
  expect(years[0]!.providerFees).toBe(entries.reduce((sum, { providerFee }) => sum + providerFee, 0))
  expect(await checkBalance(ctx)).toEqual([])
})

test('a fee of PayPal’s hold, and its return with the release, are booked from the transactions’ fee amounts', async () => {
  await using checkout = await openPaypal()
  const { ctx, db, act, accountId: payeeId } = checkout
  const { captureId } = await checkout.takeTip({ amountMinor: 30_00 })
  await act(captureId, 'dispute')
  await act(captureId, 'dispute-won')
  await reconcileLater(ctx, 240)
  const row = { ...ofDispute, payeeId, captureId }
  const at = new Date()
  const store = (transactionId: string, feeMinor: number) => {
    const moved = { settledMinor: -feeMinor, settledCurrency: 'gbp', netMinor: -feeMinor, currency: 'gbp' }
    const times = { createdAt: at, availableAt: at }
    return saveTransactions(db, [
      { ...row, transactionId, sourceId: transactionId, disputeFeeMinor: feeMinor, ...moved, ...times },
    ])
  }

  await store('HOLDFEE', 35)
  const held = await reconcileLater(ctx, 480)
  await store('HOLDFEERETURNED', -35)
  await store('HOLDFEE', 35)
  const released = await reconcileLater(ctx, 720)

  expect([held, released]).toMatchObject([clean, clean])
  expect(await bookedFees(db)).toEqual([
    { amountMinor: -35, sourceId: 'dispute:HOLDFEE', transactionId: 'HOLDFEE' },
    { amountMinor: 35, sourceId: 'dispute:HOLDFEERETURNED', transactionId: 'HOLDFEERETURNED' },
  ])
  expect(await checkBalance(ctx)).toEqual([])
})

test('a fee in another currency than the tip’s is not booked, and stays a difference', async () => {
  await using checkout = await openPaypal()
  const { ctx, db, accountId: payeeId } = checkout
  const { captureId } = await checkout.takeTip()
  await reconcileLater(ctx, 240)
  const at = new Date()
  const moved = { settledMinor: -15_00, settledCurrency: 'usd', netMinor: -15_00, currency: 'usd' }
  const of = { ...ofDispute, payeeId, captureId }
  const ids = { transactionId: 'DOLLARFEE', sourceId: 'DOLLARFEE', disputeFeeMinor: 15_00 }
  await saveTransactions(db, [{ ...of, ...ids, ...moved, createdAt: at, availableAt: at }])

  const { differences } = await reconcileLater(ctx, 480)

  expect(differences).toMatchObject([
    { kind: 'dispute', currency: 'usd', providerMinor: -15_00, ledgerMinor: 0 },
  ])
  expect(await bookedFees(db)).toEqual([])
})

test.each(['gb', 'de'])(
  'Stripe’s fee for countering a dispute is booked, stays when it is lost, and comes back when it is won (an account in %s)',
  async (country) => {
    await using checkout = await openStripeCheckout()
    const { ctx, db, creator } = checkout
    await checkout.moveAccount(country)
    const take = async () => (await checkout.takeTip({ amountMinor: 30_00 })).captureId
    const [lost, won] = [await take(), await take()]
    await checkout.readRecords()
    for (const intentId of [lost, won])
      for (const act of ['dispute', 'counter']) await checkout.act(intentId, act)
    await reconcileLater(ctx, 1)
    const whileOpen = await bookedFees(db)
    await checkout.act(lost, 'dispute-lost')
    await checkout.act(won, 'dispute-won')

    const decided = await reconcileLater(ctx, 240)
    const again = await reconcileLater(ctx, 360)

    expect([decided, again]).toMatchObject([clean, clean])
    expect(await listed(db)).toEqual([])
    // 20.00 in the currency of the account; in Germany that is 20.00 EUR, converted as Stripe converted the disputed amount.
    const fee = country === 'gb' ? 20_00 : 17_60
    const amountsOf = (fees: typeof whileOpen) => fees.map(({ amountMinor }) => amountMinor)
    expect(amountsOf(whileOpen)).toEqual([-fee, -fee])
    expect(amountsOf(await bookedFees(db))).toEqual([-fee, -fee, fee])
    const { entries } = await readStatement(db, { creatorUid: creator.uid, mode: 'test' })
    expect(entries.filter(({ amount }) => Math.abs(amount) === fee)).toHaveLength(3)
    expect((await readBalances(db)).disputed ?? 0).toBe(0)
    expect(await checkBalance(ctx)).toEqual([])
  },
)

test('a report of the dispute that arrives again after its fee was booked books nothing', async () => {
  await using checkout = await openStripeCheckout()
  const { ctx, db } = checkout
  const { captureId } = await checkout.takeTip({ amountMinor: 30_00 })
  await checkout.readRecords()
  await checkout.act(captureId, 'dispute')
  await checkout.act(captureId, 'counter')
  await reconcileLater(ctx, 120)
  await checkout.act(captureId, 'dispute-lost')
  const [closed] = await checkout.eventsOf('charge.dispute.closed')
  await checkout.receive(closed!)
  const booked = () => db.selectFrom('ledgerEntry').select('id').orderBy('id').execute()
  const before = await booked()

  for (const type of ['created', 'updated', 'closed'])
    for (const event of await checkout.eventsOf(`charge.dispute.${type}`))
      await checkout.receive({ ...event, id: `evt_again_${type}` })
  expect(await reconcileLater(ctx, 240)).toMatchObject(clean)

  expect(await booked()).toEqual(before)
  expect((await bookedFees(db)).map(({ amountMinor }) => amountMinor)).toEqual([-20_00])
})

test('an open dispute at PayPal holds its own amount until PayPal lists what it held, and then that', async () => {
  await using checkout = await openPaypal()
  const { ctx, db, act, accountId: payeeId } = checkout
  await checkout.standIn.control('transaction-search', { listDelayMs: 3 * 3_600_000 })
  const { captureId } = await checkout.takeTip({ amountMinor: 30_00 })
  await act(captureId, 'dispute', 20_00)
  await checkout.recordDisputes(payeeId)
  const held = async () => (await readBalances(db))['disputed']
  expect(await held()).toBe(20_00)

  await checkout.standIn.control('transaction-search', { listDelayMs: 0 })
  const at = new Date()
  const moved = {
    settledMinor: 5_00,
    settledCurrency: 'gbp',
    netMinor: 5_00,
    currency: 'gbp',
    disputeFeeMinor: 0,
  }
  const part = { transactionId: 'PARTRELEASED', sourceId: 'PARTRELEASED', createdAt: at, availableAt: at }
  await saveTransactions(db, [{ ...ofDispute, payeeId, captureId, ...part, ...moved }])
  const report = await reconcileLater(ctx, 240)

  expect(report).toMatchObject(clean)
  expect(await held()).toBe(15_00)
  await checkout.recordDisputes(payeeId)
  expect(await held()).toBe(15_00)
  expect(await reconcileLater(ctx, 480)).toMatchObject(clean)
  expect(await checkBalance(ctx)).toEqual([])
})
