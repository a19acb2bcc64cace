/** What can be done to a payment from outside the shop, by name. */
import type { Book, Capture } from './book.ts'
import { fromMinor } from './money.ts'
import {
  type Desk,
  endPending,
  leftToRefund,
  openDispute,
  refundCapture,
  resolveDispute,
  reverseCapture,
} from './settle.ts'

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

/** Does it; false when this payment does not allow it now. */
export function performAct(desk: Desk, capture: Capture, act: Act): boolean {
  if (!findActs(capture).some((allowed) => allowed.act === act)) return false
  switch (act) {
    case 'clear':
    case 'deny':
      endPending(desk, capture, act === 'clear')
      break
    case 'refund':
      refundAll(desk, capture)
      break
    case 'reverse':
      reverseCapture(desk, capture)
      break
    case 'dispute':
      openDispute(desk, capture)
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

/** As the seller does it on PayPal's own site: all that is left, and nothing from the platform. */
function refundAll(desk: Desk, capture: Capture): void {
  const amount = fromMinor(leftToRefund(desk.book, capture), capture.amount.currency_code)
  refundCapture(desk, capture, { amount, platformFeeMinor: 0 })
}
