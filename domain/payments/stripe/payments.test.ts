import { expect, test } from 'vitest'
import { buildCreator, buildGoal, buildSupporter } from '../../../db/builders.fixture.ts'
import { buildTip, readBalances } from '../ledger/ledger.fixture.ts'
import { checkoutModes, feeIn, later } from '../checkout.fixture.ts'
import { openOrder } from '../orders/open-order.ts'
import { resolveOpenOrders } from '../orders/resolve-open-orders.ts'
import { buildTipRequest } from '../orders/tip-request.fixture.ts'
import { processOpenWebhooks } from '../webhooks/receive-webhook.ts'
import { openStripeCheckout } from './checkout.fixture.ts'

test.each(checkoutModes)(
  '%s: a card payment is charged on the creator’s account, our fee split off, and recorded when the supporter returns',
  async (mode) => {
    const feeMinor = feeIn(mode)
    await using checkout = await openStripeCheckout(mode)
    const opened = await openOrder(checkout.ctx, 'stripe', buildTipRequest(checkout.creator.uid))
    const { providerOrderId: sessionId } = opened
    expect(opened.paymentUrl).toContain('/stripe/c/pay/')
    const { intentId } = await checkout.pay(sessionId)

    expect(await checkout.finish(sessionId)).toMatchObject({
      status: 'captured',
      amount: 700,
      charged: 700,
    })

    expect(await checkout.tips()).toEqual([{ amountMinor: 700, supporterName: 'Grace', feeMinor }])
    expect(checkout.published).toHaveLength(1)
    const { intents, sessions } = await checkout.state()
    expect(intents[intentId!]).toMatchObject({
      account: mode === 'solo' ? await checkout.ownAccountId() : checkout.accountId,
      applicationFee: feeMinor || null,
      amount: 700,
    })
    expect(intents[intentId!]).toMatchObject({ statementSuffix: expect.stringMatching(/^USER /) })
    const order = await checkout.db.selectFrom('tipOrder').selectAll().executeTakeFirstOrThrow()
    expect(sessions[sessionId]!.clientReferenceId).toBe(order.id)
    expect(sessions[sessionId]).toMatchObject({ isAdaptive: false })
  },
)

test.each([false, true])(
  'a name that Stripe does not allow on statements stops no payment (wallet: %s)',
  async (isWallet) => {
    await using checkout = await openStripeCheckout()
    await checkout.refuseSuffix()

    const orderId = await checkout.open({ isWallet })

    const { sessions, intents } = await checkout.state()
    const opened = isWallet ? intents[orderId] : sessions[orderId]
    expect(opened).toMatchObject({ account: checkout.accountId, statementSuffix: null })
  },
)

test('a supporter who covers the fee is charged more; goal, tip and totals show the tip itself, and the creator gets all of it', async () => {
  await using checkout = await openStripeCheckout()
  const goal = await buildGoal(checkout.db, checkout.creator.uid, { amountReceivedMinor: 0 })
  const sessionId = await checkout.open({ coversFee: true, goalId: goal.goalId })
  await checkout.pay(sessionId)

  expect(await checkout.finish(sessionId)).toMatchObject({ amount: 700, charged: 735 })

  const { sessions } = await checkout.state()
  expect(sessions[sessionId]).toMatchObject({ unitAmount: 735, applicationFee: 35 })
  expect(await checkout.tips()).toEqual([{ amountMinor: 700, supporterName: 'Grace', feeMinor: 35 }])
  const { amountReceivedMinor } = await checkout.db.selectFrom('goal').selectAll().executeTakeFirstOrThrow()
  expect(amountReceivedMinor).toBe(700)
  const entries = await checkout.db
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

test('what a creator owes is set off once, however many supporters pay at the same moment', async () => {
  await using checkout = await openStripeCheckout()
  await buildTip(checkout.db, checkout.creator.uid, { feeMode: 'owed' })

  await Promise.all(Array.from({ length: 8 }, () => checkout.open()))

  const orders = await checkout.db
    .selectFrom('tipOrder')
    .select('setOffMinor')
    .where('provider', '=', 'stripe')
    .execute()
  const { fee } = await checkout.db.selectFrom('tip').select('feeMinor as fee').executeTakeFirstOrThrow()
  const setOff = orders.map(({ setOffMinor }) => setOffMinor).toSorted((a, b) => b - a)
  expect(setOff).toEqual([fee, ...Array.from({ length: 7 }, () => 0)])
})

test.each(['drop-after-commit', 'status-500', 'html', 'empty', 'drop-before'])(
  'a page whose opening suffers %s is opened once, with the same key, or not at all',
  async (fault) => {
    await using checkout = await openStripeCheckout()
    await checkout.fault('create', fault)

    const opened = await checkout.open().catch((error: { code: string }) => error.code)

    const { sessions } = await checkout.state()
    expect(Object.keys(sessions).length).toBeLessThanOrEqual(1)
    if (opened !== 'payment_provider') expect(Object.keys(sessions)).toEqual([opened])
  },
)

test('after a rate limit or a refused API key the order stays open and nothing is charged', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.fault('create', 'status-429')
  await expect(checkout.open()).rejects.toMatchObject({ code: 'payment_provider' })
  await checkout.fault('create', 'status-401')
  await expect(checkout.open()).rejects.toMatchObject({ code: 'payment_provider' })

  expect(await checkout.orderStatus()).toEqual(['OPENING', 'OPENING'])
})

test('a declined card leaves the page open, and another card then pays the same order', async () => {
  await using checkout = await openStripeCheckout()
  const sessionId = await checkout.open()
  await checkout.pay(sessionId, { number: '4000000000000002' })
  expect(await checkout.finish(sessionId)).toMatchObject({ status: 'open' })

  await checkout.pay(sessionId)

  // For a second after a look-up with the result "open", the order is not looked up again.
  await expect.poll(() => checkout.finish(sessionId)).toMatchObject({ status: 'captured' })
  expect(await checkout.tips()).toHaveLength(1)
})

test('a bank debit shows as clearing and becomes a tip only when the money arrives', async () => {
  await using checkout = await openStripeCheckout()
  const sessionId = await checkout.open()
  const { intentId } = await checkout.pay(sessionId, { way: 'bank' })
  expect(await checkout.finish(sessionId)).toMatchObject({ status: 'clearing' })
  expect(await checkout.tips()).toEqual([])

  await checkout.act(intentId, 'clear')
  const [event] = await checkout.eventsOf('checkout.session.async_payment_succeeded')
  await checkout.receive(event!)

  expect(await checkout.tips()).toHaveLength(1)
})

test('a bank debit that fails makes no tip, and late webhooks do not reopen it', async () => {
  await using checkout = await openStripeCheckout()
  const sessionId = await checkout.open()
  const { intentId } = await checkout.pay(sessionId, { way: 'bank' })
  await checkout.act(intentId, 'fail')
  const [failed] = await checkout.eventsOf('checkout.session.async_payment_failed')
  const [completed] = await checkout.eventsOf('checkout.session.completed')

  await checkout.receive(failed!)
  await checkout.receive(completed!)

  expect(await checkout.orderStatus()).toEqual(['FAILED'])
  expect(await checkout.finish(sessionId)).toMatchObject({ status: 'failed' })
  expect(await checkout.tips()).toEqual([])
})

test('an event that says late that the page expired does not end a bank debit that is on its way', async () => {
  await using checkout = await openStripeCheckout()
  const [abandoned, sessionId] = [await checkout.open(), await checkout.open()]
  await checkout.pay(abandoned, { way: 'expire' })
  const [expired] = await checkout.eventsOf('checkout.session.expired')
  await checkout.pay(sessionId, { way: 'bank' })
  expect(await checkout.finish(sessionId)).toMatchObject({ status: 'clearing' })

  await checkout.receive(JSON.parse(JSON.stringify(expired).replaceAll(abandoned, sessionId)) as object)

  expect((await checkout.orderStatus()).toSorted()).toEqual(['CLEARING', 'CREATED'])
})

test.each(checkoutModes)(
  '%s: browser, two webhooks and a look-up at the same moment make one tip',
  async (mode) => {
    await using checkout = await openStripeCheckout(mode)
    const sessionId = await checkout.openPaid()
    const [event] = await checkout.eventsOf('checkout.session.completed')

    await Promise.all([
      checkout.finish(sessionId),
      checkout.receive(event!),
      checkout.receive(event!),
      checkout.receive({ ...event!, id: 'evt_again' }),
      checkout.finish(sessionId),
      resolveOpenOrders(checkout.ctx, later(3)),
    ])

    expect(await checkout.tips()).toHaveLength(1)
    expect(checkout.published).toHaveLength(1)
  },
)

test('a capture whose webhook is replayed is recorded and published once', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.openPaid()
  const [event] = await checkout.eventsOf('checkout.session.completed')

  // The webhook was stored together with the tip and marked as processed, so there is nothing to process.
  for (const _ of [1, 2]) expect(await checkout.receive(event!)).toBe(false)

  expect(await checkout.tips()).toHaveLength(1)
  expect(checkout.published).toHaveLength(1)
  const stored = await checkout.db.selectFrom('webhookEvent').select('processedAt').execute()
  expect(stored).toEqual([{ processedAt: expect.any(Date) }])
})

test.each(checkoutModes)(
  '%s: a webhook of another account, or of an unknown order, changes nothing',
  async (mode) => {
    await using checkout = await openStripeCheckout(mode)
    const other = await buildCreator(checkout.db)
    const { id: otherId } = await checkout.standIn.control<{ id: string }>('accounts', { email: other.email })
    const sessionId = await checkout.openPaid()
    const [event] = await checkout.eventsOf('checkout.session.completed')

    await checkout.receive({ ...event!, id: 'evt_other', account: otherId })
    await checkout.receive(
      JSON.parse(JSON.stringify(event).replaceAll(sessionId, 'cs_test_unknown')) as object,
    )

    expect(await checkout.tips()).toEqual([])
    expect(await checkout.orderStatus()).toEqual(['CREATED'])
  },
)

test('a refund or dispute that another account reports of a tip moves none of its money', async () => {
  await using checkout = await openStripeCheckout()
  const other = await buildCreator(checkout.db)
  const { id: otherId } = await checkout.standIn.control<{ id: string }>('accounts', { email: other.email })
  for (const act of ['refund', 'dispute']) {
    const { captureId } = await checkout.takeTip()
    await checkout.act(captureId, act)
  }
  const before = await readBalances(checkout.db)
  const events = [
    ...(await checkout.eventsOf('refund.created')),
    ...(await checkout.eventsOf('charge.dispute.created')),
  ]
  expect(events).toHaveLength(2)

  for (const [i, event] of events.entries())
    await checkout.receive({ ...event, id: `evt_other_${i}`, account: otherId })
  expect(await readBalances(checkout.db)).toEqual(before)

  for (const event of events) await checkout.receive(event)
  expect(await readBalances(checkout.db)).not.toEqual(before)
})

test('a paid amount that differs from the order makes no tip, and marks the order for a person', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.openPaid()
  const [event] = await checkout.eventsOf('checkout.session.completed')

  await checkout.receive(JSON.parse(JSON.stringify(event).replace('"amount_total":700', '"amount_total":1')))

  expect(await checkout.tips()).toEqual([])
  expect(await checkout.orderStatus()).toEqual(['MISMATCH'])
})

test('with every webhook lost and the supporter gone, the look-up records the tip once', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.openPaid()

  await resolveOpenOrders(checkout.ctx, later(3))
  await resolveOpenOrders(checkout.ctx, later(6))

  expect(await checkout.tips()).toHaveLength(1)
  expect(checkout.published).toHaveLength(1)
})

test('a stored webhook that could not be processed is processed later', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.openPaid()
  const [event] = await checkout.eventsOf('checkout.session.completed')
  await checkout.store(event!)

  await processOpenWebhooks(checkout.ctx, later(1))

  expect(await checkout.tips()).toHaveLength(1)
})

test('a page that is never paid expires, by its webhook or by a look-up', async () => {
  await using checkout = await openStripeCheckout()
  const first = await checkout.open()
  const second = await checkout.open()
  await checkout.pay(first, { way: 'expire' })
  await checkout.pay(second, { way: 'expire' })
  const [event] = await checkout.eventsOf('checkout.session.expired')

  await checkout.receive(event!)
  expect(await checkout.finish(second)).toMatchObject({ status: 'failed' })

  expect(await checkout.orderStatus()).toEqual(['EXPIRED', 'EXPIRED'])
})

test('when the look-up gets no response the call fails with payment_provider, and the order stays open', async () => {
  await using checkout = await openStripeCheckout()
  const sessionId = await checkout.openPaid()
  await checkout.fault('get', 'status-429')

  await expect(checkout.finish(sessionId)).rejects.toMatchObject({
    code: 'payment_provider',
  })

  expect(await checkout.orderStatus()).toEqual(['CREATED'])
})

test('a creator without Stripe, or whose account disconnected us, cannot be tipped by card', async () => {
  await using checkout = await openStripeCheckout()
  const other = await buildCreator(checkout.db)
  const fan = await buildSupporter(checkout.db)
  const closed = await buildGoal(checkout.db, checkout.creator.uid, { status: 'ARCHIVED' })
  const self = { uid: checkout.creator.uid, displayName: 'Me' }

  await expect(checkout.open({ creatorUid: other.uid })).rejects.toMatchObject({
    code: 'payment_method_missing',
  })
  await expect(checkout.open({ creatorUid: fan.uid })).rejects.toMatchObject({
    code: 'payment_method_missing',
  })
  await expect(checkout.open({ goalId: closed.goalId })).rejects.toMatchObject({ code: 'goal_closed' })
  await expect(checkout.open({ supporter: self })).rejects.toMatchObject({ code: 'self_tip' })
  expect(await checkout.orderStatus()).toEqual([])

  await checkout.standIn.control('accounts', { email: checkout.creator.email, isDisconnected: true })
  await expect(checkout.open()).rejects.toMatchObject({ code: 'payee_unavailable' })

  expect(await checkout.orderStatus()).toEqual(['FAILED'])
  expect(await checkout.payoutState()).toEqual({ isReady: false, isRestricted: true })
})

test('an event about an account only causes it to be read', async () => {
  await using checkout = await openStripeCheckout()
  const { email } = checkout.creator
  await checkout.standIn.control('accounts', { email, cardPayments: 'restricted' })
  const [thin] = await checkout.eventsOf('v2.core.account[configuration.merchant].capability_status_updated')
  await checkout.receive(thin!)
  expect(await checkout.payoutState()).toEqual({ isReady: false, isRestricted: true })

  await checkout.standIn.control('accounts', { email, cardPayments: 'active' })
  await checkout.receive({ ...thin!, id: 'evt_late_news' }) // a thin event does not say what changed
  expect(await checkout.payoutState()).toEqual({ isReady: true, isRestricted: false })

  await checkout.standIn.control('accounts', { email, isDisconnected: true })
  const [gone] = await checkout.eventsOf('account.application.deauthorized')
  await checkout.receive(gone!)
  expect(await checkout.payoutState()).toEqual({ isReady: false, isRestricted: true })
})

test('when cards are tried one after the other, the fifth decline closes the page at Stripe, and the next order has to wait', async () => {
  await using checkout = await openStripeCheckout()
  const supporter = await buildSupporter(checkout.db)
  const sessionId = await checkout.open({ supporter })
  for (const number of declinedCards) await checkout.pay(sessionId, { number })

  for (const event of await checkout.eventsOf('charge.failed')) {
    expect(await checkout.receive(event)).toBe(true)
    expect(await checkout.receive(event)).toBe(false) // one declined attempt counts once, although two events report it
  }

  const [expired] = await checkout.eventsOf('checkout.session.expired')
  await checkout.receive(expired!)
  expect(await checkout.orderStatus()).toEqual(['EXPIRED'])
  await expect(checkout.open({ supporter })).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: 60 },
  })
})

test('a declined charge for another payment of the creator’s account does not count', async () => {
  await using checkout = await openStripeCheckout()
  const sessionId = await checkout.open()
  await checkout.pay(sessionId, { number: declinedCards[0]! })
  const [event] = await checkout.eventsOf('charge.failed')

  for (let i = 0; i < 6; i++) await checkout.receive({ ...event!, id: `evt_${i}`, account: 'acct_other' })

  expect(await checkout.eventsOf('checkout.session.expired')).toEqual([])
})

const declinedCards = [
  '4000000000000002',
  '4000000000009995',
  '4100000000000019',
  '4000000000000069',
  '4000000000000119',
]

test('an event of the other mode is acknowledged, and neither stored nor applied', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.openPaid()
  const [event] = await checkout.eventsOf('checkout.session.completed')

  expect(await checkout.receive({ ...event, livemode: true })).toBe(false)

  expect(await checkout.tips()).toEqual([])
  expect(await checkout.db.selectFrom('webhookEvent').selectAll().execute()).toEqual([])
})
