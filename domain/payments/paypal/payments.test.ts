import { expect, test } from 'vitest'
import { buildGoal, buildSupporter } from '../../../db/builders.fixture.ts'
import { capturePaypalOrder } from './capture-order.ts'
import { keepPaypalWebhook, processPaypalWebhook, workOffWebhooks } from './receive-webhook.ts'
import { resolveOpenOrders } from '../orders/resolve-open-orders.ts'
import { openPaypalCheckout } from './checkout.fixture.ts'

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

test('an approved order is captured, split and booked, and its event is published', async () => {
  await using till = await openPaypalCheckout()
  const orderId = await till.open()
  await till.approve(orderId)

  expect(await capturePaypalOrder(till.ctx, orderId)).toMatchObject({ status: 'captured' })

  expect(await till.tips()).toEqual([{ amountMinor: 700, supporterName: 'Grace', feeMinor: 35 }])
  expect(till.published).toHaveLength(1)
  const { captures } = await till.standIn.control<{ captures: object }>('state')
  expect(JSON.stringify(captures)).toContain('0.35')
})

test('without partner standing nothing is split at PayPal and the fee is booked as owed', async () => {
  await using till = await openPaypalCheckout({ isPartner: false })
  await till.standIn.control('partner', { isApproved: false })
  const orderId = await till.open()
  await till.approve(orderId)

  await capturePaypalOrder(till.ctx, orderId)

  const owed = await till.db.selectFrom('ledgerEntry').selectAll().where('account', '=', 'fee_owed').execute()
  expect(owed).toMatchObject([{ amountMinor: -35 }])
})

test.each(['drop-after-commit', 'status-500', 'html', 'empty', 'drop-before'])(
  'a capture whose answer is lost (%s) is looked up or repeated, never called a failure',
  async (fault) => {
    await using till = await openPaypalCheckout()
    const orderId = await till.open()
    await till.approve(orderId)
    await till.fault('capture', fault)

    expect(await capturePaypalOrder(till.ctx, orderId)).toMatchObject({ status: 'captured' })

    expect(await till.tips()).toHaveLength(1)
    const { captures } = await till.standIn.control<{ captures: Record<string, unknown> }>('state')
    expect(Object.keys(captures)).toHaveLength(1)
  },
)

test('when even looking up fails the order stays open, and reconcile brings the tip', async () => {
  await using till = await openPaypalCheckout()
  const orderId = await till.open()
  await till.approve(orderId)
  await till.fault('capture', 'drop-after-commit', 3)
  await till.fault('get', 'status-503', 3)

  await expect(capturePaypalOrder(till.ctx, orderId)).rejects.toMatchObject({ code: 'payment_provider' })
  expect(await till.orderStatus()).toEqual(['CREATED'])
  await resolveOpenOrders(till.ctx, later(3))

  expect(await till.tips()).toHaveLength(1)
  expect(till.published).toHaveLength(1)
})

test('a declined card makes no tip, and another card then pays the same order', async () => {
  await using till = await openPaypalCheckout()
  const orderId = await till.open()
  await till.approve(orderId, 'declined')

  await expect(capturePaypalOrder(till.ctx, orderId)).rejects.toMatchObject({ code: 'instrument_declined' })
  await till.approve(orderId)
  expect(await capturePaypalOrder(till.ctx, orderId)).toMatchObject({ status: 'captured' })

  expect(await till.tips()).toHaveLength(1)
})

test('pending money shows as clearing and makes no tip before it is there', async () => {
  await using till = await openPaypalCheckout()
  const orderId = await till.open()
  await till.approve(orderId, 'pending')

  expect(await capturePaypalOrder(till.ctx, orderId)).toMatchObject({ status: 'clearing' })
  expect(await till.tips()).toEqual([])
  const { captures } = await till.standIn.control<{ captures: Record<string, unknown> }>('state')
  await till.standIn.control('act', { captureId: Object.keys(captures)[0], act: 'clear' })
  await resolveOpenOrders(till.ctx, later(3))

  expect(await till.tips()).toHaveLength(1)
})

test('an order that nobody approved cannot be captured', async () => {
  await using till = await openPaypalCheckout()
  const orderId = await till.open()

  await expect(capturePaypalOrder(till.ctx, orderId)).rejects.toMatchObject({ code: 'payment_refused' })
  await expect(capturePaypalOrder(till.ctx, 'UNKNOWN')).rejects.toMatchObject({ code: 'not_found' })
})

test('eight first calls at once fetch one token, and a refused token is replaced', async () => {
  await using till = await openPaypalCheckout()

  const orders = await Promise.all(Array.from({ length: 8 }, () => till.open()))
  await till.fault('create', 'status-401')
  await till.open()

  const fetches = till.standIn.requests.filter((request) => request === 'POST /paypal/v1/oauth2/token')
  expect(orders).toHaveLength(8)
  expect(fetches).toHaveLength(2)
})

test('a failed token fetch does not poison the calls after it', async () => {
  await using till = await openPaypalCheckout()
  await till.fault('token', 'status-500', 3)

  await expect(till.open()).rejects.toMatchObject({ code: 'payment_provider' })

  expect(await till.open()).toMatch(/\w+/)
})

test('an order that PayPal refuses is FAILED and charges nothing', async () => {
  await using till = await openPaypalCheckout()
  await till.standIn.control('partner', { isApproved: false })

  await expect(till.open()).rejects.toMatchObject({ code: 'payment_refused' })

  expect(await till.orderStatus()).toEqual(['FAILED'])
})

test('a create whose answer is lost is repeated with the same key and opens one order', async () => {
  await using till = await openPaypalCheckout()
  await till.fault('create', 'drop-after-commit')

  await till.open()

  const { orders } = await till.standIn.control<{ orders: Record<string, unknown> }>('state')
  expect(Object.keys(orders)).toHaveLength(1)
})

test('a creator cannot tip itself, and a tip needs a payee and an open goal of that creator', async () => {
  await using till = await openPaypalCheckout()
  const other = await buildSupporter(till.db)
  const closed = await buildGoal(till.db, till.creator.uid, { status: 'ARCHIVED' })
  const self = { uid: till.creator.uid, displayName: 'Me' }

  await expect(till.open({ supporter: self })).rejects.toMatchObject({ code: 'self_tip' })
  await expect(till.open({ creatorUid: other.uid })).rejects.toMatchObject({ code: 'payment_method_missing' })
  await expect(till.open({ goalId: closed.goaluuid })).rejects.toMatchObject({ code: 'goal_closed' })
  expect(await till.orderStatus()).toEqual([])
})

test.each([
  ['', undefined, 'Anonymous', true],
  ['', { uid: '', displayName: 'Ada L' }, 'Ada L', false],
  ['aNONymous', { uid: '', displayName: 'Ada L' }, 'Anonymous', true],
])('the name %j of %j is stored as %s', async (name, who, supporterName, isAnonymous) => {
  await using till = await openPaypalCheckout()
  const account = await buildSupporter(till.db)
  const supporter = who && { ...who, uid: account.uid }

  await till.open({ name, supporter })

  const order = await till.db.selectFrom('tipOrder').selectAll().executeTakeFirstOrThrow()
  expect(order).toMatchObject({ supporterName, isAnonymous })
})

test('browser, webhook and webhook again at the same moment make one tip', async () => {
  await using till = await openPaypalCheckout()
  const orderId = await till.open()
  await till.approve(orderId)
  const body = (id: string, capture: string) => Buffer.from(JSON.stringify(completed(id, capture, orderId)))

  await capturePaypalOrder(till.ctx, orderId)
  const { captures } = await till.standIn.control<{ captures: Record<string, unknown> }>('state')
  const captureId = Object.keys(captures)[0]!
  const kept = await Promise.all(
    [1, 1, 2].map((n) => keepPaypalWebhook(till.ctx, body(`WH-${n}`, captureId))),
  )
  await Promise.all([
    capturePaypalOrder(till.ctx, orderId),
    ...kept.flatMap((webhook) => (webhook ? [processPaypalWebhook(till.ctx, webhook)] : [])),
  ])

  expect(kept.filter(Boolean)).toHaveLength(2)
  expect(await till.tips()).toHaveLength(1)
  expect(till.published).toHaveLength(1)
})

test('the webhook alone books the tip when the browser never came back', async () => {
  await using till = await openPaypalCheckout()
  const orderId = await till.open()
  await till.approve(orderId)
  const approved = { id: 'WH-A', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: orderId } }

  const webhook = await keepPaypalWebhook(till.ctx, Buffer.from(JSON.stringify(approved)))
  await processPaypalWebhook(till.ctx, webhook!)

  expect(await till.tips()).toHaveLength(1)
})

test('a kept webhook that could not be worked off is worked off later, once', async () => {
  await using till = await openPaypalCheckout()
  const orderId = await till.open()
  await till.approve(orderId)
  const approved = { id: 'WH-A', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: orderId } }
  await keepPaypalWebhook(till.ctx, Buffer.from(JSON.stringify(approved)))

  await workOffWebhooks(till.ctx, later(1))
  await workOffWebhooks(till.ctx, later(1))

  expect(await till.tips()).toHaveLength(1)
  const open = await till.db.selectFrom('webhookEvent').selectAll().where('processedAt', 'is', null).execute()
  expect(open).toEqual([])
})

test('an order whose opening was never answered expires; one that nobody approved does so days later', async () => {
  await using till = await openPaypalCheckout()
  await till.open()
  await till.db.updateTable('tipOrder').set({ status: 'OPENING' }).execute()
  await resolveOpenOrders(till.ctx, later(11))
  expect(await till.orderStatus()).toEqual(['EXPIRED'])

  await till.db.updateTable('tipOrder').set({ status: 'CREATED' }).execute()
  await resolveOpenOrders(till.ctx, later(60))
  expect(await till.orderStatus()).toEqual(['CREATED'])
  await resolveOpenOrders(till.ctx, later(73 * 60))
  expect(await till.orderStatus()).toEqual(['EXPIRED'])
})

function completed(id: string, captureId: string, orderId: string) {
  return {
    id,
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: {
      id: captureId,
      amount: { value: '7.00', currency_code: 'GBP' },
      supplementary_data: { related_ids: { order_id: orderId } },
    },
  }
}
