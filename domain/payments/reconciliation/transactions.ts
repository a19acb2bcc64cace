/** Stores the transactions that a provider has booked for our payments. */
import {
  findCaptures,
  listKnownOrders,
  saveTransactions,
} from '../../../db/queries/payments/provider-transactions.ts'
import { applyReports } from '../ledger/apply-reports.ts'
import { recordDisputeFees } from '../ledger/record-dispute-fees.ts'
import { publishApplied } from '../orders/record-outcome.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { ProviderTransaction } from '../provider/reports.ts'

/**
 * Stores the transactions of our payments: those that name one of our orders, and those of a payment that is already known. Books the fees
 * of disputes among them, and what they hold back. Returns whether any of them is new.
 */
export async function storeTransactions(
  ctx: PaymentContext,
  { name: provider, mode, listing }: PaymentProvider,
  payeeId: string,
  listed: readonly ProviderTransaction[],
): Promise<boolean> {
  const { db } = ctx
  const captureOf = resolveCaptures(listed)
  const named = listed.flatMap(({ orderId }) => orderId ?? [])
  const orders = listing?.sharesOrderId ? await listKnownOrders(db, provider, named) : new Set(named)
  const captures = await findCaptures(db, provider, [...new Set(captureOf.values())])
  for (const { orderId, captureId } of listed)
    if (orderId !== undefined && orders.has(orderId)) captures.set(captureId, captureId)
  const ours = listed.flatMap((one) => {
    const captureId = captures.get(captureOf.get(one.transactionId)!)
    return captureId === undefined ? [] : { ...one, captureId, provider, mode, payeeId }
  })
  const changed = await saveTransactions(db, ours)
  const disputed = new Set(ours.flatMap(({ kind, captureId }) => (kind === 'dispute' ? captureId : [])))
  for (const captureId of disputed) {
    await recordDisputeFees(db, { provider, captureId })
    publishApplied(ctx, await applyReports(db, { provider, captureId }))
  }
  return changed > 0
}

/**
 * Finds the capture of each listed transaction. A transaction may name an earlier one: the release of a hold names the hold, and
 * the hold names the payment.
 */
function resolveCaptures(listed: readonly ProviderTransaction[]): Map<string, string> {
  const referenceOf = new Map(listed.map(({ transactionId, captureId }) => [transactionId, captureId]))
  const follow = (id: string, steps = 5): string => {
    const next = referenceOf.get(id)
    return next === undefined || next === id || steps === 0 ? id : follow(next, steps - 1)
  }
  return new Map(listed.map(({ transactionId, captureId }) => [transactionId, follow(captureId)]))
}
