/**
 * Counts cards that were declined on a provider's page. The page accepts another card at once, so without a limit somebody could
 * test stolen cards on it.
 */
import { findOrderById } from '../../../db/queries/payments/orders.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { DeclinedAttempt } from '../provider/reports.ts'
import { orderKeyOf } from './order-key.ts'
import type { PaymentContext } from './payment-context.ts'

/**
 * Counts a declined card. Closes the provider's page when too many cards were declined on it, or the same card too often. Ignores a
 * payment that is not for an order that pays this payee.
 */
export async function recordDeclinedAttempt(
  { db, log, orderLimits }: PaymentContext,
  provider: PaymentProvider,
  payeeId: string | undefined,
  { orderId, fingerprint }: DeclinedAttempt,
): Promise<void> {
  const order = orderId === undefined ? undefined : await findOrderById(db, provider.name, orderId)
  if (!orderLimits || order === undefined || order.payeeId !== payeeId) return
  const isTesting = await orderLimits.noteFailure({ ...order, fingerprint })
  if (!isTesting || order.status !== 'CREATED') return
  log.warn(
    { orderId: order.id, provider: provider.name },
    'payment page closed: too many cards were declined',
  )
  await provider.closeOrder?.(orderKeyOf(order))
}
