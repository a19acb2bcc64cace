/** Routes for PayPal checkout: the settings of PayPal's buttons, an order for a tip, and its capture. */
import { Router } from 'express'
import { AppError } from '../../contract/errors.ts'
import {
  capturePaypalOrder,
  confirmPaypalOrder,
  createPaypalOrder,
  getPaypalCheckoutSettings,
} from '../../contract/payments/paypal-calls.ts'
import { findCreatorUid } from '../../db/queries/accounts/accounts.ts'
import { findPayee } from '../../db/queries/payments/payees.ts'
import { captureOrder, confirmOrder } from '../../domain/payments/orders/capture-order.ts'
import { openOrder } from '../../domain/payments/orders/open-order.ts'
import { ownPayeeId } from '../../domain/payments/provider/own-account.ts'
import { makeReceiptToken } from '../../domain/payments/receipts/receipt-token.ts'
import type { AppContext } from '../context.ts'
import { found } from '../http/errors.ts'
import { handle } from '../http/handle.ts'
import { tellingPaid } from './paid-before.ts'
import { toTipRequest } from './tip-request.ts'

export function paypalRoutes(ctx: AppContext): Router {
  const router = Router()

  handle(router, getPaypalCheckoutSettings, async ({ query }) => {
    const { paypal } = ctx.config
    const uid = found(await findCreatorUid(ctx.db, query.username))
    const payee = await findPayee(ctx.db, uid, 'paypal')
    if (!paypal || !payee?.currency) throw new AppError('payment_method_missing')
    return {
      clientId: paypal.clientId,
      merchantId: payee.payeeId === ownPayeeId ? null : payee.payeeId,
      currency: payee.currency,
      scriptUrl: paypal.jsUrl ?? null,
    }
  })

  handle(router, createPaypalOrder, async (request) => {
    const tip = toTipRequest(ctx, request)
    const { providerOrderId, paymentUrl } = await tellingPaid(ctx, openOrder(ctx, 'paypal', tip))
    return { orderId: providerOrderId, url: paymentUrl }
  })

  handle(router, capturePaypalOrder, async ({ params, req }) => {
    const lookUp = { providerOrderId: params.orderId, address: req.ip ?? '' }
    const { orderId, ...captured } = await tellingPaid(ctx, captureOrder(ctx, 'paypal', lookUp))
    return { ...captured, receipt: makeReceiptToken(ctx.config.secretsKey, orderId) }
  })

  handle(router, confirmPaypalOrder, async ({ params, req }) => {
    const lookUp = { providerOrderId: params.orderId, address: req.ip ?? '' }
    const { orderId, ...payment } = await tellingPaid(ctx, confirmOrder(ctx, 'paypal', lookUp))
    return { ...payment, receipt: makeReceiptToken(ctx.config.secretsKey, orderId) }
  })

  return router
}
