/** Refunds, disputes and owed fees on card payments: what Stripe tells comes into the books. */
import { expect, test } from 'vitest'
import { buildTip, readBalances } from '../ledger/ledger.fixture.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { createStripeClient } from './client.ts'
import { confirmCheckout } from './confirm-checkout.ts'
import { openStripeCheckout } from './checkout.fixture.ts'

type Till = Awaited<ReturnType<typeof openStripeCheckout>>

async function payTip(till: Till): Promise<string> {
  const { sessionId } = await till.open()
  const { intentId } = await till.pay(sessionId)
  await confirmCheckout(till.ctx, sessionId)
  return intentId!
}

/** Takes in what Stripe sends of these types, twice. */
async function bring(till: Till, ...types: string[]): Promise<void> {
  for (const type of types)
    for (const event of await till.eventsOf(type)) {
      await till.receive(event)
      await till.receive({ ...event, id: `${event.id}_again` })
    }
}

const paid = { provider: -700, creator: 665, platform_fee: 35 }

test('a part given back in Stripe’s dashboard comes into the books once, and our fee stays', async () => {
  await using till = await openStripeCheckout()
  const intentId = await payTip(till)
  expect(await readBalances(till.db)).toEqual(paid)

  await till.act(intentId, 'refund', 2_00)
  await bring(till, 'refund.created', 'charge.refunded')

  expect(await readBalances(till.db)).toEqual({ ...paid, provider: -500, creator: 465 })
  expect(await till.db.selectFrom('tip').select('returnedMinor').execute()).toEqual([{ returnedMinor: 200 }])
})

test('what was refunded here gives our fee back in proportion, also when the webhook comes later', async () => {
  await using till = await openStripeCheckout()
  await payTip(till)
  const { id: tipId } = await till.db.selectFrom('tip').select('id').executeTakeFirstOrThrow()
  await requestRefund(till.ctx, till.creator.uid, { tipId, amountMinor: 7_00, reason: '' })

  await bring(till, 'refund.created')

  expect(await readBalances(till.db)).toEqual({})
})

test('the mark of a refund that we never asked for, or asked for once, gives none of our fee back', async () => {
  await using till = await openStripeCheckout()
  const captureId = await payTip(till)
  const { id: tipId } = await till.db.selectFrom('tip').select('id').executeTakeFirstOrThrow()
  await requestRefund(till.ctx, till.creator.uid, { tipId, amountMinor: 1_00, reason: '' })
  const { id: asked } = await till.db.selectFrom('refundRequest').select('id').executeTakeFirstOrThrow()
  expect(await readBalances(till.db)).toEqual({ provider: -600, creator: 570, platform_fee: 30 })

  // As the creator can make it with a key of their own: the fee stays at Stripe.
  const client = createStripeClient(till.config)
  for (const mark of [asked, crypto.randomUUID(), 'no id'])
    await client.refunds.create(
      { payment_intent: captureId, amount: 1_00, metadata: { refund: mark } },
      { stripeAccount: till.accountId },
    )
  await bring(till, 'refund.created')

  expect(await readBalances(till.db)).toEqual({ provider: -300, creator: 270, platform_fee: 30 })
})

test('a refund told before its payment waits for it', async () => {
  await using till = await openStripeCheckout()
  const { sessionId } = await till.open()
  const { intentId } = await till.pay(sessionId)
  await till.act(intentId, 'refund')

  await bring(till, 'refund.created')
  expect(await readBalances(till.db)).toEqual({})
  await bring(till, 'checkout.session.completed')

  expect(await readBalances(till.db)).toEqual({ creator: -35, platform_fee: 35 })
})

test('a dispute sets the money aside with its deadline; won gives it back, lost takes it', async () => {
  await using till = await openStripeCheckout()
  const [won, lost] = [await payTip(till), await payTip(till)]
  await till.act(won, 'dispute')
  await till.act(lost, 'dispute')

  await bring(till, 'charge.dispute.created')
  expect(await readBalances(till.db)).toMatchObject({ disputed: 1400, creator: 1330 - 1400 })
  const disputes = await till.db.selectFrom('dispute').select(['status', 'respondBy', 'reason']).execute()
  expect(disputes).toEqual([
    { status: 'open', reason: 'fraudulent', respondBy: expect.any(Date) },
    { status: 'open', reason: 'fraudulent', respondBy: expect.any(Date) },
  ])

  await till.act(won, 'dispute-won')
  await till.act(lost, 'dispute-lost')
  await bring(till, 'charge.dispute.closed', 'charge.dispute.created')

  const balances = await readBalances(till.db)
  expect(balances.disputed ?? 0).toBe(0)
  expect(balances).toMatchObject({ provider: -700, creator: 630, platform_fee: 70 })
})

test('what is told of another business of the creator’s, or by another account, is none of ours', async () => {
  await using till = await openStripeCheckout()
  const intentId = await payTip(till)
  await till.act(intentId, 'refund')
  const [event] = await till.eventsOf('refund.created')
  const foreign = JSON.parse(JSON.stringify(event).replaceAll(intentId, 'pi_of_another_shop')) as object

  await till.receive({ ...foreign, id: 'evt_shop' })
  await till.receive({ ...event, id: 'evt_other', account: 'acct_somebody' })

  expect(await readBalances(till.db)).toEqual(paid)
  expect(await till.db.selectFrom('providerRefund').selectAll().execute()).toEqual([])
})

test('a fee that is owed from PayPal is set off against a card payment, up to a fifth of it', async () => {
  await using till = await openStripeCheckout()
  await buildTip(till.db, till.creator.uid, { amountMinor: 100_00, feeMinor: 5_00, feeMode: 'owed' })

  await payTip(till)

  const { intents } = await till.state()
  expect(Object.values(intents).map(({ applicationFee }) => applicationFee)).toEqual([35 + 140])
  expect(await readBalances(till.db)).toMatchObject({ fee_owed: -360, creator: 100_00 + 665 - 140 })
})
