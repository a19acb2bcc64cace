/** What can happen to a capture from outside the shop, by name. */
import {
  type PaypalContext,
  refundableMinor,
  refundCapture,
  resolvePending,
  reverseCapture,
} from './captures.ts'
import { openDispute, resolveDispute } from './disputes.ts'
import { fromMinor } from './money.ts'
import type { Capture } from './store.ts'

export const captureActions = [
  'clear',
  'deny',
  'refund',
  'reverse',
  'dispute',
  'dispute-lost',
  'dispute-won',
] as const
export type CaptureAction = (typeof captureActions)[number]

/** The actions that are possible now, each with the label of its button. */
export function listActions(capture: Capture): { act: CaptureAction; label: string }[] {
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
 * Performs an action; false when the capture does not allow it now. A refund, reversal or dispute is about `wantedMinor` minor
 * units, at most about what has not been refunded yet.
 */
export function performAction(
  context: PaypalContext,
  capture: Capture,
  action: CaptureAction,
  wantedMinor = Infinity,
): boolean {
  if (!listActions(capture).some(({ act }) => act === action)) return false
  const minor = Math.min(wantedMinor, refundableMinor(context.store, capture))
  const amount = fromMinor(minor, capture.amount.currency_code)
  switch (action) {
    case 'clear':
    case 'deny':
      resolvePending(context, capture, action === 'clear')
      break
    case 'refund': // by the seller on PayPal's site, where the platform's fee is not refunded
      refundCapture(context, capture, { amount, platformFeeMinor: 0 })
      break
    case 'reverse':
      reverseCapture(context, capture, minor)
      break
    case 'dispute':
      openDispute(context, capture, amount)
      break
    case 'dispute-lost':
    case 'dispute-won':
      resolveDispute(context, capture, action === 'dispute-lost')
  }
  return true
}
