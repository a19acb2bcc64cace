/** Every kind of call to PayPal, with every fault that the stand-in knows, for as long as somebody is at it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPayoutAccount } from '../../../db/queries/payout-accounts.ts'
import { faultNames, operations } from '../../../sandbox/paypal/faults.ts'
import type { Operation } from '../../../sandbox/paypal/faults.ts'
import { checkBalance } from '../ledger/check-balance.ts'
import { openPaypalAccounts } from './accounts.ts'
import { openPaypal } from './gateway.ts'
import { referToPaypal } from '../payouts/connect-payout.ts'
import { refreshPayout } from '../payouts/refresh-payout.ts'
import { capturePaypalOrder } from './capture-order.ts'
import { resolveOpenOrders } from '../orders/resolve-open-orders.ts'
import { countBooks, giveBackOnce, shortLimits, later, sufferAt } from '../faults.fixture.ts'
import type { Suffered } from '../faults.fixture.ts'
import { openPaypalCheckout } from './checkout.fixture.ts'

let till: Awaited<ReturnType<typeof openPaypalCheckout>>
beforeAll(async () => {
  till = await openPaypalCheckout()
})
afterAll(() => till[Symbol.asyncDispose]())

/** What may be going on when that kind of call fails; each brings it to its end and looks at it. */
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

test.each(rows)('$doing while every $operation suffers $fault', async ({ operation, fault, play }) => {
  await play({ operation, fault })

  expect(await checkBalance(till.ctx)).toEqual([])
})

async function openAgain(fault: Suffered): Promise<void> {
  const before = await count()

  const orderId = (await suffer(fault, () => till.open())) ?? (await till.open())
  await till.approve(orderId)
  await capturePaypalOrder(till.ctx, orderId)
  await resolveOpenOrders(till.ctx, later(3))

  expect(await count()).toEqual(onceMore(before))
}

async function captureAgain(fault: Suffered): Promise<void> {
  const before = await count()
  const orderId = await openApproved()

  await suffer(fault, () => capturePaypalOrder(till.ctx, orderId))

  expect(await capturePaypalOrder(till.ctx, orderId)).toMatchObject({ status: 'captured' })
  expect(await count()).toEqual(onceMore(before))
}

async function captureAndLeave(fault: Suffered): Promise<void> {
  const before = await count()
  const orderId = await openApproved()

  await suffer(fault, () => capturePaypalOrder(till.ctx, orderId))
  await resolveOpenOrders(till.ctx, later(3))

  expect(await count()).toEqual(onceMore(before))
}

/** The money has moved, and neither the fan nor a reconcile can learn it while the fault lasts. */
async function lookUp(fault: Suffered): Promise<void> {
  const before = await count()
  const orderId = await openApproved()

  const end = await suffer(fault, async () => {
    await till.fault('capture', 'drop-after-commit', 3)
    return capturePaypalOrder(till.ctx, orderId).finally(() => resolveOpenOrders(till.ctx, later(3)))
  })
  expect(end).toBeUndefined()
  await resolveOpenOrders(till.ctx, later(3))

  expect(await count()).toEqual(onceMore(before))
}

async function giveBack(fault: Suffered): Promise<void> {
  const { orderId } = await capturePaypalOrder(till.ctx, await openApproved())
  await giveBackOnce(till, orderId, (doing) => suffer(fault, doing), count)
}

async function connect(fault: Suffered): Promise<void> {
  const refer = () => referToPaypal(till.ctx, { ...till.creator }, 'https://brimful.test/back')

  await suffer(fault, refer)

  expect(await refer()).toContain('referralToken=')
}

/** What PayPal says of the account has changed; it is believed when it is heard, and not before. */
async function readAccount(fault: Suffered): Promise<void> {
  const { email, uid } = till.creator
  const read = async () => {
    await refreshPayout(till.ctx, uid, 'paypal')
    return true
  }
  const isReady = async () => (await findPayoutAccount(till.db, uid, 'paypal'))!.isReady
  await till.standIn.control('merchants', { email, canReceive: false })

  const wasRead = await suffer(fault, read)
  expect(await isReady()).toBe(!wasRead)
  await read()
  expect(await isReady()).toBe(false)

  await till.standIn.control('merchants', { email, canReceive: true })
  await read()
  expect(await isReady()).toBe(true)
}

/** With a client that has no token yet. */
async function suffer<T>(fault: Suffered, doing: () => Promise<T>): Promise<T | undefined> {
  const { ctx, config, standIn } = till
  const calm = ctx.payments.paypal!
  const accounts = openPaypalAccounts(config, shortLimits)
  ctx.payments.paypal = { ...calm, ...openPaypal(config, shortLimits), accounts }
  const end = await sufferAt(`${standIn.origin}/paypal/control`, fault, doing)
  ctx.payments.paypal = calm
  return end
}

async function openApproved(): Promise<string> {
  const orderId = await till.open()
  await till.approve(orderId)
  return orderId
}

/** What was taken and given back, at PayPal and in our books. */
async function count() {
  const { captures, refunds } = await till.standIn.control<{ captures: object; refunds: object }>('state')
  return {
    captures: Object.keys(captures).length,
    refunds: Object.keys(refunds).length,
    ...(await countBooks(till)),
  }
}

function onceMore(before: Awaited<ReturnType<typeof count>>) {
  return { ...before, captures: before.captures + 1, tips: before.tips + 1, events: before.events + 1 }
}
