/** Tests refunds, disputes and owed fees of card payments that Stripe's events report. */
import { expect, test } from 'vitest'
import { buildTip, readBalances } from '../ledger/ledger.fixture.ts'
import { checkoutModes, feeIn } from '../checkout.fixture.ts'
import type { CheckoutMode } from '../checkout.fixture.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { createStripeClient } from './client.ts'
import { openStripeCheckout } from './checkout.fixture.ts'

type Checkout = Awaited<ReturnType<typeof openStripeCheckout>>

/** Lets the product receive each of Stripe's events of these types twice. */
async function bring(checkout: Checkout, ...types: string[]): Promise<void> {
  for (const type of types)
    for (const event of await checkout.eventsOf(type)) {
      await checkout.receive(event)
      await checkout.receive({ ...event, id: `${event.id}_again` })
    }
}

/** Returns the balances right after a tip of 7.00. Those of 0 are in no ledger. */
function paidIn(mode: CheckoutMode) {
  const fee = feeIn(mode)
  return { provider: -700, creator: 700 - fee, ...(fee && { platform_fee: fee }) }
}

test.each(checkoutModes)(
  '%s: a partial refund in Stripe’s dashboard is booked once, and we keep our fee',
  async (mode) => {
    const paid = paidIn(mode)
    await using checkout = await openStripeCheckout(mode)
    const { captureId } = await checkout.takeTip()
    expect(await readBalances(checkout.db)).toEqual(paid)

    await checkout.act(captureId, 'refund', 2_00)
    await bring(checkout, 'refund.created', 'charge.refunded')

    expect(await readBalances(checkout.db)).toEqual({ ...paid, provider: -500, creator: paid.creator - 200 })
    expect(await checkout.db.selectFrom('tip').select('returnedMinor').execute()).toEqual([
      { returnedMinor: 200 },
    ])
  },
)

test.each(checkoutModes)(
  '%s: a refund requested here returns our fee, also when its webhook comes later',
  async (mode) => {
    await using checkout = await openStripeCheckout(mode)
    const { id: tipId } = await checkout.takeTip()
    await requestRefund(checkout.ctx, checkout.creator.uid, { tipId, amountMinor: 7_00, reason: '' })

    await bring(checkout, 'refund.created')
    await checkout.readRecords()

    expect(await readBalances(checkout.db)).toEqual({ creator: -31, provider_fee: 31 })
  },
)

test('metadata that names a request of ours returns none of our fee', async () => {
  await using checkout = await openStripeCheckout()
  const { id: tipId, captureId } = await checkout.takeTip()
  await requestRefund(checkout.ctx, checkout.creator.uid, { tipId, amountMinor: 1_00, reason: '' })
  const { id: requestId } = await checkout.db
    .selectFrom('refundRequest')
    .select('id')
    .executeTakeFirstOrThrow()

  // Creators can write this metadata with an API key of their own. For their refunds, Stripe does not return the service fee.
  const client = createStripeClient(checkout.config)
  await client.refunds.create(
    { payment_intent: captureId, amount: 1_00, metadata: { refund: requestId } },
    { stripeAccount: checkout.accountId },
  )
  await bring(checkout, 'refund.created')
  await checkout.readRecords()

  const kept = { provider: -500, platform_fee: 30, provider_fee: 31 }
  expect(await readBalances(checkout.db)).toEqual({ ...kept, creator: 500 - 30 - 31 })
})

test('a refund that is reported before its payment waits for it', async () => {
  await using checkout = await openStripeCheckout()
  const sessionId = await checkout.open()
  const { intentId } = await checkout.pay(sessionId)
  await checkout.act(intentId, 'refund')

  await bring(checkout, 'refund.created')
  expect(await readBalances(checkout.db)).toEqual({})
  await bring(checkout, 'checkout.session.completed')

  expect(await readBalances(checkout.db)).toEqual({ creator: -35, platform_fee: 35 })
})

test.each(checkoutModes)(
  '%s: a dispute sets the money aside and has a deadline; a won one returns it, a lost one takes it',
  async (mode) => {
    const fees = 2 * feeIn(mode)
    await using checkout = await openStripeCheckout(mode)
    const { captureId: won } = await checkout.takeTip()
    const { captureId: lost } = await checkout.takeTip()
    for (const captureId of [won, lost]) await checkout.act(captureId, 'dispute')

    await bring(checkout, 'charge.dispute.created')
    expect(await readBalances(checkout.db)).toMatchObject({ disputed: 1400, creator: -fees - 40_00 })
    const disputes = await checkout.db
      .selectFrom('dispute')
      .select(['status', 'respondBy', 'reason'])
      .execute()
    expect(disputes).toEqual([
      { status: 'open', reason: 'fraudulent', respondBy: expect.any(Date) },
      { status: 'open', reason: 'fraudulent', respondBy: expect.any(Date) },
    ])

    await checkout.act(won, 'dispute-won')
    await checkout.act(lost, 'dispute-lost')
    await bring(checkout, 'charge.dispute.closed', 'charge.dispute.created')

    const balances = await readBalances(checkout.db)
    expect(balances.disputed ?? 0).toBe(0)
    const feesOfBoth = 40_00
    expect(balances).toEqual({
      provider: -700,
      creator: 700 - fees - feesOfBoth,
      ...(fees && { platform_fee: fees }),
      provider_fee: feesOfBoth,
    })
  },
)

test('a dispute’s fee in another currency is converted as Stripe converted the disputed amount', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.moveAccount('ie')
  const { captureId } = await checkout.takeTip()
  await checkout.act(captureId, 'dispute')

  await bring(checkout, 'charge.dispute.created')

  // Stripe converted the 7.00 GBP to 7.95 EUR, and charged 20.00 EUR for the dispute, which is 17.61 GBP.
  const held = { provider: -700, disputed: 700, platform_fee: 35 }
  expect(await readBalances(checkout.db)).toEqual({ ...held, provider_fee: 17_61, creator: -35 - 17_61 })
})

test.each(checkoutModes)(
  '%s: reports about other payments of the creator’s account, or from another account, change nothing',
  async (mode) => {
    await using checkout = await openStripeCheckout(mode)
    const { captureId } = await checkout.takeTip()
    await checkout.act(captureId, 'refund')
    const [event] = await checkout.eventsOf('refund.created')
    const foreign = JSON.parse(JSON.stringify(event).replaceAll(captureId, 'pi_of_another_shop')) as object

    await checkout.receive({ ...foreign, id: 'evt_shop' })
    await checkout.receive({ ...event, id: 'evt_other', account: 'acct_somebody' })

    expect(await readBalances(checkout.db)).toEqual(paidIn(mode))
    expect(await checkout.db.selectFrom('providerRefund').selectAll().execute()).toEqual([])
  },
)

test('a fee that is owed for a PayPal tip is set off against a card payment, up to a fifth of it', async () => {
  await using checkout = await openStripeCheckout()
  await buildTip(checkout.db, checkout.creator.uid, { amountMinor: 100_00, feeMinor: 5_00, feeMode: 'owed' })

  await checkout.takeTip()

  const { intents } = await checkout.state()
  expect(Object.values(intents).map(({ applicationFee }) => applicationFee)).toEqual([35 + 140])
  expect(await readBalances(checkout.db)).toMatchObject({ fee_owed: -360, creator: 100_00 + 665 - 140 })
})
