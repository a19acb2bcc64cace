/** What can be done to a payment from outside the shop, by name. */
import type { Book, Intent } from './book.ts'
import { closeDispute, type Desk, endProcessing, openDispute, refund } from './settle.ts'
import { refundedOf } from './payment-wire.ts'

export const acts = ['clear', 'fail', 'refund', 'dispute', 'dispute-lost', 'dispute-won'] as const
export type Act = (typeof acts)[number]

/** The acts that this payment allows now, with what their button says. */
export function findActs(book: Book, intent: Intent): { act: Act; label: string }[] {
  if (intent.status === 'processing') {
    return [
      { act: 'clear', label: 'The money arrives' },
      { act: 'fail', label: 'The bank returns it' },
    ]
  }
  if (intent.status !== 'succeeded') return []
  const dispute = intent.disputeId ? book.disputes[intent.disputeId] : undefined
  if (dispute?.status === 'needs_response') {
    return [
      { act: 'dispute-lost', label: 'Fan wins' },
      { act: 'dispute-won', label: 'Creator wins' },
    ]
  }
  if (dispute || refundedOf(book, intent) === intent.amount) return []
  return [
    { act: 'refund', label: 'Refund' },
    { act: 'dispute', label: 'Open a dispute' },
  ]
}

/** Does it; false when this payment does not allow it now. `amount` is for a refund of a part. */
export function performAct(desk: Desk, intent: Intent, act: Act, amount?: number): boolean {
  if (!findActs(desk.book, intent).some((allowed) => allowed.act === act)) return false
  const left = intent.amount - refundedOf(desk.book, intent)
  if (amount !== undefined && amount > left) return false
  switch (act) {
    case 'clear':
    case 'fail':
      endProcessing(desk, intent, act === 'clear')
      break
    case 'refund': // as the creator does it in Stripe's dashboard: our fee stays with us
      refund(desk, intent, { amount: amount ?? left, reason: null, metadata: {}, withFee: false })
      break
    case 'dispute':
      openDispute(desk, intent)
      break
    case 'dispute-lost':
    case 'dispute-won':
      closeDispute(desk, intent, act === 'dispute-lost' ? 'lost' : 'won')
  }
  return true
}
