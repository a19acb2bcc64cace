/**
 * Renders the activity page: every payment with what a creator or a bank can still do with it, and the webhooks that were sent.
 */
import type { Router } from 'express'
import { addActivityPage } from '../activity-page.ts'
import { escapeHtml, formatTime } from '../page.ts'
import { formatMinor, page } from './pages.ts'
import { paymentActions } from './payment-actions.ts'
import { refundedOf } from './payment-wire.ts'
import type { StripeContext } from './context.ts'
import type { Intent, Store } from './store.ts'

/** Adds the activity page at /stripe/activity. */
export function addActivity(router: Router, context: StripeContext): void {
  const { store } = context
  addActivityPage(router, context, {
    path: '/stripe/activity',
    page,
    title: 'Payments',
    payments: store.intents,
    columns: {
      When: ({ created }) => formatTime(created * 1000),
      Creator: ({ account }) => escapeHtml(store.accounts[account]?.email ?? ''),
      Amount: ({ amount, currency }) => formatMinor(amount, currency),
      By: ({ method }) => method,
      Status: (intent) => escapeHtml(statusOf(store, intent)),
    },
    actions: paymentActions,
    eventColumns: { When: ({ created }) => formatTime(created * 1000), Account: ({ account }) => account },
  })
}

function statusOf(store: Store, intent: Intent): string {
  const refunded = refundedOf(store, intent)
  const dispute = intent.disputeId ? store.disputes[intent.disputeId] : undefined
  const notes = [
    intent.status,
    refunded > 0 && `${formatMinor(refunded, intent.currency)} refunded`,
    dispute && `dispute ${dispute.status}`,
    intent.failure?.message,
  ]
  return notes.filter(Boolean).join(', ')
}
