/** Tests inquiries of banks about card payments, from Stripe's events to the statement. */
import { expect, test } from 'vitest'
import { checkBalance } from '../ledger/check-balance.ts'
import { readBalances, readKinds } from '../ledger/ledger.fixture.ts'
import { reconcileLater } from '../reconciliation/sums.fixture.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { openDisputedTip } from './dispute.fixture.ts'
import { readDisputes } from './disputes.ts'
import { requestRefund } from './request-refund.ts'

type Checkout = Awaited<ReturnType<typeof openStripeCheckout>>

const paid = { provider: -700, creator: 665, platform_fee: 35 }

/** Receives every event about disputes that Stripe has sent so far, each twice and the newest first. */
async function hearAll(checkout: Checkout): Promise<void> {
  const { events } = await checkout.state()
  for (const { body, type } of events.toReversed())
    if (type.startsWith('charge.dispute.'))
      for (const id of [body.id, `${body.id}_again`]) await checkout.receive({ ...body, id })
}

const shown = async ({ db, creator }: Checkout) =>
  (await readDisputes(db, creator.uid, 'test')).map(({ status, isInquiry, respondBy }) => ({
    status,
    isInquiry,
    hasDeadline: respondBy !== null,
  }))

test('an inquiry is shown with its deadline, and moves no money', async () => {
  await using checkout = await openStripeCheckout()
  const { captureId } = await checkout.takeTip()
  await checkout.act(captureId, 'inquire')

  await hearAll(checkout)

  expect(await shown(checkout)).toEqual([{ status: 'open', isInquiry: true, hasDeadline: true }])
  expect(await readBalances(checkout.db)).toEqual(paid)
  expect(await checkBalance(checkout.ctx)).toEqual([])

  await checkout.act(captureId, 'inquiry-closed')
  await hearAll(checkout)

  expect(await shown(checkout)).toEqual([{ status: 'won', isInquiry: true, hasDeadline: false }])
  expect(await readBalances(checkout.db)).toEqual(paid)
})

test('an inquiry that becomes a dispute sets the money aside, takes a second answer, and is decided', async () => {
  await using checkout = await openStripeCheckout()
  const inquiry = await openDisputedTip(checkout, { by: 'inquire' })
  expect(await inquiry.read()).toMatchObject({ stage: 'open', mayAccept: false, refundable: 700 })

  expect(await inquiry.answer({ words: 'They watched.' })).toBe('done')
  expect(await inquiry.read()).toMatchObject({ stage: 'answered', response: { status: 'done' } })
  await expect(inquiry.answer()).rejects.toMatchObject({ code: 'dispute_answered' })
  expect(await readBalances(checkout.db)).toEqual(paid)

  await inquiry.act('escalate')
  await hearAll(checkout)

  expect(await shown(checkout)).toEqual([{ status: 'open', isInquiry: false, hasDeadline: true }])
  expect(await readBalances(checkout.db)).toMatchObject({ disputed: 700, provider_fee: 20_00 })
  expect(await inquiry.read()).toMatchObject({ stage: 'open', response: null, refundable: 0 })
  expect(await inquiry.answer({ words: 'Again.' })).toBe('done')
  expect(await inquiry.responses()).toHaveLength(2)

  await inquiry.act('dispute-lost')
  await hearAll(checkout)
  expect(await shown(checkout)).toEqual([{ status: 'lost', isInquiry: false, hasDeadline: false }])
  expect(await readKinds(checkout.db)).toEqual(['capture', 'dispute_opened', 'dispute_lost'])
})

test('an inquiry is not accepted but refunded; a full refund closes it, a part does not', async () => {
  await using checkout = await openStripeCheckout()
  const inquiry = await openDisputedTip(checkout, { by: 'inquire' })
  const refund = (amountMinor: number) =>
    requestRefund(checkout.ctx, checkout.creator.uid, { tipId: inquiry.tip.id, amountMinor, reason: '' })

  await expect(inquiry.answer({ kind: 'acceptance' })).rejects.toMatchObject({ code: 'dispute_elsewhere' })
  expect(await refund(2_00)).toBe('done')
  expect(await inquiry.read()).toMatchObject({ stage: 'open', refundable: 500 })
  expect(await refund(5_00)).toBe('done')

  expect(await inquiry.read()).toMatchObject({ stage: 'closed', refundable: 0 })
  expect(await shown(checkout)).toEqual([{ status: 'won', isInquiry: true, hasDeadline: false }])
  expect(await checkBalance(checkout.ctx)).toEqual([])
})

test('a refund during an inquiry that becomes a lost dispute stays booked, and nothing is left to refund', async () => {
  await using checkout = await openStripeCheckout()
  const inquiry = await openDisputedTip(checkout, { by: 'inquire' })
  const { id: tipId, captureId } = inquiry.tip
  const { creator, ctx, db } = checkout
  await requestRefund(ctx, creator.uid, { tipId, amountMinor: 2_00, reason: '' })
  await checkout.readRecords()
  await inquiry.act('escalate')
  await hearAll(checkout)
  expect(await readBalances(db)).toMatchObject({ provider: -500, disputed: 500 })

  await inquiry.act('dispute-lost')
  await hearAll(checkout)
  await checkout.readRecords()

  expect(await readBalances(db)).not.toHaveProperty('provider')
  expect(await inquiry.read()).toMatchObject({ refundable: 0 })
  expect((await reconcileLater(ctx, 240)).differences).toEqual([])
  expect(await checkBalance(ctx)).toEqual([])
  const tip = await db.selectFrom('tip').select('returnedMinor').where('captureId', '=', captureId).execute()
  expect(tip).toEqual([{ returnedMinor: 7_00 }])
})

test('reconciliation finds an inquiry whose webhooks were lost, its escalation and its end, and no difference', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.standIn.control('webhooks', { mode: 'drop' })
  const [requested, escalated] = [await checkout.takeTip(), await checkout.takeTip()]
  await checkout.readRecords()
  await reconcileLater(checkout.ctx, 5)
  for (const { captureId } of [requested, escalated]) await checkout.act(captureId, 'inquire')

  const first = await reconcileLater(checkout.ctx, 10)
  expect(first).toMatchObject({ differences: [], unanswered: [], repaired: { disputes: { length: 2 } } })
  expect(await shown(checkout)).toMatchObject([{ isInquiry: true }, { isInquiry: true }])

  await checkout.act(requested.captureId, 'inquiry-closed')
  await checkout.act(escalated.captureId, 'escalate')
  const second = await reconcileLater(checkout.ctx, 15)

  expect(second.repaired.disputes).toHaveLength(2)
  expect(await reconcileLater(checkout.ctx, 120)).toMatchObject({
    differences: [],
    repaired: { disputes: [] },
  })
  expect(await shown(checkout)).toMatchObject([
    { status: 'open', isInquiry: false },
    { status: 'won', isInquiry: true },
  ])
})

test('an inquiry about another payment of the creator’s account is not stored', async () => {
  await using checkout = await openStripeCheckout()
  const { captureId } = await checkout.takeTip()
  await checkout.act(captureId, 'inquire')
  await checkout.db.deleteFrom('paymentComparison').execute()
  const [dispute] = await checkout.gateway.listDisputes(checkout.accountId, new Date(0))
  const listDisputes = () => Promise.resolve([{ ...dispute!, captureId: 'pi_of_another_shop' }])
  const payments = { stripe: { ...checkout.gateway, listDisputes } }

  await reconcileLater({ ...checkout.ctx, payments }, 60)

  expect(await checkout.db.selectFrom('dispute').selectAll().execute()).toEqual([])
})
