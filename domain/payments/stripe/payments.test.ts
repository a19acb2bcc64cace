import { expect, test } from 'vitest'
import { buildCreator, buildGoal, buildSupporter } from '../../../db/builders.fixture.ts'
import { buildTip } from '../ledger/ledger.fixture.ts'
import { confirmCheckout } from './confirm-checkout.ts'
import { resolveOpenOrders } from '../orders/resolve-open-orders.ts'
import { workOffWebhooks } from '../paypal/receive-webhook.ts'
import { keepStripeWebhook } from './receive-webhook.ts'
import { openStripeCheckout } from './checkout.fixture.ts'

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

test('a card payment is charged on the creator’s account, our fee split off, and booked when the fan comes back', async () => {
  await using till = await openStripeCheckout()
  const { sessionId, url } = await till.open()
  expect(url).toContain('/stripe/c/pay/')
  const { intentId } = await till.pay(sessionId)

  expect(await confirmCheckout(till.ctx, sessionId)).toMatchObject({
    status: 'captured',
    amount: 700,
    charged: 700,
  })

  expect(await till.tips()).toEqual([{ amountMinor: 700, supporterName: 'Grace', feeMinor: 35 }])
  expect(till.published).toHaveLength(1)
  const { intents, sessions } = await till.state()
  expect(intents[intentId!]).toMatchObject({ account: till.accountId, applicationFee: 35, amount: 700 })
  const order = await till.db.selectFrom('tipOrder').selectAll().executeTakeFirstOrThrow()
  expect(sessions[sessionId]!.clientReferenceId).toBe(order.id)
})

test('a fan who covers the fee is charged more; goal, tip and totals show the tip itself, and the creator gets all of it', async () => {
  await using till = await openStripeCheckout()
  const goal = await buildGoal(till.db, till.creator.uid, { amountReceivedMinor: 0 })
  const { sessionId } = await till.open({ coversFee: true, goalId: goal.goaluuid })
  await till.pay(sessionId)

  expect(await confirmCheckout(till.ctx, sessionId)).toMatchObject({ amount: 700, charged: 735 })

  const { sessions } = await till.state()
  expect(sessions[sessionId]).toMatchObject({ unitAmount: 735, applicationFee: 35 })
  expect(await till.tips()).toEqual([{ amountMinor: 700, supporterName: 'Grace', feeMinor: 35 }])
  const { amountReceivedMinor } = await till.db.selectFrom('goal').selectAll().executeTakeFirstOrThrow()
  expect(amountReceivedMinor).toBe(700)
  const entries = await till.db
    .selectFrom('ledgerEntry')
    .select(['account', 'amountMinor'])
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { account: 'provider', amountMinor: -735 },
    { account: 'creator', amountMinor: 700 },
    { account: 'platform_fee', amountMinor: 35 },
  ])
})

test('what a creator owes is set off once, however many pay at the same moment', async () => {
  await using till = await openStripeCheckout()
  await buildTip(till.db, till.creator.uid, { feeMode: 'owed' })

  await Promise.all(Array.from({ length: 8 }, () => till.open()))

  const orders = await till.db
    .selectFrom('tipOrder')
    .select('setOffMinor')
    .where('provider', '=', 'stripe')
    .execute()
  const { fee } = await till.db.selectFrom('tip').select('feeMinor as fee').executeTakeFirstOrThrow()
  expect(orders.map(({ setOffMinor }) => setOffMinor).toSorted((a, b) => b - a)).toEqual([
    fee,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ])
})

test.each(['drop-after-commit', 'status-500', 'html', 'empty', 'drop-before'])(
  'a page whose opening suffers %s is opened once, with the same key, or not at all',
  async (fault) => {
    await using till = await openStripeCheckout()
    await till.fault('create', fault)

    const opened = await till.open().catch((error: { code: string }) => error.code)

    const { sessions } = await till.state()
    expect(Object.keys(sessions).length).toBeLessThanOrEqual(1)
    if (typeof opened === 'string') expect(opened).toBe('payment_provider')
    else expect(Object.keys(sessions)).toEqual([opened.sessionId])
  },
)

test('a rate limit and our own key refused are no answer: the order stays open and nothing is charged', async () => {
  await using till = await openStripeCheckout()
  await till.fault('create', 'status-429')
  await expect(till.open()).rejects.toMatchObject({ code: 'payment_provider' })
  await till.fault('create', 'status-401')
  await expect(till.open()).rejects.toMatchObject({ code: 'payment_provider' })

  expect(await till.orderStatus()).toEqual(['OPENING', 'OPENING'])
})

test('a declined card leaves the page open, and another card then pays the same order', async () => {
  await using till = await openStripeCheckout()
  const { sessionId } = await till.open()
  await till.pay(sessionId, { number: '4000000000000002' })
  expect(await confirmCheckout(till.ctx, sessionId)).toMatchObject({ status: 'open' })

  await till.pay(sessionId)

  expect(await confirmCheckout(till.ctx, sessionId)).toMatchObject({ status: 'captured' })
  expect(await till.tips()).toHaveLength(1)
})

test('a bank debit shows as clearing and is a tip only when the money is there', async () => {
  await using till = await openStripeCheckout()
  const { sessionId } = await till.open()
  const { intentId } = await till.pay(sessionId, { way: 'bank' })
  expect(await confirmCheckout(till.ctx, sessionId)).toMatchObject({ status: 'clearing' })
  expect(await till.tips()).toEqual([])

  await till.act(intentId, 'clear')
  const [event] = await till.eventsOf('checkout.session.async_payment_succeeded')
  await till.receive(event!)

  expect(await till.tips()).toHaveLength(1)
})

test('a bank debit that comes back is no tip, and late news of it does not bring it back', async () => {
  await using till = await openStripeCheckout()
  const { sessionId } = await till.open()
  const { intentId } = await till.pay(sessionId, { way: 'bank' })
  await till.act(intentId, 'fail')
  const [failed] = await till.eventsOf('checkout.session.async_payment_failed')
  const [completed] = await till.eventsOf('checkout.session.completed')

  await till.receive(failed!)
  await till.receive(completed!)

  expect(await till.orderStatus()).toEqual(['FAILED'])
  expect(await confirmCheckout(till.ctx, sessionId)).toMatchObject({ status: 'failed' })
  expect(await till.tips()).toEqual([])
})

test('fan, webhook, webhook again and reconcile at the same moment make one tip', async () => {
  await using till = await openStripeCheckout()
  const { sessionId } = await till.open()
  await till.pay(sessionId)
  const [event] = await till.eventsOf('checkout.session.completed')

  await Promise.all([
    confirmCheckout(till.ctx, sessionId),
    till.receive(event!),
    till.receive(event!),
    till.receive({ ...event!, id: 'evt_again' }),
    confirmCheckout(till.ctx, sessionId),
    resolveOpenOrders(till.ctx, later(3)),
  ])

  expect(await till.tips()).toHaveLength(1)
  expect(till.published).toHaveLength(1)
})

test('a webhook replayed is not worked off again', async () => {
  await using till = await openStripeCheckout()
  const { sessionId } = await till.open()
  await till.pay(sessionId)
  const [event] = await till.eventsOf('checkout.session.completed')

  expect(await till.receive(event!)).toBe(true)
  expect(await till.receive(event!)).toBe(false)
})

test('a webhook of another account, or of an unknown order, changes nothing', async () => {
  await using till = await openStripeCheckout()
  const other = await buildCreator(till.db)
  const { id: otherId } = await till.standIn.control<{ id: string }>('accounts', { email: other.email })
  const { sessionId } = await till.open()
  await till.pay(sessionId)
  const [event] = await till.eventsOf('checkout.session.completed')

  await till.receive({ ...event!, id: 'evt_other', account: otherId })
  await till.receive(JSON.parse(JSON.stringify(event).replaceAll(sessionId, 'cs_test_unknown')) as object)

  expect(await till.tips()).toEqual([])
  expect(await till.orderStatus()).toEqual(['CREATED'])
})

test('a paid amount that is not what was asked for needs a person', async () => {
  await using till = await openStripeCheckout()
  const { sessionId } = await till.open()
  await till.pay(sessionId)
  const [event] = await till.eventsOf('checkout.session.completed')

  await till.receive(
    JSON.parse(JSON.stringify(event).replace('"amount_total":700', '"amount_total":1')) as object,
  )

  expect(await till.tips()).toEqual([])
  expect(await till.orderStatus()).toEqual(['MISMATCH'])
})

test('with every webhook lost and the fan gone, reconcile brings the tip once', async () => {
  await using till = await openStripeCheckout()
  const { sessionId } = await till.open()
  await till.pay(sessionId)

  await resolveOpenOrders(till.ctx, later(3))
  await resolveOpenOrders(till.ctx, later(6))

  expect(await till.tips()).toHaveLength(1)
  expect(till.published).toHaveLength(1)
})

test('a kept webhook that could not be worked off is worked off later', async () => {
  await using till = await openStripeCheckout()
  const { sessionId } = await till.open()
  await till.pay(sessionId)
  const [event] = await till.eventsOf('checkout.session.completed')
  await keepStripeWebhook(till.ctx, Buffer.from(JSON.stringify(event)))

  await workOffWebhooks(till.ctx, later(1))

  expect(await till.tips()).toHaveLength(1)
})

test('a page that nobody paid on expires, by the webhook or by asking', async () => {
  await using till = await openStripeCheckout()
  const first = await till.open()
  const second = await till.open()
  await till.pay(first.sessionId, { way: 'expire' })
  await till.pay(second.sessionId, { way: 'expire' })
  const [event] = await till.eventsOf('checkout.session.expired')

  await till.receive(event!)
  expect(await confirmCheckout(till.ctx, second.sessionId)).toMatchObject({ status: 'failed' })

  expect(await till.orderStatus()).toEqual(['EXPIRED', 'EXPIRED'])
})

test('when the look-up gets no answer the fan is told to wait, and the order stays open', async () => {
  await using till = await openStripeCheckout()
  const { sessionId } = await till.open()
  await till.pay(sessionId)
  await till.fault('get', 'status-429')

  await expect(confirmCheckout(till.ctx, sessionId)).rejects.toMatchObject({ code: 'payment_provider' })

  expect(await till.orderStatus()).toEqual(['CREATED'])
})

test('who is not paid by Stripe, or has shut us out there, cannot be tipped by card', async () => {
  await using till = await openStripeCheckout()
  const other = await buildCreator(till.db)
  const fan = await buildSupporter(till.db)
  const closed = await buildGoal(till.db, till.creator.uid, { status: 'ARCHIVED' })
  const self = { uid: till.creator.uid, displayName: 'Me' }

  await expect(till.open({ creatorUid: other.uid })).rejects.toMatchObject({ code: 'payment_method_missing' })
  await expect(till.open({ creatorUid: fan.uid })).rejects.toMatchObject({ code: 'payment_method_missing' })
  await expect(till.open({ goalId: closed.goaluuid })).rejects.toMatchObject({ code: 'goal_closed' })
  await expect(till.open({ supporter: self })).rejects.toMatchObject({ code: 'self_tip' })
  expect(await till.orderStatus()).toEqual([])

  await till.standIn.control('accounts', { email: till.creator.email, isDisconnected: true })
  await expect(till.open()).rejects.toMatchObject({ code: 'payment_method_missing' })

  expect(await till.orderStatus()).toEqual(['FAILED'])
  expect(await till.payoutState()).toEqual({ isReady: false, isRestricted: true })
})

test('news of an account is a reason to read it, and nothing more', async () => {
  await using till = await openStripeCheckout()
  const { email } = till.creator
  await till.standIn.control('accounts', { email, cardPayments: 'restricted' })
  const [thin] = await till.eventsOf('v2.core.account[configuration.merchant].capability_status_updated')
  await till.receive(thin!)
  expect(await till.payoutState()).toEqual({ isReady: false, isRestricted: true })

  await till.standIn.control('accounts', { email, cardPayments: 'active' })
  await till.receive({ ...thin!, id: 'evt_late_news' }) // says nothing of what changed
  expect(await till.payoutState()).toEqual({ isReady: true, isRestricted: false })

  await till.standIn.control('accounts', { email, isDisconnected: true })
  const [gone] = await till.eventsOf('account.application.deauthorized')
  await till.receive(gone!)
  expect(await till.payoutState()).toEqual({ isReady: false, isRestricted: true })
})

test('cards tried one after the other: the fifth refusal closes the page at Stripe, and the next one has to wait', async () => {
  await using till = await openStripeCheckout()
  const supporter = await buildSupporter(till.db)
  const { sessionId } = await till.open({ supporter })
  for (const number of declinedCards) await till.pay(sessionId, { number })

  for (const event of await till.eventsOf('charge.failed')) {
    expect(await till.receive(event)).toBe(true)
    expect(await till.receive(event)).toBe(false) // told twice, counted once
  }

  const [expired] = await till.eventsOf('checkout.session.expired')
  await till.receive(expired!)
  expect(await till.orderStatus()).toEqual(['EXPIRED'])
  await expect(till.open({ supporter })).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: 60 },
  })
})

test('a charge that was refused for other business of the creator’s counts for nothing', async () => {
  await using till = await openStripeCheckout()
  const { sessionId } = await till.open()
  await till.pay(sessionId, { number: declinedCards[0]! })
  const [event] = await till.eventsOf('charge.failed')

  for (let i = 0; i < 6; i++) await till.receive({ ...event!, id: `evt_${i}`, account: 'acct_other' })

  expect(await till.eventsOf('checkout.session.expired')).toEqual([])
})

const declinedCards = [
  '4000000000000002',
  '4000000000009995',
  '4100000000000019',
  '4000000000000069',
  '4000000000000119',
]
