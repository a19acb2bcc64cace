import { expect, onTestFinished, test, vi } from 'vitest'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { listOnTheWay } from '../../../db/queries/payments/payouts.ts'
import { later } from '../checkout.fixture.ts'
import { listed, plantCent, reconcileLater } from './sums.fixture.ts'

/**
 * Opens a checkout whose creator lets us list the transactions at PayPal. They are listed `listDelayMs` milliseconds after they
 * were booked.
 */
async function openListed({ listDelayMs = 0 } = {}) {
  const checkout = await openPaypalCheckout({ hasGrantedSearch: true })
  const setSearch = (settings: { listDelayMs?: number; listLimit?: number }) =>
    checkout.standIn.control('transaction-search', settings)
  await setSearch({ listDelayMs })
  return { ...checkout, setSearch }
}

const clean = { differences: [], sums: [], missingAtProvider: [], unmatchedPayments: [], unanswered: [] }

test('with every webhook lost, payments, refunds, reversals and disputes are the same sums in the ledger as at PayPal', async () => {
  await using checkout = await openListed()
  const { ctx, db, act } = checkout
  await checkout.standIn.control('webhooks', { mode: 'drop' })
  const captures = []
  for (const coversFee of [false, true, false, true, false])
    captures.push((await checkout.takeTip({ coversFee })).captureId)
  const [refunded, held, lost, won, reversed] = captures
  await act(refunded!, 'refund', 2_33)
  await act(held!, 'dispute')
  for (const captureId of [lost!, won!]) await act(captureId, 'dispute', 3_00)
  await act(lost!, 'dispute-lost')
  await act(won!, 'dispute-won')
  await act(reversed!, 'reverse')

  const first = await reconcileLater(ctx, 240)
  const second = await reconcileLater(ctx, 480)

  expect(first).toMatchObject({ ...clean, notCompared: [], tips: expect.any(Number) })
  expect(first.repaired.disputes).toHaveLength(3)
  expect(first.repaired.refunds).toHaveLength(3)
  expect(second).toMatchObject({ ...clean, repaired: { tips: [], refunds: [], disputes: [] } })
  expect(await listed(db)).toEqual([])
  const stored = await db.selectFrom('providerTransaction').select(['kind', 'captureId']).execute()
  const count = (wanted: string) => stored.filter(({ kind }) => kind === wanted).length
  // Each payment has the platform's fee as a second transaction. Each of the three disputes has a hold, and the two decided ones
  // have its release.
  expect([count('payment'), count('refund'), count('dispute')]).toEqual([10, 3, 5])
  expect(new Set(stored.map(({ captureId }) => captureId))).toEqual(new Set(captures))
  expect(await listOnTheWay(db, checkout.creator.uid, 'test')).toEqual([])
})

test('a difference of one cent to PayPal is named by its rows until it is gone', async () => {
  await using checkout = await openListed()
  const { id: tipId, captureId } = await checkout.takeTip()
  await checkout.takeTip()
  await reconcileLater(checkout.ctx, 240)
  await plantCent(checkout.db, captureId, 1)

  const found = await reconcileLater(checkout.ctx, 480)
  await plantCent(checkout.db, captureId, -1)
  const gone = await reconcileLater(checkout.ctx, 720)

  expect(found.differences).toMatchObject([
    {
      provider: 'paypal',
      payeeId: checkout.accountId,
      tipId,
      kind: 'refund',
      providerMinor: 0,
      ledgerMinor: 1,
    },
  ])
  expect(gone.differences).toEqual([])
})

test('an account that does not let us list its transactions is named in the report, and its tips are looked up', async () => {
  await using checkout = await openPaypalCheckout()
  const { captureId } = await checkout.takeTip()
  await checkout.standIn.control('webhooks', { mode: 'drop' })
  await checkout.act(captureId, 'refund', 2_00)

  const { notCompared, tips, repaired, unanswered } = await reconcileLater(checkout.ctx, 240)

  expect(notCompared).toEqual([
    {
      provider: 'paypal',
      payeeId: checkout.accountId,
      access: 'unlisted',
      reason: 'PayPal does not let us compare sums for this account',
    },
  ])
  expect([tips, repaired.refunds.length, unanswered]).toEqual([1, 1, []])
  expect(await listed(checkout.db)).toEqual([])
})

test('where we may list no transactions, no account is called compared, and its tips are looked up', async () => {
  await using checkout = await openPaypalCheckout({ isPartner: false })
  await checkout.takeTip()

  const { notCompared, completeUpTo, tips } = await reconcileLater(checkout.ctx, 240)

  expect(notCompared).toEqual([
    {
      provider: 'paypal',
      payeeId: checkout.accountId,
      access: 'unlisted',
      reason: 'we may not list transactions at PayPal, so no sums are compared',
    },
  ])
  expect([completeUpTo, tips]).toEqual([null, 1])
})

test('a dispute that is found lost brings the reversal that took its money, where sums are not compared', async () => {
  await using checkout = await openPaypalCheckout()
  const { ctx, db, act } = checkout
  const { captureId } = await checkout.takeTip()
  await reconcileLater(ctx, 1)
  await checkout.standIn.control('webhooks', { mode: 'drop' })
  await act(captureId, 'dispute')
  await act(captureId, 'dispute-lost')

  const { repaired } = await reconcileLater(ctx, 2)

  expect([repaired.disputes.length, repaired.refunds.length]).toEqual([1, 1])
  const [tip] = await db.selectFrom('tip').select(['amountMinor', 'returnedMinor']).execute()
  expect(tip!.returnedMinor).toBe(tip!.amountMinor)
})

test('payments from before an account let us list them are compared, too', async () => {
  await using checkout = await openPaypalCheckout()
  vi.useFakeTimers({ toFake: ['Date'], now: later(-30 * 24 * 60) })
  onTestFinished(() => void vi.useRealTimers())
  const { captureId } = await checkout.takeTip()
  await checkout.act(captureId, 'refund', 1_00)
  vi.useRealTimers()
  await reconcileLater(checkout.ctx, 0)
  const { email } = checkout.creator
  await checkout.standIn.control('merchants', { email, hasGrantedSearch: true })
  await checkout.standIn.control('transaction-search', { listDelayMs: 0 })
  await checkout.act(captureId, 'refund', 2_00)

  const report = await reconcileLater(checkout.ctx, 240)
  const again = await reconcileLater(checkout.ctx, 480)

  expect([report, again]).toMatchObject([clean, clean])
  expect(await listed(checkout.db)).toEqual([])
})

test('what PayPal lists hours later is judged only then', async () => {
  await using checkout = await openListed({ listDelayMs: 2 * 3_600_000 })
  const { captureId } = await checkout.takeTip()
  await plantCent(checkout.db, captureId, 1)

  const early = await reconcileLater(checkout.ctx, 60)
  await checkout.setSearch({ listDelayMs: 0 })
  const late = await reconcileLater(checkout.ctx, 240)

  expect(early.differences).toEqual([])
  expect(Date.parse(early.completeUpTo!)).toBeLessThan(Date.now() - 2 * 3_600_000 + 60_000)
  expect(late.differences).toMatchObject([{ captureId, kind: 'refund', ledgerMinor: 1 }])
})

test('a payment that was pending for days, and was then refunded in part, is compared as a whole', async () => {
  await using checkout = await openListed()
  const { ctx, db, act } = checkout
  await checkout.standIn.control('webhooks', { mode: 'drop' })
  const fiveDaysAgo = later(-5 * 24 * 60)
  vi.useFakeTimers({ toFake: ['Date'], now: fiveDaysAgo })
  onTestFinished(() => void vi.useRealTimers())
  const orderId = await checkout.open()
  await checkout.pay(orderId, 'pending')
  await checkout.finish(orderId)
  vi.useRealTimers()
  await db.updateTable('tipOrder').set({ createdAt: fiveDaysAgo }).execute()
  const [captureId] = await checkout.paymentIds()
  await reconcileLater(ctx, 1)
  await act(captureId!, 'clear')
  await checkout.finish(orderId)
  await act(captureId!, 'refund', 2_33)

  const reports = [await reconcileLater(ctx, 240), await reconcileLater(ctx, 480)]

  expect(reports).toMatchObject([clean, clean])
  expect(await listed(db)).toEqual([])
  const stored = await db.selectFrom('providerTransaction').select('kind').execute()
  expect(stored.map(({ kind }) => kind).toSorted()).toEqual(['payment', 'payment', 'refund'])
})

test('a refund by eCheck on PayPal’s own site, which no webhook reports, is found when it clears days after the comparison has passed it', async () => {
  await using checkout = await openListed()
  const { ctx, db, act } = checkout
  vi.useFakeTimers({ toFake: ['Date'], now: later(-12 * 24 * 60) })
  onTestFinished(() => void vi.useRealTimers())
  const { captureId } = await checkout.takeTip()
  await checkout.standIn.control('webhooks', { mode: 'drop' })
  await act(captureId, 'refund-pending', 2_33)
  vi.useRealTimers()
  const before = await reconcileLater(ctx, 0)
  await act(captureId, 'refund-cleared')

  const found = await reconcileLater(ctx, 240)
  const again = await reconcileLater(ctx, 480)

  expect(before).toMatchObject({ ...clean, repaired: { refunds: [] } })
  expect(found).toMatchObject({ ...clean, repaired: { refunds: [expect.any(String)] } })
  expect(again).toMatchObject({ ...clean, repaired: { refunds: [] } })
  const [tip] = await db.selectFrom('tip').select('returnedMinor').execute()
  expect(tip!.returnedMinor).toBeGreaterThan(0)
  expect(await listed(db)).toEqual([])
})
