/** Routes for admins. `admin_action` lists each download and each change. */
import { Router } from 'express'
import * as calls from '../../contract/admin/admin-calls.ts'
import * as adjustments from '../../contract/admin/adjustment-calls.ts'
import * as manage from '../../contract/admin/manage-calls.ts'
import * as life from '../../contract/admin/payment-life-calls.ts'
import * as reports from '../../contract/admin/report-calls.ts'
import * as settlements from '../../contract/admin/settlement-calls.ts'
import * as site from '../../contract/admin/site-admin-calls.ts'
import { insertAdminAction } from '../../db/queries/admin/admins.ts'
import { readAccountEvents } from '../../domain/accounts/account-events.ts'
import { decideReport, readReports, showAgain } from '../../domain/admin/decide-reports.ts'
import { endFailed, readFailedItems } from '../../domain/admin/failed-items.ts'
import { readPaymentLife } from '../../domain/admin/read-payment.ts'
import { changeManagedAccount, getUidOf, readManagedAccount } from '../../domain/admin/manage-account.ts'
import {
  orderTestimonials,
  readManagedSite,
  saveTestimonial,
  setMaintenance,
} from '../../domain/admin/manage-site.ts'
import { readAdminActions } from '../../domain/admin/read-actions.ts'
import { openInvoiceFile, readInvoicesOfMonth } from '../../domain/payments/invoices/read-invoices.ts'
import { checkVatId, readVatIds } from '../../domain/payments/invoices/vat-ids.ts'
import { decideAdjustment, proposeAdjustment, readAdjustments } from '../../domain/admin/adjustments.ts'
import { decideSettlement, proposeSettlement, readUnmatched } from '../../domain/admin/settlements.ts'
import { isUnmatchedRefunded, refundUnmatched } from '../../domain/payments/orders/refund-unmatched.ts'
import type { ProposedRefund } from '../../domain/payments/orders/refund-unmatched.ts'
import { readPlatformMonth } from '../../domain/payments/platform/read-month.ts'
import { writeEntries, writeInvoices } from '../../domain/payments/platform/write-csv.ts'
import type { AppContext } from '../context.ts'
import { handle, handleDownload } from '../http/handle.ts'
import { localeOf } from '../http/locale.ts'

export function adminRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db, config } = ctx
  const { mode } = config
  const sealing = { db, secretsKey: config.secretsKey }

  handle(router, calls.getPlatformMonth, ({ query }) => readPlatformMonth(ctx, query.month))

  for (const [call, write, name] of [
    [calls.downloadPlatformEntries, writeEntries, 'entries'],
    [calls.downloadPlatformInvoices, writeInvoices, 'invoices'],
  ] as const)
    handleDownload(router, call, async (request) => {
      const { query, viewer } = request
      const { month, form } = query
      await insertAdminAction(db, { adminUid: viewer.uid, action: 'export', subject: `${name} ${month}` })
      const content = write(db, { mode, month: `${month}-01` }, form)
      return { content, name: `brimful-${name}-${month}.csv` }
    })

  handle(router, calls.findInvoices, ({ query: { month, after } }) =>
    readInvoicesOfMonth(db, { mode, month, after }),
  )

  handleDownload(router, calls.downloadAnyInvoice, async (request) => {
    const { number, creatorUid, ...file } = await openInvoiceFile(ctx, request.params.id)
    const adminUid = request.viewer.uid
    await insertAdminAction(db, { adminUid, action: 'invoice', accountUid: creatorUid, subject: number })
    return file
  })

  handle(router, calls.listVatIds, () => readVatIds(ctx))

  handle(router, calls.checkVatId, async (request) => {
    await checkVatId(ctx, request.viewer.uid, request.body)
  })

  handle(router, manage.findManagedAccount, ({ query }) => readManagedAccount(db, query.userName))

  handle(router, manage.listEventsOfAccount, async ({ query, req }) => {
    const uid = await getUidOf(db, query.userName)
    return readAccountEvents(db, uid, { before: query.before, locale: localeOf(req) })
  })

  handle(router, manage.changeAccount, async (request) => {
    const { reason, ...change } = request.body
    return changeManagedAccount(sealing, { adminUid: request.viewer.uid, reason }, change)
  })

  handle(router, manage.listAdminActions, ({ query }) => readAdminActions(db, query.before))

  handle(router, life.findPaymentLife, async (request) => {
    return readPaymentLife(db, request.viewer.uid, request.query.id)
  })

  handle(router, life.listFailedItems, () => readFailedItems(db))

  handle(router, life.endFailedItem, async (request) => {
    const { reason, ...decision } = request.body
    await endFailed(db, { adminUid: request.viewer.uid, reason }, decision)
  })

  settle(router, ctx)
  manageSite(router, ctx)
  return router
}

/** Adjustments of tips whose sums differ from their provider's, and payments that match no order. */
function settle(router: Router, ctx: AppContext): void {
  const { db } = ctx

  handle(router, adjustments.listAdjustments, ({ viewer }) => readAdjustments(db, viewer.uid))

  handle(router, adjustments.proposeAdjustment, async (request) => {
    return { id: await proposeAdjustment(db, { adminUid: request.viewer.uid }, request.body) }
  })

  handle(router, adjustments.decideAdjustment, async (request) => {
    const { reason, ...decision } = request.body
    await decideAdjustment(db, { adminUid: request.viewer.uid, reason }, decision)
  })

  handle(router, settlements.listUnmatched, ({ viewer }) => readUnmatched(db, viewer.uid))

  handle(router, settlements.proposeSettlement, async (request) => {
    return { id: await proposeSettlement(db, { adminUid: request.viewer.uid }, request.body) }
  })

  handle(router, settlements.decideSettlement, async (request) => {
    const { reason, ...decision } = request.body
    const refund = (proposed: ProposedRefund) => refundUnmatched(ctx, proposed)
    const isRefunded = (proposed: ProposedRefund) => isUnmatchedRefunded(ctx, proposed)
    await decideSettlement({ db, refund, isRefunded }, { adminUid: request.viewer.uid, reason }, decision)
  })
}

/** Reports by visitors, maintenance and testimonials. */
function manageSite(router: Router, ctx: AppContext): void {
  const { db, config } = ctx

  handle(router, reports.listReports, () => readReports(db))

  handle(router, reports.decideReport, async (request) => {
    const { reason, ...decision } = request.body
    const actor = { adminUid: request.viewer.uid, reason }
    await decideReport({ db, secretsKey: config.secretsKey }, actor, decision)
  })

  handle(router, reports.showAgain, async (request) => {
    const { reason, id } = request.body
    await showAgain(db, { adminUid: request.viewer.uid, reason }, id)
  })

  handle(router, site.getManagedSite, () => readManagedSite(db))

  handle(router, site.setMaintenance, async (request) => {
    const { reason, isOn } = request.body
    await setMaintenance(db, { adminUid: request.viewer.uid, reason }, isOn)
    return readManagedSite(db)
  })

  handle(router, site.saveTestimonial, async (request) => {
    await saveTestimonial(db, { adminUid: request.viewer.uid, reason: null }, request.body)
    return readManagedSite(db)
  })

  handle(router, site.orderTestimonials, async (request) => {
    await orderTestimonials(db, { adminUid: request.viewer.uid, reason: null }, request.body.uids)
    return readManagedSite(db)
  })
}
