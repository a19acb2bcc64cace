/** Every kind of call to PayPal, with every fault of the stand-in, during everything that makes such calls. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPayoutAccount } from '../../../db/queries/payout-accounts.ts'
import { faultNames, operations } from '../../../sandbox/paypal/faults.ts'
import type { Operation } from '../../../sandbox/paypal/faults.ts'
import { checkBalance } from '../ledger/check-balance.ts'
import { openPaypal } from './provider.ts'
import { connectPayout } from '../payouts/connect-payout.ts'
import { refreshPayout } from '../payouts/refresh-payout.ts'
import { captureOrder } from '../orders/capture-order.ts'
import { resolveOpenOrders } from '../orders/resolve-open-orders.ts'
import { countLedger, giveBackOnce, shortLimits, later, sufferAt } from '../faults.fixture.ts'
import type { Suffered } from '../faults.fixture.ts'
import { openPaypalCheckout } from './checkout.fixture.ts'

let checkout: Awaited<ReturnType<typeof openPaypalCheckout>>
beforeAll(async () => {
  checkout = await openPaypalCheckout()
})
afterAll(() => checkout[Symbol.asyncDispose]())

/** What a supporter or creator may be doing when that kind of call fails. Each function finishes it and checks the end. */
const plays: Record<Operation, Record<string, (fault: Suffered) => Promise<void>>> = {
  create: { 'opening a payment': openAgain },
  capture: { 'paying, and trying again': captureAgain, 'paying, and leaving': captureAndLeave },
  get: { 'looking up a lost answer': lookUp, 'reading an account': readAccount },
  token: {
    'opening a payment': openAgain,
    'paying, and trying again': captureAgain,
    'paying, and leaving': captureAndLeave,
    'giving back': giveBack,
    connecting: connect,
    'reading an account': readAccount,
  },
  refund: { 'giving back': giveBack },
}

const rows = operations.flatMap((operation) =>
  Object.entries(plays[operation]).flatMap(([doing, play]) =>
    faultNames.map((fault) => ({ operation, fault, doing, play })),
  ),
)

test.each(rows)('$doing while every $operation fails with $fault', async ({ operation, fault, play }) => {
  await play({ operation, fault })

  expect(await checkBalance(checkout.ctx)).toEqual([])
})

async function openAgain(fault: Suffered): Promise<void> {
  const before = await count()

  const orderId = (await suffer(fault, () => checkout.open())) ?? (await checkout.open())
  await checkout.approve(orderId)
  await captureOrder(checkout.ctx, 'paypal', orderId)
  await resolveOpenOrders(checkout.ctx, later(3))

  expect(await count()).toEqual(onceMore(before))
}

async function captureAgain(fault: Suffered): Promise<void> {
  const before = await count()
  const orderId = await openApproved()

  await suffer(fault, () => captureOrder(checkout.ctx, 'paypal', orderId))

  expect(await captureOrder(checkout.ctx, 'paypal', orderId)).toMatchObject({ status: 'captured' })
  expect(await count()).toEqual(onceMore(before))
}

async function captureAndLeave(fault: Suffered): Promise<void> {
  const before = await count()
  const orderId = await openApproved()

  await suffer(fault, () => captureOrder(checkout.ctx, 'paypal', orderId))
  await resolveOpenOrders(checkout.ctx, later(3))

  expect(await count()).toEqual(onceMore(before))
}

/** The money has moved, but neither the supporter's browser nor a look-up can find out while the fault lasts. */
async function lookUp(fault: Suffered): Promise<void> {
  const before = await count()
  const orderId = await openApproved()

  const end = await suffer(fault, async () => {
    await checkout.fault('capture', 'drop-after-commit', 3)
    return captureOrder(checkout.ctx, 'paypal', orderId).finally(() =>
      resolveOpenOrders(checkout.ctx, later(3)),
    )
  })
  expect(end).toBeUndefined()
  await resolveOpenOrders(checkout.ctx, later(3))

  expect(await count()).toEqual(onceMore(before))
}

async function giveBack(fault: Suffered): Promise<void> {
  const { orderId } = await captureOrder(checkout.ctx, 'paypal', await openApproved())
  await giveBackOnce(checkout, orderId, (doing) => suffer(fault, doing), count)
}

async function connect(fault: Suffered): Promise<void> {
  const pages = { returnUrl: 'https://brimful.test/back', refreshUrl: 'https://brimful.test/again' }
  const refer = () => connectPayout(checkout.ctx, { provider: 'paypal', creator: checkout.creator, pages })

  await suffer(fault, refer)

  expect(await refer()).toContain('referralToken=')
}

/** The account changed at PayPal; the stored state changes when it is read, and not before. */
async function readAccount(fault: Suffered): Promise<void> {
  const { email, uid } = checkout.creator
  const read = async () => {
    await refreshPayout(checkout.ctx, uid, 'paypal')
    return true
  }
  const isReady = async () => (await findPayoutAccount(checkout.db, uid, 'paypal'))!.isReady
  await checkout.standIn.control('merchants', { email, canReceive: false })

  const wasRead = await suffer(fault, read)
  expect(await isReady()).toBe(!wasRead)
  await read()
  expect(await isReady()).toBe(false)

  await checkout.standIn.control('merchants', { email, canReceive: true })
  await read()
  expect(await isReady()).toBe(true)
}

/** Uses a client that has no token yet. */
async function suffer<T>(fault: Suffered, doing: () => Promise<T>): Promise<T | undefined> {
  const { ctx, config, standIn } = checkout
  const usual = ctx.payments.paypal
  ctx.payments.paypal = openPaypal(config, shortLimits)
  const end = await sufferAt(`${standIn.origin}/paypal/control`, fault, doing)
  ctx.payments.paypal = usual
  return end
}

async function openApproved(): Promise<string> {
  const orderId = await checkout.open()
  await checkout.approve(orderId)
  return orderId
}

/** Counts captures and refunds at PayPal and on our side. */
async function count() {
  const { captures, refunds } = await checkout.standIn.control<{ captures: object; refunds: object }>('state')
  return {
    captures: Object.keys(captures).length,
    refunds: Object.keys(refunds).length,
    ...(await countLedger(checkout)),
  }
}

function onceMore(before: Awaited<ReturnType<typeof count>>) {
  return { ...before, captures: before.captures + 1, tips: before.tips + 1, events: before.events + 1 }
}
