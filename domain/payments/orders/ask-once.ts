/** Bounds how often visitors make us ask a provider about an order. */
import type { CaptureOutcome } from '../provider/reports.ts'
import type { PaymentProviders } from './payment-context.ts'

const keptMs = 1_000

const answers = new WeakMap<PaymentProviders, Map<string, Promise<CaptureOutcome>>>()

/**
 * Asks about an order, once for all who want to know in this process at the same time and within the next second. Two outcomes
 * are not kept: an unknown one, which is a rejection, because the browser asks again, and `declined`, because the supporter may
 * pay with another card at once.
 */
export function askOnce(
  payments: PaymentProviders,
  orderId: string,
  ask: () => Promise<CaptureOutcome>,
): Promise<CaptureOutcome> {
  const own = answers.get(payments) ?? new Map<string, Promise<CaptureOutcome>>()
  answers.set(payments, own)
  const known = own.get(orderId)
  if (known) return known
  const answer = ask()
  own.set(orderId, answer)
  const forget = () => void own.delete(orderId)
  answer.then(({ kind }) => void setTimeout(forget, kind === 'declined' ? 0 : keptMs).unref(), forget)
  return answer
}
