import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildGoal, buildSupporter } from '../../../db/builders.fixture.ts'
import { checkoutModes, feeIn, later } from '../checkout.fixture.ts'
import { confirmOrder } from '../orders/capture-order.ts'
import { openOrder } from '../orders/open-order.ts'
import { buildTipRequest } from '../orders/tip-request.fixture.ts'
import { processOpenWebhooks, processWebhook } from '../webhooks/receive-webhook.ts'
import { resolveOpenOrders } from '../orders/resolve-open-orders.ts'
import { openPaypalCheckout } from './checkout.fixture.ts'

test.each(checkoutModes)(
  '%s: an approved order is captured, split and recorded, and its event is published',
  async (mode) => {
    const feeMinor = feeIn(mode)
    await using checkout = await openPaypalCheckout({ mode })
    const orderId = await checkout.openPaid()

    expect(await checkout.finish(orderId)).toMatchObject({ status: 'captured' })

    expect(await checkout.tips()).toEqual([{ amountMinor: 700, supporterName: 'Grace', feeMinor }])
    expect(checkout.published).toHaveLength(1)
    const { captures } = await checkout.standIn.control<{ captures: object }>('state')
    expect(JSON.stringify(captures).includes('0.35')).toBe(mode === 'platform')
  },
)

test('PayPal’s page leads back to our pages, and says which order', async () => {
  await using checkout = await openPaypalCheckout()
  const opened = await openOrder(checkout.ctx, 'paypal', buildTipRequest(checkout.creator.uid))
  const decide = async (outcome: string) => {
    const body = new URLSearchParams({ token: opened.providerOrderId, outcome })
    const response = await fetch(opened.paymentUrl!.split('?')[0]!, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    return response.headers.get('location')
  }

  const token = `token=${opened.providerOrderId}`
  expect(await decide('cancel')).toBe(`https://brimful.example/dashboard/payment-failure?${token}`)
  expect(await decide('pay')).toMatch(
    new RegExp(`^https://brimful.example/dashboard/payment-success/paypal\\?${token}&PayerID=\\w{13}$`),
  )
})

test('who returns from PayPal’s page is charged once, however often the page is opened', async () => {
  await using checkout = await openPaypalCheckout()
  const id = await checkout.open()
  const confirm = () => confirmOrder(checkout.ctx, 'paypal', { providerOrderId: id, address: '192.0.2.1' })
  expect(await confirm()).toMatchObject({ status: 'open', creatorName: checkout.creator.displayName })
  await checkout.pay(id)

  const answers = await Promise.all([confirm(), confirm(), checkout.finish(id)])

  for (const { status } of answers) expect(status).toBe('captured')
  expect(await confirm()).toMatchObject({ status: 'captured', amount: 700, charged: 700, isRepeat: false })
  expect(await checkout.paymentIds()).toHaveLength(1)
  expect(await checkout.tips()).toHaveLength(1)
})

test('who returns after a declined card reads that it failed; of a tip that was paid elsewhere, that it is paid', async () => {
  await using checkout = await openPaypalCheckout()
  const checkoutId = randomUUID()
  const declined = await checkout.open({ checkoutId })
  await checkout.pay(declined, 'declined')
  const confirm = () =>
    confirmOrder(checkout.ctx, 'paypal', { providerOrderId: declined, address: '192.0.2.1' })
  expect(await confirm()).toMatchObject({ status: 'failed' })

  const second = await checkout.open({ checkoutId })
  await checkout.pay(second)
  await checkout.finish(second)
  await checkout.pay(declined)

  await expect(confirm()).rejects.toMatchObject({ code: 'already_paid' })
  expect(await checkout.tips()).toHaveLength(1)
})

test('a supporter is asked for no postal address, and the creator gets none', async () => {
  await using checkout = await openPaypalCheckout()

  await checkout.takeTip()

  const { orders, events } = await checkout.standIn.control<{ orders: object; events: object }>('state')
  expect(Object.values(orders)).toMatchObject([{ status: 'COMPLETED' }])
  expect(JSON.stringify([orders, events])).not.toContain('postal_code')
})

test('without partner status nothing is split at PayPal and the fee is booked as owed', async () => {
  await using checkout = await openPaypalCheckout({ isPartner: false })
  await checkout.standIn.control('partner', { isApproved: false })

  await checkout.takeTip()

  const owed = await checkout.db
    .selectFrom('ledgerEntry')
    .selectAll()
    .where('account', '=', 'fee_owed')
    .execute()
  expect(owed).toMatchObject([{ amountMinor: -35 }])
})

test.each(['drop-after-commit', 'status-500', 'html', 'empty', 'drop-before'])(
  'a capture whose answer is lost (%s) is looked up or repeated, never called a failure',
  async (fault) => {
    await using checkout = await openPaypalCheckout()
    const orderId = await checkout.openPaid()
    await checkout.fault('capture', fault)

    expect(await checkout.finish(orderId)).toMatchObject({ status: 'captured' })

    expect(await checkout.tips()).toHaveLength(1)
    expect(await checkout.paymentIds()).toHaveLength(1)
  },
)

test('when even the look-up fails the order stays open, and is resolved later', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.openPaid()
  await checkout.fault('capture', 'drop-after-commit', 3)
  await checkout.fault('get', 'status-503', 3)

  await expect(checkout.finish(orderId)).rejects.toMatchObject({
    code: 'payment_provider',
  })
  expect(await checkout.orderStatus()).toEqual(['CREATED'])
  await resolveOpenOrders(checkout.ctx, later(3))

  expect(await checkout.tips()).toHaveLength(1)
  expect(checkout.published).toHaveLength(1)
})

test('a declined card makes no tip, and another card then pays with another order', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.open()
  await checkout.pay(orderId, 'declined')

  await expect(checkout.finish(orderId)).rejects.toMatchObject({
    code: 'instrument_declined',
  })
  expect(await checkout.finish(await checkout.openPaid())).toMatchObject({ status: 'captured' })

  expect(await checkout.tips()).toHaveLength(1)
})

test('pending money shows as clearing and makes no tip before it arrives', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.open()
  await checkout.pay(orderId, 'pending')

  expect(await checkout.finish(orderId)).toMatchObject({ status: 'clearing' })
  expect(await checkout.tips()).toEqual([])
  await checkout.act((await checkout.paymentIds())[0]!, 'clear')
  await resolveOpenOrders(checkout.ctx, later(3))

  expect(await checkout.tips()).toHaveLength(1)
})

test('an order that is not approved cannot be captured', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.open()

  await expect(checkout.finish(orderId)).rejects.toMatchObject({ code: 'payment_not_approved' })
  await expect(checkout.finish('UNKNOWN')).rejects.toMatchObject({ code: 'not_found' })
})

test('eight first calls at once fetch one token, and a refused token is replaced', async () => {
  await using checkout = await openPaypalCheckout()

  const orders = await Promise.all(Array.from({ length: 8 }, () => checkout.open()))
  await checkout.fault('create', 'status-401')
  await checkout.open()

  const fetches = checkout.standIn.requests.filter((request) => request === 'POST /paypal/v1/oauth2/token')
  expect(orders).toHaveLength(8)
  expect(fetches).toHaveLength(2)
})

test('a failed token request does not make later calls fail', async () => {
  await using checkout = await openPaypalCheckout()
  await checkout.fault('token', 'status-500', 3)

  await expect(checkout.open()).rejects.toMatchObject({ code: 'payment_provider' })

  expect(await checkout.open()).toMatch(/\w+/)
})

test('an order that PayPal refuses is FAILED and charges nothing', async () => {
  await using checkout = await openPaypalCheckout()
  await checkout.standIn.control('partner', { isApproved: false })

  await expect(checkout.open()).rejects.toMatchObject({ code: 'payment_refused' })

  expect(await checkout.orderStatus()).toEqual(['FAILED'])
})

test('opening an order is repeated with the same key after a lost response, and opens one order', async () => {
  await using checkout = await openPaypalCheckout()
  await checkout.fault('create', 'drop-after-commit')

  await checkout.open()

  const { orders } = await checkout.standIn.control<{ orders: Record<string, unknown> }>('state')
  expect(Object.keys(orders)).toHaveLength(1)
})

test('a creator cannot tip itself, and a tip needs a payee and an open goal of that creator', async () => {
  await using checkout = await openPaypalCheckout()
  const other = await buildSupporter(checkout.db)
  const closed = await buildGoal(checkout.db, checkout.creator.uid, { status: 'ARCHIVED' })
  const self = { uid: checkout.creator.uid, displayName: 'Me' }

  await expect(checkout.open({ supporter: self })).rejects.toMatchObject({ code: 'self_tip' })
  await expect(checkout.open({ creatorUid: other.uid })).rejects.toMatchObject({
    code: 'payment_method_missing',
  })
  await expect(checkout.open({ goalId: closed.goalId })).rejects.toMatchObject({ code: 'goal_closed' })
  expect(await checkout.orderStatus()).toEqual([])
})

test.each([
  ['', undefined, 'Anonymous', true],
  ['', { uid: '', displayName: 'Ada L' }, 'Ada L', false],
  ['aNONymous', { uid: '', displayName: 'Ada L' }, 'Anonymous', true],
])('the name %j of %j is stored as %s', async (name, who, supporterName, isAnonymous) => {
  await using checkout = await openPaypalCheckout()
  const account = await buildSupporter(checkout.db)
  const supporter = who && { ...who, uid: account.uid }

  await checkout.open({ name, supporter })

  const order = await checkout.db.selectFrom('tipOrder').selectAll().executeTakeFirstOrThrow()
  expect(order).toMatchObject({ supporterName, isAnonymous })
})

test('a browser and two webhooks at the same moment make one tip', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.openPaid()

  await checkout.finish(orderId)
  const [captureId] = await checkout.paymentIds()
  const stored = await Promise.all(
    [1, 1, 2].map((n) => checkout.store(completed(`WH-${n}`, captureId!, orderId))),
  )
  await Promise.all([
    checkout.finish(orderId),
    ...stored.flatMap((webhook) => (webhook ? [processWebhook(checkout.ctx, webhook)] : [])),
  ])

  expect(stored.filter(Boolean)).toHaveLength(2)
  expect(await checkout.tips()).toHaveLength(1)
  expect(checkout.published).toHaveLength(1)
})

test('the webhook alone records the tip when the browser never returns', async () => {
  await using checkout = await openPaypalCheckout()

  await checkout.receive(approvedEvent(await checkout.openPaid()))

  expect(await checkout.tips()).toHaveLength(1)
})

test('a stored webhook that could not be processed is processed later, once', async () => {
  await using checkout = await openPaypalCheckout()
  await checkout.store(approvedEvent(await checkout.openPaid()))

  await processOpenWebhooks(checkout.ctx, later(1))
  await processOpenWebhooks(checkout.ctx, later(1))

  expect(await checkout.tips()).toHaveLength(1)
  const open = await checkout.db
    .selectFrom('webhookEvent')
    .selectAll()
    .where('processedAt', 'is', null)
    .execute()
  expect(open).toEqual([])
})

test('an order that was never opened expires; an order that is never approved expires days later', async () => {
  await using checkout = await openPaypalCheckout()
  await checkout.open()
  await checkout.db.updateTable('tipOrder').set({ status: 'OPENING' }).execute()
  await resolveOpenOrders(checkout.ctx, later(11))
  expect(await checkout.orderStatus()).toEqual(['EXPIRED'])

  await checkout.db.updateTable('tipOrder').set({ status: 'CREATED' }).execute()
  await resolveOpenOrders(checkout.ctx, later(60))
  expect(await checkout.orderStatus()).toEqual(['CREATED'])
  await resolveOpenOrders(checkout.ctx, later(73 * 60))
  expect(await checkout.orderStatus()).toEqual(['EXPIRED'])
})

const approvedEvent = (id: string) => ({
  id: 'WH-A',
  event_type: 'CHECKOUT.ORDER.APPROVED',
  resource: { id },
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

test('while PayPal refuses tokens, fifty supporters cause a few requests for one, and then orders open again', async () => {
  await using checkout = await openPaypalCheckout()
  await checkout.fault('token', 'status-500', 6)
  checkout.ctx.payments.paypal = checkout.reopen({ timeoutMs: 5000, retries: 0 })

  const results = await Promise.allSettled(Array.from({ length: 50 }, () => checkout.open()))

  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  const tokens = () => checkout.standIn.requests.filter((request) => request.endsWith('/oauth2/token'))
  expect(tokens().length).toBeLessThanOrEqual(5) // all calls that wait at the same time share one request
  const elsewhere = { addressHash: 'b'.repeat(64) }
  await expect.poll(() => checkout.open(elsewhere).catch(() => undefined)).toBeDefined()
})

test('a capture whose amount cannot be read is no payment of 0', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.openPaid()
  const event = completed('WH-X', 'CAPTURE-X', orderId)
  event.resource.amount.value = '7,00'

  await expect(checkout.receive(event)).rejects.toThrow()

  expect(await checkout.orderStatus()).toEqual(['CREATED'])
})
