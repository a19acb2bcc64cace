/** What supporters, creators and schedules wait for and whose cost must not grow with the number of tips. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { savePayoutAccount } from '../db/queries/payments/payout-accounts.ts'
import { buildCreator } from '../db/builders.fixture.ts'
import type { Db } from '../db/connection.ts'
import { listReceivedTips, readInsights, readTotalEarnings } from '../domain/insights/read-insights.ts'
import { checkNewEntries } from '../domain/payments/ledger/check-balance.ts'
import { readStatement } from '../domain/payments/ledger/read-statement.ts'
import { openOrder } from '../domain/payments/orders/open-order.ts'
import type { PaymentContext } from '../domain/payments/orders/payment-context.ts'
import { buildTipRequest } from '../domain/payments/orders/tip-request.fixture.ts'
import { readPayouts } from '../domain/payments/payouts/read-payouts.ts'
import { reconcile } from '../domain/payments/reconciliation/reconcile.ts'
import { openStripeCheckout } from '../domain/payments/stripe/checkout.fixture.ts'
import { buildLargeLedger } from './large-ledger.ts'

export type StripeCheckout = Awaited<ReturnType<typeof openStripeCheckout>>

/** A creator in a database, and the cursors of a page in the middle and at the end of the statement. */
export interface MeasuredCreator {
  checkout: StripeCheckout
  uid: string
  middle?: number | undefined
  last?: number | undefined
}

/** The three creators that are compared: one with many tips, one without any beside her, and one in an empty database. */
export interface Measured {
  large: MeasuredCreator
  none: MeasuredCreator
  empty: MeasuredCreator
  [Symbol.asyncDispose](): Promise<void>
}

/** Fills a database, and opens an empty one. Both have Stripe's stand-in. */
export async function openMeasured(size: { tips: number; largeTips: number }): Promise<Measured> {
  const many = await openStripeCheckout()
  const { uid } = many.creator
  await buildLargeLedger(many.owner, { ...size, large: { uid, payeeId: many.accountId } })
  const empty = await openStripeCheckout()
  await sql`vacuum analyze`.execute(empty.owner)
  return {
    large: await findPages(many, uid),
    none: { checkout: many, uid: await buildStripeCreator(many) },
    empty: { checkout: empty, uid: empty.creator.uid },
    async [Symbol.asyncDispose]() {
      await Promise.all([many[Symbol.asyncDispose](), empty[Symbol.asyncDispose]()])
    },
  }
}

async function buildStripeCreator({ db, standIn }: StripeCheckout): Promise<string> {
  const { uid, email } = await buildCreator(db)
  const { id: payeeId } = await standIn.control<{ id: string }>('accounts', { email })
  await savePayoutAccount(db, { uid, provider: 'stripe', payeeId, email, isReady: true })
  return uid
}

async function findPages(checkout: StripeCheckout, uid: string): Promise<MeasuredCreator> {
  const { rows } = await sql<{ middle: number; last: number }>`
    select percentile_disc(0.5) within group (order by id) as middle, min(id) + 200 as last
    from ledger_movement where creator_uid = ${uid}`.execute(checkout.db)
  return { checkout, uid, ...rows[0] }
}

/** Something to measure. `db` is the connection to use. */
export type Work = (db: Db, creator: MeasuredCreator) => Promise<unknown>

/** What a creator or her supporters wait for, by name. */
export const moneyWork: Readonly<Record<string, Work>> = {
  'an order opens': (db, { checkout, uid }) => openOrder(contextOf(checkout, db), 'stripe', requestFor(uid)),
  'statement, first page': (db, creator) => pageOf(db, creator),
  'statement, middle page': (db, creator) => pageOf(db, creator, { before: creator.middle }),
  'statement, last page': (db, creator) => pageOf(db, creator, { before: creator.last }),
  'statement, this year': (db, creator) => pageOf(db, creator, { year: new Date().getUTCFullYear() }),
  payouts: (db, { uid }) => readPayouts(db, uid, 'test'),
  earnings: (db, { uid }) => readTotalEarnings(db, uid),
  'insights of 90 days': (db, { uid }) => readInsights(db, uid, '90'),
  'received tips': (db, { uid }) => listReceivedTips(db, uid, undefined),
}

/** What schedules do after some new tips, by name. */
export const scheduledWork: Readonly<Record<string, Work>> = {
  'reconcile after new tips': (db, { checkout }) => reconcile(contextOf(checkout, db)),
  'check-books after new tips': (db, { checkout }) => checkNewEntries(contextOf(checkout, db)),
}

/** Gives the creator of the checkout tips that are paid at the stand-in and recorded, and not reconciled yet. */
export async function giveTips({ ctx, creator, pay, finish }: StripeCheckout, count: number): Promise<void> {
  for (let given = 0; given < count; given++) {
    const { providerOrderId } = await openOrder(unlimited(ctx), 'stripe', requestFor(creator.uid))
    await pay(providerOrderId)
    await finish(providerOrderId)
  }
}

const pageOf = (
  db: Db,
  { uid }: MeasuredCreator,
  page: { before?: number | undefined; year?: number } = {},
) => readStatement(db, { creatorUid: uid, mode: 'test', ...page })

const requestFor = (uid: string) => buildTipRequest(uid, { addressHash: randomBytes(32).toString('hex') })

const contextOf = ({ ctx }: StripeCheckout, db: Db): PaymentContext => ({ ...unlimited(ctx), db })

/** The limits of orders are left out, because all orders come within some seconds. */
const unlimited = (ctx: PaymentContext): PaymentContext => ({ ...ctx, orderLimits: undefined })
