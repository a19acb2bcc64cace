/** The routes for admins, each with its cost. All of them respond 403 to everybody else. */
import { adminMonth, adminRead, cost } from './costs.ts'
import type { Cost } from './costs.ts'

export const adminCosts = {
  'GET /api/v1/admin/month': adminMonth,
  'GET /api/v1/admin/month/entries': adminMonth,
  'GET /api/v1/admin/month/invoices': adminMonth,
  'GET /api/v1/admin/invoices': adminMonth,
  'GET /api/v1/admin/invoices/:id/file': cost('drawing a PDF of one page, for admins only'),
  'GET /api/v1/admin/vat-ids': adminMonth,
  'POST /api/v1/admin/check-vat-id': adminMonth,
  'GET /api/v1/admin/account': adminRead,
  'GET /api/v1/admin/account-events': adminRead,
  'POST /api/v1/admin/change-account': adminRead,
  'GET /api/v1/admin/actions': adminRead,
  'GET /api/v1/admin/payment': cost(
    'rows of one payment by index, and at most 500 webhooks of its account for each time, for admins only',
  ),
  'GET /api/v1/admin/failed': adminRead,
  'POST /api/v1/admin/end-failed': adminRead,
  'GET /api/v1/admin/adjustments': adminRead,
  'POST /api/v1/admin/propose-adjustment': adminRead,
  'POST /api/v1/admin/decide-adjustment': adminRead,
  'GET /api/v1/admin/reports': cost('at most forty cases with twenty reports each, for admins only'),
  'POST /api/v1/admin/decide-report': adminRead,
  'POST /api/v1/admin/show-again': adminRead,
  'GET /api/v1/admin/site': adminRead,
  'POST /api/v1/admin/set-maintenance': adminRead,
  'POST /api/v1/admin/save-testimonial': adminRead,
  'POST /api/v1/admin/order-testimonials': adminRead,
} as const satisfies Record<string, Cost>

/** Returns a table that gives each route for admins the same value. */
export function forAdminRoutes<T>(value: T): Record<keyof typeof adminCosts, T> {
  return Object.fromEntries(Object.keys(adminCosts).map((route) => [route, value])) as Record<
    keyof typeof adminCosts,
    T
  >
}
