/** Lists an account's balance transactions and payouts. https://docs.stripe.com/api/balance_transactions/list */
import type Stripe from 'stripe'
import { missing } from './api-error.ts'
import { type Api, parse, queryOf } from './api-handler.ts'
import { disputeView } from './dispute-wire.ts'
import { nowInSeconds } from './ids.ts'
import { pageOf } from './lists.ts'
import { transactionView } from './money-wire.ts'
import { chargeView, expandedCharge, refundView } from './payment-wire.ts'
import { payoutView } from './payout-wire.ts'
import { payOutDaily, statusOf } from './payouts.ts'
import { listPayouts, listTransactions } from './requests.ts'
import type { Intent, Store, Transaction } from './store.ts'
import type { StripeContext } from './context.ts'

/** Adds the calls that list balance transactions and payouts. */
export function addTransactionCalls(api: Api, { store }: StripeContext): void {
  api.addForAccount('get', '/v1/balance_transactions', 'get', ({ request, account }) => {
    const query = parse(listTransactions, queryOf(request))
    const { payout } = query
    if (payout && store.payouts[payout]?.account !== account.id) throw missing('payout', payout, 'payout')
    const found = Object.values(store.transactions)
      .filter((one) => one.account === account.id && isBooked(store, one))
      .filter(({ created }) => isIn(query.created, created))
      .filter(({ payoutId }) => payout === undefined || payoutId === payout)
      .filter(({ source }) => query.source === undefined || source === query.source)
      .filter(({ type }) => query.type === undefined || type === query.type)
      .toSorted((a, b) => b.created - a.created)
    const page = pageOf(query, request.path, found)
    return { ...page, data: page.data.map((one) => view(store, one, query.expand ?? [])) }
  })

  api.addForAccount('get', '/v1/payouts', 'get', ({ request, account }) => {
    const query = parse(listPayouts, queryOf(request))
    payOutDaily(store, account.id)
    const found = Object.values(store.payouts)
      .filter((one) => one.account === account.id && isIn(query.created, one.created))
      .filter(({ arrivalDate }) => isIn(query.arrival_date, arrivalDate))
      .filter((one) => query.status === undefined || statusOf(one) === query.status)
      .toSorted((a, b) => b.created - a.created)
    const page = pageOf(query, request.path, found)
    return { ...page, data: page.data.map(payoutView) }
  })
}

type Range = {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}

function isIn({ gt = -1, gte = 0, lt = Infinity, lte = Infinity }: Range = {}, time: number): boolean {
  return time > gt && time >= gte && time < lt && time <= lte
}

/**
 * Returns whether a transaction is booked. Stripe books a payment in the background, within an hour. To imitate that, the first
 * request for a payment's transaction does not find it, later ones do.
 * https://docs.stripe.com/payments/payment-intents/asynchronous-capture
 */
function isBooked(store: Store, { source, created }: Transaction): boolean {
  const intent = intentOfCharge(store, source)
  if (!intent) return true
  const was = intent.isBooked === true || created < nowInSeconds() - 3600
  intent.isBooked = true
  return was
}

function intentOfCharge({ intents }: Store, chargeId: string): Intent | undefined {
  return Object.values(intents).find((intent) => intent.chargeId === chargeId)
}

function view(store: Store, transaction: Transaction, expand: readonly string[]): Stripe.BalanceTransaction {
  const shown = transactionView(transaction)
  if (expand.length === 0) return shown
  const source = sourceOf(store, transaction)
  return { ...shown, source: expand.includes('data.source') ? source : withCharge(store, source) }
}

/** Expands the charge of a refund or a dispute, and its balance transaction. */
function withCharge(store: Store, source: Stripe.BalanceTransactionSource): Stripe.BalanceTransactionSource {
  if (source.object !== 'refund' && source.object !== 'dispute') return source
  const charge = expandedCharge(store, store.intents[source.payment_intent as string]!)
  return source.object === 'refund' ? { ...source, charge } : { ...source, charge }
}

function sourceOf(store: Store, { source }: Transaction): Stripe.BalanceTransactionSource {
  const { [source]: refund } = store.refunds
  const { [source]: dispute } = store.disputes
  if (refund) return refundView(store, refund)
  if (dispute) return disputeView(store, dispute)
  const { [source]: payout } = store.payouts
  if (payout) return payoutView(payout)
  return chargeView(store, intentOfCharge(store, source)!)
}
