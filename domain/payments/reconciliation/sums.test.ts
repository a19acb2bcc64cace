import { register } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { saveReferenceRates } from '../../../db/queries/payments/reference-rates.ts'
import { checkPayments } from '../check-payments.ts'
import { checkoutModes, later } from '../checkout.fixture.ts'
import { readStatement } from '../ledger/read-statement.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { listed, plantCent, reconcileLater as reconcileAt } from './sums.fixture.ts'

type Checkout = Awaited<ReturnType<typeof openStripeCheckout>>

const reconcileLater = ({ ctx }: Checkout, minutes: number) => reconcileAt(ctx, minutes)

test.each(checkoutModes)(
  '%s: payments, partial refunds and disputes of an account are the same sums in the ledger as at Stripe',
  async (mode) => {
    await using checkout = await openStripeCheckout(mode)
    await checkout.standIn.control('webhooks', { mode: 'drop' })
    const [first, second, third] = [
      await checkout.takeTip(),
      await checkout.takeTip({ coversFee: true }),
      await checkout.takeTip(),
    ]
    await checkout.act(first.captureId, 'refund', 2_33)
    await checkout.act(second.captureId, 'dispute')
    await checkout.act(third.captureId, 'dispute')
    await checkout.act(third.captureId, 'dispute-won')

    await checkout.readRecords()
    await reconcileLater(checkout, 120)
    await checkout.readRecords()
    const { differences, sums, missingAtProvider, unmatchedPayments, unanswered } = await reconcileLater(
      checkout,
      240,
    )

    expect({ differences, sums, missingAtProvider, unmatchedPayments, unanswered }).toEqual({
      differences: [],
      sums: [],
      missingAtProvider: [],
      unmatchedPayments: [],
      unanswered: [],
    })
    expect(await listed(checkout.db)).toEqual([])
    const transactions = await checkout.db.selectFrom('providerTransaction').select('kind').execute()
    expect(transactions.map(({ kind }) => kind).toSorted()).toEqual([
      'dispute',
      'dispute',
      'dispute',
      'payment',
      'payment',
      'payment',
      'refund',
    ])
  },
)

test('converted tips in forint and yen, refunded in parts, are the same sums as at Stripe', async () => {
  await using checkout = await openStripeCheckout()
  const { db, ctx, creator } = checkout
  const day = new Date().toISOString().slice(0, 10)
  await saveReferenceRates(db, { day, perEuro: { gbp: 0.8, huf: 400, jpy: 160 } })
  await checkout.moveAccount('us')
  for (const request of [
    { amountMinor: 1_990_00, currency: 'huf', coversFee: true },
    { amountMinor: 1_990, currency: 'jpy' },
  ] as const) {
    const { id: tipId } = await checkout.takeTip(request)
    const step = request.currency === 'huf' ? 100 : 1
    for (const part of [137, 412, 205])
      await requestRefund(ctx, creator.uid, { tipId, amountMinor: part * step, reason: '' })
  }

  await checkout.readRecords()
  await reconcileLater(checkout, 120)
  await checkout.readRecords()

  expect((await reconcileLater(checkout, 240)).differences).toEqual([])
  const captures = await db.selectFrom('tip').select('captureId').execute()
  for (const { captureId } of captures) await plantCent(db, captureId, -1)
  const { differences } = await reconcileLater(checkout, 360)
  expect(differences.map(({ ledgerMinor, providerMinor }) => ledgerMinor - providerMinor)).toEqual([-1, -1])
})

test('a refund that comes to no cent of the account is the same sum as at Stripe', async () => {
  await using checkout = await openStripeCheckout()
  const { db, ctx, creator } = checkout
  const day = new Date().toISOString().slice(0, 10)
  await saveReferenceRates(db, { day, perEuro: { gbp: 0.8, huf: 400 } })
  await checkout.moveAccount('us')
  const { id: tipId } = await checkout.takeTip({ amountMinor: 1_990_00, currency: 'huf' })
  await requestRefund(ctx, creator.uid, { tipId, amountMinor: 100, reason: '' }) // one forint

  await checkout.readRecords()
  await reconcileLater(checkout, 120)
  await checkout.readRecords()

  expect((await reconcileLater(checkout, 240)).differences).toEqual([])
})

test.each(['gb', 'de'])(
  'a bank debit is no finding while it is not decided, after it failed, or after it was paid (an account in %s)',
  async (country) => {
    await using checkout = await openStripeCheckout()
    await checkout.moveAccount(country)
    const payByBank = async () => {
      const sessionId = await checkout.open()
      const { intentId } = await checkout.pay(sessionId, { way: 'bank' })
      await checkout.finish(sessionId)
      return intentId
    }
    const [paid, failed] = [await payByBank(), await payByBank()]
    const nothing = { differences: [], unmatchedPayments: [], missingAtProvider: [], unanswered: [] }

    await reconcileLater(checkout, 1) // Stripe books in the background
    expect(await reconcileLater(checkout, 55)).toMatchObject(nothing)
    expect(await listed(checkout.db)).toHaveLength(2)
    expect(await countStuck(checkout)).toBe(0)

    await checkout.act(paid, 'clear')
    await checkout.act(failed, 'fail')
    await reconcileLater(checkout, 110)
    await checkout.readRecords()
    expect(await reconcileLater(checkout, 240)).toMatchObject(nothing)
    expect(await checkout.orderStatus()).toEqual(expect.arrayContaining(['COMPLETED', 'FAILED']))
    expect(await listed(checkout.db)).toEqual([])
  },
)

test('a difference of one cent is named by its rows, stays until it is gone, and then is no more', async () => {
  await using checkout = await openStripeCheckout()
  const { id: tipId, captureId } = await checkout.takeTip()
  await checkout.takeTip()
  await checkout.readRecords()
  await checkout.act(captureId, 'refund', 2_00)
  await reconcileLater(checkout, 120)
  await checkout.readRecords()
  await plantCent(checkout.db, captureId, 1)

  const found = await reconcileLater(checkout, 240)
  const again = await reconcileLater(checkout, 360)
  const { uid: creatorUid } = checkout.creator
  const shown = () => readStatement(checkout.db, { creatorUid, mode: 'test' })
  const { differences: toCreator } = await shown()
  const toOperator = await countStuck(checkout)
  await plantCent(checkout.db, captureId, -1)
  const gone = await reconcileLater(checkout, 480)

  const difference = {
    provider: 'stripe',
    payeeId: checkout.accountId,
    tipId,
    captureId,
    kind: 'refund',
    currency: 'gbp',
    day: new Date().toISOString().slice(0, 10),
    providerMinor: -200,
    ledgerMinor: -199,
    transactionIds: [expect.stringMatching(/^txn_/)],
  }
  expect(found.differences).toEqual([difference])
  expect(found.sums).toMatchObject([{ day: difference.day, currency: 'gbp' }])
  expect(found.sums[0]!.ledgerMinor - found.sums[0]!.providerMinor).toBe(1)
  expect(again.differences).toEqual([difference])
  expect(toCreator).toMatchObject([{ tipId, kind: 'refund', providerAmount: -200, statementAmount: -199 }])
  expect(toOperator).toBe(1)
  expect(gone.differences).toEqual([])
  expect(await listed(checkout.db)).toEqual([])
  expect((await shown()).differences).toEqual([])
  expect(await countStuck(checkout)).toBe(0)
})

/** Returns the value of the operator's metric of payments whose sums differ. */
async function countStuck({ ctx }: Checkout): Promise<number | undefined> {
  await checkPayments(ctx)
  const { values } = await register.getSingleMetric('brimful_payments_stuck')!.get()
  return values.find(({ labels }) => labels['reason'] === 'difference')?.value
}

test('an open dispute of a payment that differs is recorded once, though it is looked up each time', async () => {
  await using checkout = await openStripeCheckout()
  const { captureId } = await checkout.takeTip()
  await checkout.readRecords()
  await checkout.standIn.control('webhooks', { mode: 'drop' })
  await checkout.act(captureId, 'dispute')
  await plantCent(checkout.db, captureId, 1)

  const first = await reconcileLater(checkout, 120)
  vi.useFakeTimers({ toFake: ['Date'], now: later(1) })
  onTestFinished(() => void vi.useRealTimers())
  const second = await reconcileLater(checkout, 240)

  expect(first.repaired.disputes).toHaveLength(1)
  expect(second.differences).toHaveLength(1)
  expect(second.repaired.disputes).toEqual([])
})

test('a payment that Stripe converted is compared in its own currency', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.moveAccount('de')
  const { captureId } = await checkout.takeTip()
  await checkout.act(captureId, 'refund', 2_33)
  await checkout.readRecords()
  await reconcileLater(checkout, 120)
  await checkout.readRecords()

  const { differences } = await reconcileLater(checkout, 240)

  expect(differences).toEqual([])
  expect(await listed(checkout.db)).toEqual([])
})

test('an account where nothing moves is compared once a day; each report says up to when all are', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.takeTip()
  await checkout.readRecords()
  const accountsAt = async (minutes: number) => (await reconcileLater(checkout, minutes)).accounts

  const busy = [await accountsAt(120), await accountsAt(180)]
  const dayMinutes = 24 * 60
  await accountsAt(10 * dayMinutes)
  const quiet = [await accountsAt(10 * dayMinutes + 60), await accountsAt(11 * dayMinutes)]
  const report = await reconcileLater(checkout, 12 * dayMinutes)

  expect([busy, quiet]).toEqual([
    [1, 1],
    [0, 1],
  ])
  expect(Date.parse(report.completeUpTo!)).toBeGreaterThan(later(12 * dayMinutes - 1).getTime())
})

test('an account that did not answer is taken up from where it was complete', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.takeTip()
  await checkout.readRecords()
  const first = await reconcileLater(checkout, 120)
  await checkout.fault('get', 'status-503', 3)

  const second = await reconcileLater(checkout, 240)
  const third = await reconcileLater(checkout, 360)

  expect(second.completeUpTo).toBe(first.completeUpTo)
  expect([second.unanswered.length, third.unanswered.length]).toEqual([1, 0])
  expect(Date.parse(third.completeUpTo!)).toBeGreaterThan(Date.parse(second.completeUpTo!))
})

test('an account that was disconnected is named in the report, and "complete up to" goes on without it', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.takeTip()
  await checkout.readRecords()
  const before = await reconcileLater(checkout, 120)
  const { email } = checkout.creator
  await checkout.standIn.control('accounts', { email, isDisconnected: true })
  const other = { provider: 'stripe', mode: 'test', payeeId: 'acct_other', access: 'listed' } as const
  await checkout.db
    .insertInto('reconciledAccount')
    .values({ ...other, completeTo: later(200), dueAt: later(9_999) })
    .execute()

  const lost = await reconcileLater(checkout, 240)
  await checkout.standIn.control('accounts', { email, isDisconnected: false })
  await checkout.db.deleteFrom('reconciledAccount').where('payeeId', '=', other.payeeId).execute()
  const found = await reconcileLater(checkout, 3 * 24 * 60)

  const { accountId: payeeId } = checkout
  expect(lost.notCompared).toMatchObject([{ provider: 'stripe', payeeId, access: 'lost' }])
  expect(lost.unanswered).toEqual([])
  expect(Date.parse(lost.completeUpTo!)).toBeGreaterThan(Date.parse(before.completeUpTo!))
  expect(found).toMatchObject({ notCompared: [], accounts: 1 })
})
