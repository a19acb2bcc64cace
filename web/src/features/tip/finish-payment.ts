import { CallError } from '../../lib/calls/call-error.ts'
import { clearCheckout } from '../../lib/payments/saved-checkout.ts'
import { saveTipChoices, saveTipCurrency } from '../../lib/payments/saved-choices.ts'
import type { Captured } from './capture-tip.ts'
import type { TipOrder } from './tip-draft.ts'

interface Finish {
  onPaid: (captured: Captured, order: TipOrder) => void
  /** Called with whether it is unknown if the money was taken. */
  onUnsettled: (isUnsettled: boolean) => void
}

/** Ends a payment that was made: stores what the supporter chose for the next tip. */
export function finishPayment(captured: Captured, order: TipOrder, { onPaid, onUnsettled }: Finish): void {
  onUnsettled(false)
  saveTipChoices(order)
  saveTipCurrency(order.currency)
  clearCheckout()
  onPaid(captured, order)
}

/** If an error says that the tip was paid in another way, ends the payment with that one and returns true. */
export function finishPaidBefore(error: unknown, order: TipOrder, finish: Finish): boolean {
  if (!(error instanceof CallError) || !error.paid) return false
  const { goalId, amountMinor, currency, ...captured } = error.paid
  finishPayment({ ...captured, isRepeat: false }, { ...order, goalId, amountMinor, currency }, finish)
  return true
}
