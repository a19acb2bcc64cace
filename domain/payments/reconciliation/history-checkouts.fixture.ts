/** The operations of a random history until a tip is paid: opening, paying, asking and closing, in every way and in any order. */
import { randomBytes, randomUUID } from 'node:crypto'
import { amounts, bankDebits, pickAmount } from './history-amounts.fixture.ts'
import type { HistoryCurrency } from './history-amounts.fixture.ts'
import { captureOrder, confirmOrder } from '../orders/capture-order.ts'
import { findFormCheckout } from '../orders/form-checkout.ts'
import { openOrder } from '../orders/open-order.ts'
import type { TipRequest } from '../orders/open-order.ts'
import { orderKeyOf } from '../orders/order-key.ts'
import { resolveOrder } from '../orders/resolve-open-orders.ts'
import { buildTipRequest } from '../orders/tip-request.fixture.ts'
import type { Checkout, HistoryOrder, Stage } from './history-stage.fixture.ts'
import { count } from './history-stage.fixture.ts'

/** The ways to pay: PayPal, a card and a bank debit on Stripe's page, and a wallet on ours. */
const ways = ['paypal', 'card', 'wallet', 'debit'] as const

const providerOf = ({ way }: Pick<HistoryOrder, 'way'>) => (way === 'paypal' ? 'paypal' : 'stripe')

/** A supporter opens an order and usually pays it. After most payments, the browser then asks to capture or look up the order. */
export async function tip(stage: Stage): Promise<void> {
  const { chance } = stage
  const order = await open(stage, startCheckout(stage))
  if (chance.isTrue(0.25)) return
  if (!(await payOrder(stage, order)) || chance.isTrue(0.25)) return
  await finish(order)
}

/** A supporter goes back and pays the same tip in another way, whatever became of the first. */
export async function openBeside(stage: Stage): Promise<boolean> {
  const checkout = pickCheckout(stage)
  if (!checkout) return false
  const order = await open(stage, checkout)
  if (stage.chance.isTrue(0.7)) await payOrder(stage, order)
  return true
}

/** A supporter sends the form without scripts, often twice at once, and pays on the provider's page. */
export async function sendForm(stage: Stage): Promise<void> {
  const { chance, ctx } = stage
  const checkout = startCheckout(stage)
  const form = { tip: checkout.request, userAgent: 'Lynx/2.9' }
  const send = async () => {
    checkout.checkoutId = await findFormCheckout(ctx.db, ctx.config.secretsKey, form)
    return open(stage, checkout, chance.pick(['paypal', 'card'] as const))
  }
  const isTwice = chance.isTrue(0.5)
  const sent = await Promise.allSettled(isTwice ? [send(), send()] : [send()])
  if (isTwice) count(stage, 'reached: a form sent twice')
  for (const one of sent) if (one.status === 'fulfilled') await payOrder(stage, one.value)
}

/** A supporter pays an order that was opened some time ago, and that may be closed or expired since. */
export async function payLater(stage: Stage): Promise<boolean> {
  const order = pickOrder(stage)
  return order !== undefined && (await payOrder(stage, order))
}

/** A supporter's browser asks about an order that was opened some time ago. */
export async function askLater(stage: Stage): Promise<boolean> {
  const order = pickOrder(stage)
  if (!order) return false
  await finish(order)
  return true
}

/** The schedule looks up an order some minutes after it was opened. */
export async function lookUp(stage: Stage): Promise<boolean> {
  const { ctx, chance } = stage
  const open = await ctx.db.selectFrom('tipOrder').selectAll().where('status', '=', 'CREATED').execute()
  if (open.length === 0) return false
  const order = chance.pick(open.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).slice(-6))
  await resolveOrder(ctx, order, new Date(order.createdAt.getTime() + 3 * 60_000)).catch(() => {})
  return true
}

/** Two or three things happen to a checkout at the same moment. */
export async function overlap(stage: Stage): Promise<void> {
  const { chance } = stage
  const checkout = chance.isTrue(0.5) ? (pickCheckout(stage) ?? startCheckout(stage)) : startCheckout(stage)
  await open(stage, checkout).catch(() => {})
  const steps = [0, 1, ...(chance.isTrue(0.5) ? [2] : [])].map(() => {
    const order = checkout.orders.length > 0 ? chance.pick(checkout.orders.slice(-3)) : undefined
    switch (order ? chance.below(4) : 0) {
      case 0:
        return open(stage, checkout).then((opened) => payOrder(stage, opened))
      case 1:
        return payOrder(stage, order!)
      case 2:
        return finish(order!)
      default:
        return payOrder(stage, order!).then(() => finish(order!))
    }
  })
  await Promise.allSettled(steps)
}

/**
 * A payment passes the call that closes its order: the order has ended here when another one is opened, and both are paid, in any
 * order.
 */
export async function passBy(stage: Stage): Promise<void> {
  const { chance, db } = stage
  const checkout = startCheckout(stage)
  const passing = await open(stage, checkout)
  const ended = { status: 'EXPIRED' } as const
  await db.updateTable('tipOrder').set(ended).where('providerOrderId', '=', passing.id).execute()
  const other = await open(stage, checkout)
  for (const order of chance.isTrue(0.5) ? [passing, other] : [other, passing]) {
    await payOrder(stage, order, true)
    if (order === passing && order.way === 'paypal') await captureThere(stage, order)
    if (chance.isTrue(0.6)) await finish(order).catch(() => {})
  }
}

/** A capture at PayPal whose response is lost, while nobody here knows of it. */
async function captureThere({ db, ctx }: Stage, { id }: HistoryOrder): Promise<void> {
  const order = await db
    .selectFrom('tipOrder')
    .selectAll()
    .where('providerOrderId', '=', id)
    .executeTakeFirstOrThrow()
  await ctx.payments.paypal!.captureOrder!(orderKeyOf(order)).catch(() => {})
}

/** Stripe's page expires: one that was opened lately, or a new one if each of these is paid or closed. */
export async function expire(stage: Stage): Promise<boolean> {
  const { checkouts, chance, tell } = stage
  const isLeft = (id: string) =>
    tell.stripe('pay', { sessionId: id, way: 'expire' }).then(
      () => true,
      () => false,
    )
  const opened = checkouts.flatMap(({ orders }) => orders).slice(-10)
  const unpaid = opened.filter(({ way, isPaid }) => (way === 'card' || way === 'debit') && !isPaid)
  if (unpaid.length > 0 && (await isLeft(chance.pick(unpaid).id))) return true
  return isLeft((await open(stage, startCheckout(stage), 'card')).id)
}

/** Begins a checkout of a random creator and amount. */
function startCheckout(stage: Stage): Checkout {
  const { chance, creators } = stage
  const { uid } = chance.pick(creators)
  const currency = chance.pick(Object.keys(amounts) as HistoryCurrency[])
  const { min, max } = amounts[currency]
  const amountMinor = pickAmount(chance, currency, min, max)
  const address = { addressHash: randomBytes(32).toString('hex') }
  const tip = { ...address, amountMinor, currency, coversFee: chance.isTrue(0.4) }
  const { checkoutId: _, ...request } = buildTipRequest(uid, tip)
  const checkout = { checkoutId: randomUUID(), request, isOwed: chance.isTrue(0.3), orders: [] }
  stage.checkouts.push(checkout)
  return checkout
}

/** Opens an order of a checkout in a random way. Throws the product's refusal. */
async function open(stage: Stage, checkout: Checkout, wanted?: HistoryOrder['way']): Promise<HistoryOrder> {
  const { chance, db } = stage
  const { checkoutId, request } = checkout
  const isDebited = bankDebits.has(request.currency!)
  const way = wanted ?? chance.pick(ways.filter((one) => one !== 'debit' || isDebited))
  const ctx = way === 'paypal' && checkout.isOwed ? stage.owedCtx : stage.ctx
  const tip: TipRequest = { ...request, checkoutId, isWallet: way === 'wallet' }
  const { providerOrderId: id } = await openOrder(ctx, providerOf({ way }), tip)
  // The database's clock is ahead of the providers', and PayPal lists a payment under the time when it was begun.
  await db.updateTable('tipOrder').set({ createdAt: new Date() }).where('providerOrderId', '=', id).execute()
  const order = { way, id, ctx, checkoutId, isPaid: false }
  checkout.orders.push(order)
  count(stage, `opened: ${way}`)
  if (checkout.orders.length > 1) count(stage, 'reached: a second order of a checkout')
  return order
}

/** Pays an order at its provider, as the supporter does; some payments are declined. Returns false if it cannot be paid there. */
async function payOrder(stage: Stage, order: HistoryOrder, isSure = false): Promise<boolean> {
  const { way, id } = order
  const { chance, tell } = stage
  const isDeclined = !isSure && chance.isTrue(0.12)
  const number = isDeclined ? '4000000000000002' : '4242424242424242'
  const outcome = isDeclined
    ? chance.pick(['declined-once', 'declined', 'capture-declined', 'pending', 'pending'] as const)
    : 'pay'
  const paying = {
    paypal: () => tell.paypal('approve', { orderId: id, outcome }),
    card: () => tell.stripe('pay', { sessionId: id, number }),
    debit: () => tell.stripe('pay', { sessionId: id, way: 'bank' }),
    wallet: () => tell.stripe('pay-wallet', { paymentId: id, number }),
  }
  const isPaid = await paying[way]().then(
    () => true,
    () => false,
  )
  order.isPaid ||= isPaid
  count(
    stage,
    isPaid
      ? `paid: ${way}${isDeclined && way !== 'debit' ? ' with trouble' : ''}`
      : 'reached: closed before it was paid',
  )
  return isPaid
}

/** Asks for the outcome of an order, as the supporter's browser does. */
async function finish(order: HistoryOrder): Promise<unknown> {
  const lookUp = { providerOrderId: order.id, address: '' }
  if (order.way === 'card' || order.way === 'debit') return confirmOrder(order.ctx, 'stripe', lookUp)
  return captureOrder(order.ctx, providerOf(order), lookUp)
}

/** Picks one of the latest checkouts, more often one that is not paid. */
function pickCheckout({ checkouts, chance }: Stage): Checkout | undefined {
  const opened = checkouts.filter(({ orders }) => orders.length > 0)
  const unpaid = opened.filter(({ orders }) => !orders.some(({ isPaid }) => isPaid)).slice(-4)
  const recent = unpaid.length > 0 && chance.isTrue(0.7) ? unpaid : opened.slice(-4)
  return recent.length > 0 ? chance.pick(recent) : undefined
}

function pickOrder(stage: Stage): HistoryOrder | undefined {
  const checkout = pickCheckout(stage)
  return checkout && stage.chance.pick(checkout.orders)
}
