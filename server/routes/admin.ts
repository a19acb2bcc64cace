/** Routes for admins. `admin_action` lists each download and each change. */
import { Router } from 'express'
import * as calls from '../../contract/admin-calls.ts'
import * as manage from '../../contract/manage-calls.ts'
import * as life from '../../contract/payment-life-calls.ts'
import { insertAdminAction } from '../../db/queries/admins.ts'
import { endFailed, readFailedItems } from '../../domain/admin/failed-items.ts'
import { readPaymentLife } from '../../domain/admin/read-payment.ts'
import { changeManagedAccount, readManagedAccount } from '../../domain/admin/manage-account.ts'
import { readAdminActions } from '../../domain/admin/read-actions.ts'
import { openInvoiceFile, readInvoicesOfMonth } from '../../domain/payments/invoices/read-invoices.ts'
import { checkVatId, readVatIds } from '../../domain/payments/invoices/vat-ids.ts'
import { readPlatformMonth } from '../../domain/payments/platform/read-month.ts'
import { writeEntries, writeInvoices } from '../../domain/payments/platform/write-csv.ts'
import type { AppContext } from '../context.ts'
import { requireConfirmed } from '../http/confirmed.ts'
import { handle, handleDownload } from '../http/handle.ts'

export function adminRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db, config } = ctx
  const { mode } = config

  handle(router, calls.getPlatformMonth, ({ query }) => readPlatformMonth(ctx, query.month))

  for (const [call, write, name] of [
    [calls.downloadPlatformEntries, writeEntries, 'entries'],
    [calls.downloadPlatformInvoices, writeInvoices, 'invoices'],
  ] as const)
    handleDownload(router, call, async (request) => {
      await requireConfirmed(ctx, request)
      const { query, viewer } = request
      const { month } = query
      await insertAdminAction(db, { adminUid: viewer.uid, action: 'export', subject: `${name} ${month}` })
      return { content: write(db, { mode, month: `${month}-01` }), name: `brimful-${name}-${month}.csv` }
    })

  handle(router, calls.findInvoices, ({ query: { month, after } }) =>
    readInvoicesOfMonth(db, { mode, month, after }),
  )

  handleDownload(router, calls.downloadAnyInvoice, async (request) => {
    await requireConfirmed(ctx, request)
    const { number, creatorUid, ...file } = await openInvoiceFile(ctx, request.params.id)
    const adminUid = request.viewer.uid
    await insertAdminAction(db, { adminUid, action: 'invoice', accountUid: creatorUid, subject: number })
    return file
  })

  handle(router, calls.listVatIds, async (request) => {
    await requireConfirmed(ctx, request)
    return readVatIds(ctx)
  })

  handle(router, calls.checkVatId, async (request) => {
    await requireConfirmed(ctx, request)
    await checkVatId(ctx, request.viewer.uid, request.body)
  })

  handle(router, manage.findManagedAccount, ({ query }) => readManagedAccount(db, query.userName))

  handle(router, manage.changeAccount, async (request) => {
    await requireConfirmed(ctx, request)
    const { reason, ...change } = request.body
    return changeManagedAccount(db, { adminUid: request.viewer.uid, reason }, change)
  })

  handle(router, manage.listAdminActions, ({ query }) => readAdminActions(db, query.before))

  handle(router, life.findPaymentLife, async (request) => {
    await requireConfirmed(ctx, request)
    return readPaymentLife(db, request.viewer.uid, request.query.id)
  })

  handle(router, life.listFailedItems, () => readFailedItems(db))

  handle(router, life.endFailedItem, async (request) => {
    await requireConfirmed(ctx, request)
    const { reason, ...decision } = request.body
    await endFailed(db, { adminUid: request.viewer.uid, reason }, decision)
  })

  return router
}
