/**
 * Renders the activity page: every capture with what a seller, a bank or PayPal can still do with it, and the webhooks that were
 * sent.
 */
import type { Router } from 'express'
import { addActivityPage } from '../activity-page.ts'
import { escapeHtml, formatTime } from '../page.ts'
import { captureActions } from './capture-actions.ts'
import type { PaypalContext } from './captures.ts'
import { formatMoney } from './money.ts'
import { page } from './pages.ts'
import type { Capture } from './store.ts'

/** Adds the activity page at /activity. */
export function addActivity(router: Router, context: PaypalContext): void {
  addActivityPage(router, context, {
    path: '/activity',
    page,
    title: 'Activity',
    payments: context.store.captures,
    columns: {
      When: ({ createTime }) => formatTime(createTime),
      Capture: ({ id }) => id,
      Order: ({ orderId }) => orderId,
      Seller: ({ payee }) => escapeHtml(payee.email_address ?? ''),
      Amount: ({ amount }) => escapeHtml(formatMoney(amount)),
      Status: statusOf,
    },
    actions: captureActions,
    eventColumns: { When: ({ createTime }) => formatTime(createTime), Order: ({ orderId }) => orderId ?? '' },
  })
}

function statusOf({ status, reason, disputeId }: Capture): string {
  return `${status}${reason ? ` (${reason})` : ''}${disputeId ? ', disputed' : ''}`
}
