/** Routes for receipts: anybody with the link may follow the tip and have the receipt sent by email. */
import { Router } from 'express'
import * as calls from '../../contract/payments/receipt-calls.ts'
import { requireMail } from '../../domain/mail/require-mail.ts'
import { readReceipt } from '../../domain/payments/receipts/read-receipt.ts'
import { sendReceipt } from '../../domain/payments/receipts/send-receipt.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { localeOf } from '../http/locale.ts'

/** Mounts the receipt routes. */
export function receiptRoutes(ctx: AppContext): Router {
  const router = Router()
  handle(router, calls.getReceipt, ({ body, viewer }) => readReceipt(ctx, body.token, viewer?.uid))
  handle(router, calls.sendReceipt, async ({ body: { token, email }, req }) => {
    requireMail(ctx.config)
    await sendReceipt(ctx, token, { email, locale: localeOf(req), address: req.ip ?? '' })
  })
  return router
}
