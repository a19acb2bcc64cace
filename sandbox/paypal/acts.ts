/** What can be done to a payment from outside the shop, by name. */
import type { Book, Capture } from './book.ts'
import { openDispute, resolveDispute } from './disputes.ts'
import { fromMinor } from './money.ts'
import { type Desk, endPending, leftToRefund, refundCapture, reverseCapture } from './settle.ts'

export const acts = ['clear', 'deny', 'refund', 'reverse', 'dispute', 'dispute-lost', 'dispute-won'] as const
export type Act = (typeof acts)[number]

/** The acts that this payment allows now, with what their button says. */
export function findActs(capture: Capture): { act: Act; label: string }[] {
  if (capture.status === 'PENDING') {
    return [
      { act: 'clear', label: 'Clear' },
      { act: 'deny', label: 'Deny' },
    ]
  }
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED') return []
  if (capture.disputeId) {
    return [
      { act: 'dispute-lost', label: 'Buyer wins' },
      { act: 'dispute-won', label: 'Seller wins' },
    ]
  }
  return [
    { act: 'refund', label: 'Refund' },
    { act: 'dispute', label: 'Open a dispute' },
    { act: 'reverse', label: 'Reverse (chargeback)' },
  ]
}

/**
 * Does it; false when this payment does not allow it now. Money that goes back, or that is complained about, is all that is left
 * or so many minor units.
 */
export function performAct(desk: Desk, capture: Capture, act: Act, wantedMinor = Infinity): boolean {
  if (!findActs(capture).some((allowed) => allowed.act === act)) return false
  const minor = Math.min(wantedMinor, leftToRefund(desk.book, capture))
  const amount = fromMinor(minor, capture.amount.currency_code)
  switch (act) {
    case 'clear':
    case 'deny':
      endPending(desk, capture, act === 'clear')
      break
    case 'refund':
      // As the seller does it on PayPal's own site: nothing comes from the platform.
      refundCapture(desk, capture, { amount, platformFeeMinor: 0 })
      break
    case 'reverse':
      reverseCapture(desk, capture, minor)
      break
    case 'dispute':
      openDispute(desk, capture, amount)
      break
    case 'dispute-lost':
    case 'dispute-won':
      resolveDispute(desk, capture, act === 'dispute-lost')
  }
  return true
}

/** Every capture, the latest first. */
export function capturesNewestFirst(book: Book): Capture[] {
  return Object.values(book.captures).toReversed()
}
