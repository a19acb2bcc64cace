/** The activity page: what a seller, a bank or PayPal can still do with each capture, and the webhooks. */
import { Router } from 'express'
import { addActivityPage } from '../activity-page.ts'
import { escapeHtml } from '../page.ts'
import { captureActions, listActions, performAction } from './capture-actions.ts'
import type { PaypalContext } from './captures.ts'
import { formatMoney } from './money.ts'
import { page } from './pages.ts'
import type { Capture } from './store.ts'

/** The routes of /activity. */
export function activityRoutes(context: PaypalContext): Router {
  const router = Router()
  addActivityPage(router, {
    path: '/activity',
    address: '/paypal/activity',
    page,
    title: 'Activity',
    ...context,
    payments: () => context.store.captures,
    columns: {
      When: ({ createTime }) => shortTime(createTime),
      Capture: ({ id }) => id,
      Order: ({ orderId }) => orderId,
      Seller: ({ payee }) => escapeHtml(payee.email_address ?? ''),
      Amount: ({ amount }) => escapeHtml(formatMoney(amount)),
      Status: statusOf,
    },
    actions: captureActions,
    listActions,
    perform: (capture, action) => performAction(context, capture, action),
    eventColumns: { When: ({ createTime }) => shortTime(createTime), Order: ({ orderId }) => orderId ?? '' },
  })
  return router
}

function statusOf({ status, reason, disputeId }: Capture): string {
  return `${status}${reason ? ` (${reason})` : ''}${disputeId ? ', disputed' : ''}`
}

function shortTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)}`
}
