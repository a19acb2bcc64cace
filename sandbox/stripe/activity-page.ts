/** The activity page: what a creator or a bank can still do with each payment, and the webhooks. */
import { Router } from 'express'
import { addActivityPage } from '../activity-page.ts'
import { escapeHtml } from '../page.ts'
import { formatMinor, page } from './pages.ts'
import { listActions, paymentActions, performAction } from './payment-actions.ts'
import { refundedOf } from './payment-wire.ts'
import type { StripeContext } from './payments.ts'
import type { Intent, Store } from './store.ts'

/** The routes of /stripe/activity. */
export function activityRoutes(context: StripeContext): Router {
  const { store } = context
  const router = Router()
  addActivityPage(router, {
    path: '/stripe/activity',
    address: '/stripe/activity',
    page,
    title: 'Payments',
    ...context,
    payments: () => store.intents,
    columns: {
      When: ({ created }) => formatTime(created),
      Creator: ({ account }) => escapeHtml(store.accounts[account]?.email ?? ''),
      Amount: ({ amount, currency }) => formatMinor(amount, currency),
      By: ({ method }) => method,
      Status: (intent) => escapeHtml(statusOf(store, intent)),
    },
    actions: paymentActions,
    listActions: (intent) => listActions(store, intent),
    perform: (intent, action) => performAction(context, intent, action),
    eventColumns: { When: ({ created }) => formatTime(created), Account: ({ account }) => account },
  })
  return router
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

function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 19)
}
