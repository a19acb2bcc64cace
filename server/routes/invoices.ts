/** Routes for the invoices of the session's creator, and the name and address on them. */
import { Router } from 'express'
import * as calls from '../../contract/payments/invoice-calls.ts'
import { readBillingDetails, saveBillingDetails } from '../../domain/payments/invoices/billing-details.ts'
import { openInvoiceFile, readInvoices } from '../../domain/payments/invoices/read-invoices.ts'
import type { AppContext } from '../context.ts'
import { handle, handleDownload } from '../http/handle.ts'

export function invoiceRoutes(ctx: AppContext): Router {
  const router = Router()
  const { mode } = ctx.config

  handle(router, calls.getInvoices, ({ query, viewer }) =>
    readInvoices(ctx.db, { mode, creatorUid: viewer.uid }, query.before),
  )

  handleDownload(router, calls.downloadInvoice, async ({ params, viewer }) => {
    return openInvoiceFile(ctx, params.id, viewer.uid)
  })

  handle(router, calls.getBillingDetails, ({ viewer }) => readBillingDetails(ctx, viewer.uid))

  handle(router, calls.saveBillingDetails, ({ body, viewer }) => saveBillingDetails(ctx, viewer.uid, body))

  return router
}
