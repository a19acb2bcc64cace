/** Every kind of call to Stripe, with every fault of the stand-in, during everything that makes such calls. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultNames, operations } from '../../../sandbox/stripe/faults.ts'
import type { Operation } from '../../../sandbox/stripe/faults.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { checkBalance } from '../ledger/check-balance.ts'
import { openStripe } from './provider.ts'
import { connectPayout } from '../payouts/connect-payout.ts'
import { refreshPayout } from '../payouts/refresh-payout.ts'
import { confirmOrder } from '../orders/capture-order.ts'
import { resolveOpenOrders } from '../orders/resolve-open-orders.ts'
import { openStripeCheckout } from './checkout.fixture.ts'
import { countLedger, giveBackOnce, shortLimits, later, sufferAt } from '../faults.fixture.ts'
import type { Suffered } from '../faults.fixture.ts'

let checkout: Awaited<ReturnType<typeof openStripeCheckout>>
beforeAll(async () => {
  checkout = await openStripeCheckout()
})
afterAll(() => checkout[Symbol.asyncDispose]())

/** What a supporter or creator may be doing when that kind of call fails. Each function finishes it and checks the end. */
const plays: Record<Operation, Record<string, (fault: Suffered) => Promise<void>>> = {
  create: { 'opening a page': openAgain },
  get: { 'coming back, and asking again': confirmAgain, 'coming back, and leaving': confirmAndLeave },
  refund: { 'giving back': giveBack },
  account: { 'connecting an account': connect, 'reading an account': readAccount },
  link: { 'connecting an account': connect },
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

  const opened = await suffer(fault, () => checkout.open())
  const { sessionId } = opened ?? (await checkout.open())
  await checkout.pay(sessionId)
  await confirmOrder(checkout.ctx, 'stripe', sessionId)
  await resolveOpenOrders(checkout.ctx, later(3))

  expect(await count()).toEqual(onceMore(before))
}

async function confirmAgain(fault: Suffered): Promise<void> {
  const before = await count()
  const sessionId = await openPaid()

  await suffer(fault, () => confirmOrder(checkout.ctx, 'stripe', sessionId))

  expect(await confirmOrder(checkout.ctx, 'stripe', sessionId)).toMatchObject({ status: 'captured' })
  expect(await count()).toEqual(onceMore(before))
}

/** The money has moved, but neither the supporter's browser nor a look-up can find out while the fault lasts. */
async function confirmAndLeave(fault: Suffered): Promise<void> {
  const before = await count()
  const sessionId = await openPaid()

  await suffer(fault, () =>
    confirmOrder(checkout.ctx, 'stripe', sessionId).finally(() => resolveOpenOrders(checkout.ctx, later(3))),
  )
  await resolveOpenOrders(checkout.ctx, later(3))

  expect(await count()).toEqual(onceMore(before))
}

async function giveBack(fault: Suffered): Promise<void> {
  const { orderId } = await confirmOrder(checkout.ctx, 'stripe', await openPaid())
  await giveBackOnce(checkout, orderId, (doing) => suffer(fault, doing), count)
}

/** However often the onboarding starts, the creator has one account. */
async function connect(fault: Suffered): Promise<void> {
  const creator = await buildCreator(checkout.db)
  const pages = { returnUrl: 'https://brimful.test/back', refreshUrl: 'https://brimful.test/again' }
  const begin = () => connectPayout(checkout.ctx, { provider: 'stripe', creator, country: 'gb', pages })

  await suffer(fault, begin)

  expect(await begin()).toContain('/stripe/setup/')
  const { accounts } = await checkout.standIn.control<{ accounts: Record<string, { email: string }> }>(
    'state',
  )
  expect(Object.values(accounts).filter(({ email }) => email === creator.email)).toHaveLength(1)
}

/** The account changed at Stripe; the stored state changes when it is read, and not before. */
async function readAccount(fault: Suffered): Promise<void> {
  const { email, uid } = checkout.creator
  const read = async () => {
    await refreshPayout(checkout.ctx, uid, 'stripe')
    return true
  }
  await checkout.standIn.control('accounts', { email, cardPayments: 'restricted' })

  const wasRead = await suffer(fault, read)
  expect(await checkout.payoutState()).toMatchObject({ isReady: !wasRead })
  await read()
  expect(await checkout.payoutState()).toEqual({ isReady: false, isRestricted: true })

  await checkout.standIn.control('accounts', { email, cardPayments: 'active' })
  await read()
  expect(await checkout.payoutState()).toEqual({ isReady: true, isRestricted: false })
}

async function suffer<T>(fault: Suffered, doing: () => Promise<T>): Promise<T | undefined> {
  const { ctx, config, standIn } = checkout
  const usual = ctx.payments.stripe
  ctx.payments.stripe = openStripe(config, 'https://brimful.test', shortLimits)
  const end = await sufferAt(`${standIn.origin}/stripe/control`, fault, doing)
  ctx.payments.stripe = usual
  return end
}

async function openPaid(): Promise<string> {
  const { sessionId } = await checkout.open()
  await checkout.pay(sessionId)
  return sessionId
}

/** Counts payments and refunds at Stripe and on our side. */
async function count() {
  type Sums = Record<'intents' | 'refunds', object>
  const { intents, refunds } = await checkout.standIn.control<Sums>('state')
  return {
    payments: Object.keys(intents).length,
    refunds: Object.keys(refunds).length,
    ...(await countLedger(checkout)),
  }
}

function onceMore(before: Awaited<ReturnType<typeof count>>) {
  return { ...before, payments: before.payments + 1, tips: before.tips + 1, events: before.events + 1 }
}
