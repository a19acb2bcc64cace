/** Routes for card payments on Stripe's page and by wallets on ours: an order for a tip, and its confirmation. */
import { Router } from 'express'
import { AppError } from '../../contract/errors.ts'
import {
  confirmCheckoutSession,
  confirmWalletPayment,
  createCheckoutSession,
  createWalletPayment,
} from '../../contract/payments/stripe-calls.ts'
import { captureOrder, confirmOrder } from '../../domain/payments/orders/capture-order.ts'
import { openOrder } from '../../domain/payments/orders/open-order.ts'
import { makeReceiptToken } from '../../domain/payments/receipts/receipt-token.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { tellingPaid } from './paid-before.ts'
import { toTipRequest } from './tip-request.ts'

export function stripeRoutes(ctx: AppContext): Router {
  const router = Router()
  handle(router, createCheckoutSession, async (request) => {
    const opening = openOrder(ctx, 'stripe', toTipRequest(ctx, request))
    const { providerOrderId, paymentUrl } = await tellingPaid(ctx, opening)
    if (paymentUrl === null) throw new AppError('payment_provider')
    return { sessionId: providerOrderId, url: paymentUrl }
  })
  handle(router, confirmCheckoutSession, async ({ params, req }) => {
    const lookUp = { providerOrderId: params.sessionId, address: req.ip ?? '' }
    const { orderId, ...checkout } = await tellingPaid(ctx, confirmOrder(ctx, 'stripe', lookUp))
    return { ...checkout, receipt: makeReceiptToken(ctx.config.secretsKey, orderId) }
  })

  handle(router, createWalletPayment, async (request) => {
    const tip = { ...toTipRequest(ctx, request), isWallet: true }
    const { providerOrderId, clientSecret } = await tellingPaid(ctx, openOrder(ctx, 'stripe', tip))
    if (clientSecret === undefined) throw new AppError('payment_provider')
    return { paymentId: providerOrderId, clientSecret }
  })

  handle(router, confirmWalletPayment, async ({ params, req }) => {
    const lookUp = { providerOrderId: params.paymentId, address: req.ip ?? '' }
    const { orderId, ...captured } = await tellingPaid(ctx, captureOrder(ctx, 'stripe', lookUp))
    return { ...captured, receipt: makeReceiptToken(ctx.config.secretsKey, orderId) }
  })
  return router
}
