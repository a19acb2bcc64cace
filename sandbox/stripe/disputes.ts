/**
 * Changes the state of disputes and inquiries. An inquiry (`warning_…`) is a bank's question about a payment: it takes no money, the
 * payment can be refunded meanwhile, and a full refund closes it. The bank may escalate it to a dispute, which keeps its id and needs
 * a new response. https://docs.stripe.com/disputes/how-disputes-work, https://docs.stripe.com/api/disputes/object
 */
import { disputeView } from './dispute-wire.ts'
import { makeId, nowInSeconds } from './ids.ts'
import type { StripeContext } from './context.ts'
import { refundedOf } from './payment-wire.ts'
import type { Dispute, Intent } from './store.ts'
import { bookCounteredFee, bookDispute } from './transactions.ts'

const daysToRespond = 7

/** Opens a dispute by the cardholder's bank, which takes the amount out of the account's balance. */
export function openDispute(context: StripeContext, intent: Intent): void {
  const dispute = addDispute(context, intent, 'needs_response')
  bookDispute(context.store, intent, dispute, 'opened')
  report(context, dispute, 'created', 'funds_withdrawn')
}

/** Opens an inquiry by the cardholder's bank. */
export function openInquiry(context: StripeContext, intent: Intent): void {
  report(context, addDispute(context, intent, 'warning_needs_response'), 'created')
}

/** Escalates an inquiry, answered or not, to a dispute over what was not refunded meanwhile. */
export function escalateInquiry(context: StripeContext, intent: Intent): void {
  const dispute = context.store.disputes[intent.disputeId ?? '']!
  dispute.status = 'needs_response'
  dispute.amount = intent.amount - refundedOf(context.store, intent)
  dispute.dueBy = nowInSeconds() + daysToRespond * 86_400
  intent.isBooked = true
  bookDispute(context.store, intent, dispute, 'opened')
  report(context, dispute, 'updated', 'funds_withdrawn')
}

/** Closes the inquiry about a payment, if there is an open one. */
export function closeInquiry(context: StripeContext, { disputeId = '' }: Intent): void {
  const dispute = context.store.disputes[disputeId]
  if (!isInquiry(dispute)) return
  dispute.status = 'warning_closed'
  report(context, dispute, 'closed')
}

/** Lets the time to respond pass. */
export function letDeadlinePass({ store }: StripeContext, { disputeId = '' }: Intent): void {
  store.disputes[disputeId]!.dueBy = nowInSeconds() - 1
  store.save()
}

export interface DisputeUpdate {
  evidence: Record<string, string>
  metadata: Record<string, string>
  submit: boolean
}

/** Stores the evidence about a dispute or inquiry and, with `submit`, sends it to the bank. */
export function updateDispute(context: StripeContext, dispute: Dispute, update: DisputeUpdate): void {
  const { store } = context
  dispute.metadata = { ...dispute.metadata, ...update.metadata }
  dispute.evidence = { ...dispute.evidence, ...update.evidence }
  if (update.submit) {
    const { intentId, status } = dispute
    if (status === 'needs_response') bookCounteredFee(store, store.intents[intentId]!, dispute, false)
    dispute.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review'
    dispute.submissionCount = (dispute.submissionCount ?? 0) + 1
  }
  report(context, dispute, 'updated')
}

/** Closes a dispute with the bank's decision. */
export function closeDispute(context: StripeContext, intent: Intent, status: 'won' | 'lost'): void {
  const dispute = context.store.disputes[intent.disputeId ?? '']
  if (!dispute) return
  dispute.status = status
  if (status === 'lost') return report(context, dispute, 'closed')
  bookDispute(context.store, intent, dispute, 'won')
  bookCounteredFee(context.store, intent, dispute, true)
  report(context, dispute, 'closed', 'funds_reinstated')
}

/** Returns whether a dispute is an inquiry that is not closed. */
export function isInquiry(dispute: Dispute | undefined): dispute is Dispute {
  return dispute?.status === 'warning_needs_response' || dispute?.status === 'warning_under_review'
}

/** Returns whether a dispute holds money back: it is no inquiry, and not decided. */
export function isOpen(dispute: Dispute | undefined): boolean {
  return dispute?.status === 'needs_response' || dispute?.status === 'under_review'
}

/**
 * Returns whether the bank has taken the payment back, for good or until the dispute is decided. Stripe then refuses to refund it:
 * https://docs.stripe.com/error-codes (charge_disputed).
 */
export function isChargedBack(dispute: Dispute | undefined): boolean {
  return isOpen(dispute) || dispute?.status === 'lost'
}

/** Returns whether a dispute or inquiry takes evidence. */
export function needsResponse({ status }: Dispute): boolean {
  return status === 'needs_response' || status === 'warning_needs_response'
}

function addDispute({ store }: StripeContext, intent: Intent, status: Dispute['status']): Dispute {
  const created = nowInSeconds()
  const dispute: Dispute = {
    id: makeId('du'),
    account: intent.account,
    intentId: intent.id,
    amount: intent.amount - refundedOf(store, intent),
    status,
    created,
    dueBy: created + daysToRespond * 86_400,
    transactionIds: [],
  }
  store.disputes[dispute.id] = dispute
  intent.disputeId = dispute.id
  intent.isBooked = true
  return dispute
}

/** Saves a dispute and sends these events about it. */
function report({ store, webhooks }: StripeContext, dispute: Dispute, ...events: string[]): void {
  store.save()
  for (const event of events)
    webhooks.send(`charge.dispute.${event}`, store.intents[dispute.intentId]!, disputeView(store, dispute))
}
