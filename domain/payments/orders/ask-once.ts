/** Bounds how often visitors make us ask a provider about an order. */
import type { CaptureOutcome } from '../provider/reports.ts'
import type { PaymentProviders } from './payment-context.ts'

const asking = new WeakMap<PaymentProviders, Map<string, Promise<CaptureOutcome>>>()

/** Asks about an order, once for all in this process who want to know at the same time. */
export function askOnce(
  payments: PaymentProviders,
  orderId: string,
  ask: () => Promise<CaptureOutcome>,
): Promise<CaptureOutcome> {
  const own = asking.get(payments) ?? new Map<string, Promise<CaptureOutcome>>()
  asking.set(payments, own)
  const known = own.get(orderId)
  if (known) return known
  const answer = ask().finally(() => own.delete(orderId))
  own.set(orderId, answer)
  return answer
}
