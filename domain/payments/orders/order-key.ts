import type { OrderRow } from '../../../db/schema.ts'
import type { OrderKey } from '../provider/payment-provider.ts'

/** Returns what a provider needs to find an order. Throws if the order was never opened at its provider. */
export function orderKeyOf(order: OrderRow): OrderKey {
  const { id, providerOrderId, payeeId, captureAttempt } = order
  if (providerOrderId === null) throw new Error(`order ${id} was never opened at its provider`)
  return { id, providerOrderId, payeeId, captureAttempt }
}
