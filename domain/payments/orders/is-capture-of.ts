import { findOrderById, findPayeeOfCapture } from '../../../db/queries/payments/orders.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { PaymentContext } from './payment-context.ts'

/**
 * Returns whether a capture is of an order that is paid into this account. Its tip says that; a capture without a tip is judged by
 * the order that the provider names.
 */
export async function isCaptureOf(
  { db }: PaymentContext,
  provider: PaymentProvider,
  { captureId, payeeId }: { captureId: string; payeeId: string },
): Promise<boolean> {
  const known = await findPayeeOfCapture(db, provider.name, captureId)
  if (known !== undefined) return known === payeeId
  const orderId = await provider.findOrderId?.(captureId, payeeId)
  const order = orderId === undefined ? undefined : await findOrderById(db, provider.name, orderId)
  return order?.payeeId === payeeId
}
