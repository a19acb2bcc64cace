/** Compares the sums of an account's payments with the ledger, and repairs payments whose webhooks were missed. */
import { findOrderById } from '../../../db/queries/payments/orders.ts'
import {
  compareSums,
  isEqual,
  listUnrecorded,
  readListedPayments,
  saveDifferences,
  toDifference,
} from '../../../db/queries/payments/payment-comparison.ts'
import type { ComparedSum, ListedPayment } from '../../../db/queries/payments/payment-comparison.ts'
import { listDisputeIds, listUnlistedRefunds } from '../../../db/queries/payments/provider-transactions.ts'
import { findTipToReconcile } from '../../../db/queries/payments/reconciliation.ts'
import { isSettled } from '../../../db/queries/payments/unmatched-payments.ts'
import type { TipToReconcile } from '../../../db/queries/payments/reconciliation.ts'
import { recordDisputeFees } from '../ledger/record-dispute-fees.ts'
import { resolveOrder } from '../orders/resolve-open-orders.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { DaySum, ReconciliationReport } from './report.ts'
import { attempt, readPages } from './run.ts'
import type { Run } from './run.ts'
import { recordFoundDispute, reconcileTip } from './tips.ts'
import { storeTransactions } from './transactions.ts'

/** An account, and the time up to which its provider has certainly listed all transactions. */
export interface ListedAccount {
  payeeId: string
  listedUpTo: Date
}

/**
 * Compares the payments of an account that are in the table `payment_comparison`, and returns how many. Payments whose sums differ
 * stay in the table.
 */
export async function comparePayments(
  run: Run,
  provider: PaymentProvider,
  account: ListedAccount,
): Promise<number> {
  const { db } = run.ctx
  let count = 0
  const filter = { provider: provider.name, payeeId: account.payeeId }
  const listed = readPages<ListedPayment>((after) => readListedPayments(db, filter, after?.captureId))
  for await (const payment of listed) {
    count += 1
    await attempt(run, payment.captureId, () => comparePayment(run, provider, account, payment))
  }
  run.report.payments += count
  return count
}

async function comparePayment(
  run: Run,
  provider: PaymentProvider,
  account: ListedAccount,
  payment: ListedPayment,
): Promise<void> {
  const { db } = run.ctx
  const { payeeId, listedUpTo } = account
  const { name } = provider
  const { captureId } = payment
  const read = () => compareSums(db, name, [captureId])
  const before = await read()
  if (before.every(isEqual)) return saveDifferences(db, { provider: name, captureId }, [])
  if (await isSettled(db, { provider: name, captureId }))
    return saveDifferences(db, { provider: name, captureId }, [])
  const tip = await repair(run, provider, account, payment, before)
  if (tip === 'clearing') return // the next run compares the payment once more
  if (tip) await recordDisputeFees(db, { provider: name, captureId })
  const sums = await read()
  const differing = sums.filter((sum) => !isEqual(sum))
  const isSettling = sums.some(({ lastAt }) => lastAt > listedUpTo)
  const isUnrecorded = provider.findRecord && (await listUnrecorded(db, name, [captureId])).size > 0
  if (differing.length > 0 && tip && (isSettling || isUnrecorded)) return // the next run compares the payment once more
  await saveDifferences(db, { provider: name, captureId }, differing.map(toDifference))
  if (!tip) return
  for (const sum of differing)
    run.report.differences.push({ provider: name, payeeId, tipId: tip.id, captureId, ...toDifference(sum) })
  addDays(run.report, sums, differing, { provider: name, payeeId })
}

/** Adds the sums of those days on which something differs to the report. */
function addDays(
  { sums: days }: ReconciliationReport,
  sums: readonly ComparedSum[],
  differing: readonly ComparedSum[],
  account: Pick<DaySum, 'provider' | 'payeeId'>,
): void {
  for (const { day, currency, providerMinor, ledgerMinor } of sums) {
    if (!differing.some((one) => one.day === day && one.currency === currency)) continue
    const known = days.find(
      (one) => one.payeeId === account.payeeId && one.day === day && one.currency === currency,
    )
    if (!known) days.push({ ...account, day, currency, providerMinor, ledgerMinor })
    else {
      known.providerMinor += providerMinor
      known.ledgerMinor += ledgerMinor
    }
  }
}

/**
 * Records what the provider has and the ledger lacks. Returns the tip of the payment; `clearing` if the payment is not decided yet.
 * If there is no tip, reports the payment and returns undefined.
 */
async function repair(
  run: Run,
  provider: PaymentProvider,
  { payeeId, listedUpTo }: ListedAccount,
  { captureId, markedOrder }: ListedPayment,
  sums: readonly ComparedSum[],
): Promise<TipToReconcile | 'clearing' | undefined> {
  const { ctx } = run
  const { name } = provider
  const tip = await findTipToReconcile(ctx.db, name, captureId)
  if (!tip) return recordPayment(run, provider, payeeId, { captureId, markedOrder })
  const isMissing = !sums.some(({ kind, transactionIds }) => kind === 'payment' && transactionIds.length > 0)
  const isSettling = tip.capturedAt > listedUpTo
  if (isMissing && !isSettling) await storeMissed(run, provider, payeeId, tip)
  const isReturned = sums.some((sum) => sum.kind !== 'payment' && !isEqual(sum))
  if (isReturned || (isMissing && !isSettling)) await reconcileTip(run, tip)
  if (isReturned) await storeMissedRefunds(run, provider, payeeId, tip)
  for (const disputeId of isReturned ? await listDisputeIds(ctx.db, name, captureId) : []) {
    const dispute = await provider.findDispute(disputeId, payeeId)
    if (dispute) await recordFoundDispute(run, dispute)
  }
  return tip
}

/**
 * Finds and stores the transactions of one payment. The provider lists them at the time when the payment began, which an earlier
 * run had already read before the payment was completed.
 */
async function storeMissed(
  { ctx }: Run,
  provider: PaymentProvider,
  payeeId: string,
  { orderId, captureId }: TipToReconcile,
): Promise<void> {
  const order = await findOrderById(ctx.db, provider.name, orderId)
  const found = order && (await provider.findTransactions?.(payeeId, captureId, order.createdAt))
  if (found) await storeTransactions(ctx, provider, payeeId, found)
}

/**
 * Finds and stores the transactions of completed refunds that no list had: the provider lists one that took days at the time when it was
 * begun, as it does a payment.
 */
async function storeMissedRefunds(
  { ctx }: Run,
  provider: PaymentProvider,
  payeeId: string,
  { captureId }: TipToReconcile,
): Promise<void> {
  if (!provider.findTransactions) return
  for (const { refundId, occurredAt } of await listUnlistedRefunds(ctx.db, {
    provider: provider.name,
    captureId,
  })) {
    const found = await provider.findTransactions(payeeId, refundId, occurredAt)
    await storeTransactions(ctx, provider, payeeId, found)
  }
}

/**
 * Records a payment as a tip if its order was given up here and paid after all. A payment that belongs to no order of the account
 * is only reported. Stripe books a bank debit when it is submitted, days before the order is paid: then the result is `clearing`.
 * https://support.stripe.com/questions/changes-to-balance-transaction-behavior-for-debit-payment-methods
 */
async function recordPayment(
  run: Run,
  { name: provider }: PaymentProvider,
  payeeId: string,
  { captureId, markedOrder }: Pick<ListedPayment, 'captureId' | 'markedOrder'>,
): Promise<TipToReconcile | 'clearing' | undefined> {
  const { ctx, now, report } = run
  const order = markedOrder === null ? undefined : await findOrderById(ctx.db, provider, markedOrder)
  const isOfAccount = order?.payeeId === payeeId
  const isLookedUp = isOfAccount && order.status !== 'MISMATCH'
  if (isLookedUp && (await resolveOrder(ctx, order, now)) === 'clearing') return 'clearing'
  const tip = await findTipToReconcile(ctx.db, provider, captureId)
  if (tip && order) report.repaired.tips.push(order.id)
  else {
    const reason = isOfAccount ? 'not what its order asked for' : 'no order of ours'
    report.unmatchedPayments.push({ provider, payeeId, captureId, reason })
  }
  return tip
}
