import { expect, test } from 'vitest'
import type { Db } from '../../../db/connection.ts'
import { later } from '../checkout.fixture.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { readPayouts } from './read-payouts.ts'

test('a payout shows the tips and refunds that it held; what came after it is on its way', async () => {
  await using checkout = await openStripeCheckout()
  const { db, ctx, creator, accountId } = checkout
  const first = await checkout.takeTip()
  await checkout.act(first.captureId, 'refund', 2_00)
  await checkout.readRecords()
  const made = await checkout.standIn.control<{ id: string; amount: number }>('payout', {
    account: accountId,
  })
  const second = await checkout.takeTip()
  await checkout.readRecords()

  await reconcile(ctx, { now: later(1) })
  const { payouts, onTheWay } = await readPayouts(db, creator.uid, 'test')

  const item = { tipId: first.id, name: 'Grace' }
  expect(payouts).toMatchObject([{ id: made.id, amount: made.amount, status: 'pending', itemCount: 2 }])
  expect(payouts[0]!.items).toEqual(
    expect.arrayContaining([
      { ...item, kind: 'payment', amount: expect.any(Number) },
      { ...item, kind: 'refund', amount: -200 },
    ]),
  )
  expect(payouts[0]!.items.reduce((sum, { amount }) => sum + amount, 0)).toBe(made.amount)
  expect(onTheWay).toMatchObject([{ currency: 'gbp', amount: await creatorsShare(db, second.id) }])
})

async function creatorsShare(db: Db, tipId: string): Promise<number> {
  const entries = await db
    .selectFrom('ledgerEntry')
    .select('amountMinor')
    .where('tipId', '=', tipId)
    .where('account', '=', 'creator')
    .execute()
  return entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

test('a payout that was paid, and that the bank returned later, is shown as failed', async () => {
  await using checkout = await openStripeCheckout()
  const { db, ctx, creator, accountId, standIn } = checkout
  await checkout.takeTip()
  await checkout.readRecords()
  const { id: payoutId } = await standIn.control<{ id: string }>('payout', { account: accountId, days: 7 })
  const readStatus = async (minutes: number) => {
    await reconcile(ctx, { now: later(minutes) })
    return (await readPayouts(db, creator.uid, 'test')).payouts.map(({ status }) => status)
  }

  const before = await readStatus(1)
  await standIn.control('fail-payout', { payoutId })
  const after = await readStatus(120)

  expect([before, after]).toEqual([['paid'], ['failed']])
})
