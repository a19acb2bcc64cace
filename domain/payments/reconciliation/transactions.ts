/** Stores what a provider has booked of our payments. */
import { findCaptures, listKnownOrders, saveTransactions } from '../../../db/queries/provider-transactions.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { ProviderTransaction } from '../provider/reports.ts'

/**
 * Stores the transactions of our payments: those that name an order, and what belongs to a payment that is known. Returns whether
 * there are any.
 */
export async function storeTransactions(
  { db }: PaymentContext,
  { name: provider, mode, listing }: PaymentProvider,
  payeeId: string,
  listed: readonly ProviderTransaction[],
): Promise<boolean> {
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
  await saveTransactions(db, ours)
  return ours.length > 0
}

/** Follows the references of listed transactions to earlier ones: the release of a hold names the hold, and that the payment. */
function resolveCaptures(listed: readonly ProviderTransaction[]): Map<string, string> {
  const referenceOf = new Map(listed.map(({ transactionId, captureId }) => [transactionId, captureId]))
  const follow = (id: string, steps = 5): string => {
    const next = referenceOf.get(id)
    return next === undefined || next === id || steps === 0 ? id : follow(next, steps - 1)
  }
  return new Map(listed.map(({ transactionId, captureId }) => [transactionId, follow(captureId)]))
}
