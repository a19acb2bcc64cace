/** Routes for card payments: open Stripe's page for a tip, and confirm the payment afterwards. */
import { Router } from 'express'
import { AppError } from '../../contract/errors.ts'
import { confirmCheckoutSession, createCheckoutSession } from '../../contract/stripe-calls.ts'
import { confirmOrder } from '../../domain/payments/orders/capture-order.ts'
import { openOrder } from '../../domain/payments/orders/open-order.ts'
import { makeReceiptToken } from '../../domain/payments/receipts/receipt-token.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { toTipRequest } from './tip-request.ts'

export function stripeRoutes(ctx: AppContext): Router {
  const router = Router()
  handle(router, createCheckoutSession, async (request) => {
    const { providerOrderId, paymentUrl } = await openOrder(ctx, 'stripe', toTipRequest(ctx, request))
    if (paymentUrl === null) throw new AppError('payment_provider')
    return { sessionId: providerOrderId, url: paymentUrl }
  })
  handle(router, confirmCheckoutSession, async ({ params, req }) => {
    const lookUp = { providerOrderId: params.sessionId, address: req.ip ?? '' }
    const { orderId, ...checkout } = await confirmOrder(ctx, 'stripe', lookUp)
    return { ...checkout, receipt: makeReceiptToken(ctx.config.secretsKey, orderId) }
  })
  return router
}
