/** Tests every kind of call to a provider with every fault of its stand-in, in every action that makes such a call. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultNames as paypalFaults } from '../../sandbox/paypal/faults.ts'
import type { Operation as PaypalOperation } from '../../sandbox/paypal/faults.ts'
import { faultNames as stripeFaults } from '../../sandbox/stripe/faults.ts'
import type { Operation as StripeOperation } from '../../sandbox/stripe/faults.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { openConfirmedSession } from '../accounts/session.fixture.ts'
import type { Provider } from '../../db/schema.ts'
import { later } from './checkout.fixture.ts'
import { checkBalance } from './ledger/check-balance.ts'
import { resolveOpenOrders } from './orders/resolve-open-orders.ts'
import { connectPayout } from './payouts/connect-payout.ts'
import { refreshPayout } from './payouts/refresh-payout.ts'
import { openPaypalCheckout } from './paypal/checkout.fixture.ts'
import type { CallLimits } from './provider/payment-provider.ts'
import { openDisputedTip } from './refunds/dispute.fixture.ts'
import { requestRefund, retryRefunds } from './refunds/request-refund.ts'
import { retryResponses } from './refunds/respond-to-dispute.ts'
import { openStripeCheckout } from './stripe/checkout.fixture.ts'

/** A supporter's or creator's actions while a call fails. Each function completes its action and checks the result. */
const plays = {
  'opening a payment': openAgain,
  'paying, and trying again': finishAgain,
  'paying, and leaving': finishAndLeave,
  'looking up a lost answer': lookUp,
  'beginning to pay again': beginAgain,
  'giving back': giveBack,
  'answering a dispute': answer,
  connecting: connect,
  'reading an account': readAccount,
} as const
type Play = keyof typeof plays

const paypalPlays: Record<PaypalOperation, Play[]> = {
  create: ['opening a payment'],
  capture: ['paying, and trying again', 'paying, and leaving'],
  get: ['looking up a lost answer', 'reading an account'],
  token: [
    'opening a payment',
    'paying, and trying again',
    'paying, and leaving',
    'giving back',
    'connecting',
    'reading an account',
  ],
  refund: ['giving back'],
  dispute: ['answering a dispute'],
}
const stripePlays: Record<StripeOperation, Play[]> = {
  create: ['opening a payment'],
  get: ['paying, and trying again', 'paying, and leaving'],
  close: ['beginning to pay again'],
  refund: ['giving back'],
  dispute: ['answering a dispute'],
  account: ['connecting', 'reading an account'],
  link: ['connecting'],
}

describe.each([
  { provider: 'paypal', open: openPaypalCheckout, playsOf: paypalPlays, faults: paypalFaults },
  { provider: 'stripe', open: openStripeCheckout, playsOf: stripePlays, faults: stripeFaults },
] as const)('$provider', ({ provider, open, playsOf, faults }) => {
  let checkout: AnyCheckout
  beforeAll(async () => {
    checkout = await open()
  })
  afterAll(() => checkout[Symbol.asyncDispose]())

  const rows = Object.entries<Play[]>(playsOf).flatMap(([operation, names]) =>
    names.flatMap((doing) => faults.map((fault) => ({ operation, fault, doing }))),
  )
  test.each(rows.filter(({ fault }) => fault !== 'slow'))(
    '$doing while every $operation fails with $fault',
    async (row) => {
      await play(checkout, provider, row)

      expect(await checkBalance(checkout.ctx)).toEqual([])
    },
  )

  // These tests wait for a timeout that is long enough for a busy machine, so they run at the same time.
  test.concurrent.each(rows.filter(({ fault }) => fault === 'slow'))(
    '$doing while every $operation is slow',
    async (row) => {
      await using own = await open()

      await play(own, provider, row)

      expect(await checkBalance(own.ctx)).toEqual([])
    },
  )
})

type AnyCheckout = Awaited<ReturnType<typeof openPaypalCheckout> | ReturnType<typeof openStripeCheckout>>

interface Row {
  operation: string
  fault: string
  doing: Play
}

function play(checkout: AnyCheckout, provider: Provider, row: Row): Promise<unknown> {
  return plays[row.doing]({ provider, checkout, suffer: (call) => suffer(checkout, provider, row, call) })
}

interface Run {
  provider: Provider
  checkout: AnyCheckout
  /**
   * Runs `doing` while the fault lasts. Returns its result, or undefined if it fails. The only allowed error is `payment_provider`.
   */
  suffer<T>(doing: () => Promise<T>): Promise<T | undefined>
}

async function openAgain({ checkout, suffer }: Run): Promise<void> {
  const before = await count(checkout)

  const orderId = (await suffer(() => checkout.open())) ?? (await checkout.open())
  await checkout.pay(orderId)
  await checkout.finish(orderId)
  await resolveOpenOrders(checkout.ctx, later(3))

  expect(await count(checkout)).toEqual(onceMore(before))
}

/** Opens another order of a checkout while the fault lasts, so that the first one has to be closed. */
async function beginAgain({ checkout, suffer }: Run): Promise<void> {
  const before = await count(checkout)
  const checkoutId = randomUUID()
  await checkout.open({ checkoutId })

  const orderId = (await suffer(() => checkout.open({ checkoutId }))) ?? (await checkout.open({ checkoutId }))
  await checkout.pay(orderId)
  await checkout.finish(orderId)
  await resolveOpenOrders(checkout.ctx, later(3))

  expect(await count(checkout)).toEqual(onceMore(before))
}

async function finishAgain({ checkout, suffer }: Run): Promise<void> {
  const before = await count(checkout)
  const orderId = await checkout.openPaid()

  await suffer(() => checkout.finish(orderId))

  expect(await checkout.finish(orderId)).toMatchObject({ status: 'captured' })
  expect(await count(checkout)).toEqual(onceMore(before))
}

/**
 * Pays and leaves the page while the fault lasts. The payment may have succeeded, although neither the browser nor a look-up can
 * tell.
 */
async function finishAndLeave({ checkout, suffer }: Run) {
  const before = await count(checkout)
  const orderId = await checkout.openPaid()

  const end = await suffer(() =>
    checkout.finish(orderId).finally(() => resolveOpenOrders(checkout.ctx, later(3))),
  )
  await resolveOpenOrders(checkout.ctx, later(3))

  expect(await count(checkout)).toEqual(onceMore(before))
  return end
}

async function lookUp(run: Run): Promise<void> {
  const { checkout, suffer } = run
  const end = await finishAndLeave({
    ...run,
    suffer: (doing) =>
      suffer(async () => {
        await checkout.fault('capture', 'drop-after-commit', 3)
        return doing()
      }),
  })

  expect(end).toBeUndefined()
}

/** Refunds 2.00 of a tip as its creator. The tip must be refunded exactly once, whether or not the first attempt succeeds. */
async function giveBack({ checkout, suffer }: Run): Promise<void> {
  const { ctx, db, creator } = checkout
  const { id: tipId } = await checkout.takeTip()
  const before = await count(checkout)

  const refund = { tipId, amountMinor: 2_00, reason: 'Twice by mistake' }
  const end = await suffer(() => requestRefund(ctx, creator.uid, refund))
  expect(['done', 'asked']).toContain(end)
  await retryRefunds(ctx, later(2))
  await retryRefunds(ctx, later(2))

  expect(await count(checkout)).toEqual({
    ...before,
    refunds: before.refunds + 1,
    returned: before.returned + 2_00,
    events: before.events + 1,
  })
  const tip = await db.selectFrom('tip').select('returnedMinor').where('id', '=', tipId).executeTakeFirst()
  expect(tip).toEqual({ returnedMinor: 2_00 })
}

/** Sends evidence as the creator of a disputed tip. The provider must have it once, whether or not the first attempt succeeds. */
async function answer({ checkout, suffer }: Run): Promise<void> {
  const dispute = await openDisputedTip(checkout)

  const end = await suffer(() => dispute.answer({ words: 'I was live.' }))
  expect(['done', 'asked']).toContain(end)
  await retryResponses(checkout.ctx, later(2))
  await retryResponses(checkout.ctx, later(2))

  expect(await dispute.responses()).toMatchObject([{ status: 'done' }])
  const { evidence, submissionCount } = await dispute.atProvider()
  expect(submissionCount ?? (evidence as unknown[]).length).toBe(1)
  expect(await dispute.read()).toMatchObject({ stage: 'answered' })
}

/**
 * Starts connecting a payout account twice. At Stripe, both attempts must lead to the same account. At PayPal, no account exists
 * before the seller completes the set-up.
 */
async function connect({ provider, checkout, suffer }: Run): Promise<void> {
  const creator = await buildCreator(checkout.db)
  const session = await openConfirmedSession(checkout.db, creator.uid)
  const pages = { returnUrl: 'https://brimful.test/back', refreshUrl: 'https://brimful.test/again' }
  const begin = () => connectPayout(checkout.ctx, { provider, session, creator, country: 'gb', pages })

  await suffer(begin)

  expect(await begin()).toContain(checkout.setUpPage)
  expect(await checkout.accountsOf(creator.email)).toHaveLength(provider === 'stripe' ? 1 : 0)
}

/** Changes the account at the provider. Our stored state must change when the account is read the next time, and not earlier. */
async function readAccount({ provider, checkout, suffer }: Run): Promise<void> {
  const read = async () => {
    await refreshPayout(checkout.ctx, checkout.creator.uid, provider)
    return true
  }
  await checkout.changeAccount({ isReady: false })

  const wasRead = await suffer(read)
  expect(await checkout.payoutState()).toMatchObject({ isReady: !wasRead })
  await read()
  expect(await checkout.payoutState()).toEqual({ isReady: false, isRestricted: true })

  await checkout.changeAccount({ isReady: true })
  await read()
  expect(await checkout.payoutState()).toEqual({ isReady: true, isRestricted: false })
}

/**
 * Calls are never retried. The timeout is shorter than the delay of the fault `slow`, and than a supporter waits
 * (`supporter-timeout.ts`), so that the call has ended before the next attempt. No other test reaches it.
 */
const limits: CallLimits = { timeoutMs: 3_000, retries: 0 }

async function suffer<T>(
  { ctx, standIn, reopen }: AnyCheckout,
  provider: Provider,
  { operation, fault }: Row,
  doing: () => Promise<T>,
): Promise<T | undefined> {
  const usual = ctx.payments[provider]
  ctx.payments[provider] = reopen(limits)
  const times = 99
  await standIn.control('faults', { operation, fault, times, delayMs: 60_000 })
  const end = await doing().catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'payment_provider', text: 'error_payment_provider' })
    return undefined
  })
  const { faults } = await standIn.control<{ faults: { operation: string; times: number }[] }>('state')
  const left = faults.find((each) => each.operation === operation)?.times
  expect(left, 'the fault struck').toBeLessThan(times)
  await fetch(`${standIn.origin}/${provider}/control/faults`, { method: 'DELETE' })
  ctx.payments[provider] = usual
  return end
}

/** Counts payments and refunds at the provider and on our side. */
async function count({ db, standIn, published, paymentIds }: AnyCheckout) {
  const { refunds } = await standIn.control<{ refunds: object }>('state')
  const tips = await db.selectFrom('tip').select('returnedMinor').execute()
  return {
    payments: (await paymentIds()).length,
    refunds: Object.keys(refunds).length,
    tips: tips.length,
    events: published.length,
    returned: tips.reduce((sum, { returnedMinor }) => sum + returnedMinor, 0),
  }
}

function onceMore(before: Awaited<ReturnType<typeof count>>) {
  return { ...before, payments: before.payments + 1, tips: before.tips + 1, events: before.events + 1 }
}
