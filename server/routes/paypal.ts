/** PayPal checkout: what the buttons need, an order for a tip, its capture, and PayPal's webhook. */
import express, { Router } from 'express'
import type { Request } from 'express'
import { browserPaths } from '../../contract/calls.ts'
import { AppError } from '../../contract/errors.ts'
import {
  capturePaypalOrder,
  createPaypalOrder,
  getPaypalCheckoutSettings,
} from '../../contract/payment-calls.ts'
import { findPayee } from '../../db/queries/payees.ts'
import { findCreatorUid } from '../../db/queries/accounts.ts'
import { paypalWebhookVerifier } from '../../domain/payments/paypal/verify-webhook.ts'
import { capturePaypalOrder as capture } from '../../domain/payments/paypal/capture-order.ts'
import { openPaypalOrder } from '../../domain/payments/orders/open-order.ts'
import { keepPaypalWebhook, processPaypalWebhook } from '../../domain/payments/paypal/receive-webhook.ts'
import { makeReceiptToken } from '../../domain/payments/receipts/receipt-token.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { toTipRequest } from './tip-request.ts'

export function paypalRoutes(ctx: AppContext): Router {
  const router = Router()

  handle(router, getPaypalCheckoutSettings, async ({ query }) => {
    const { paypal } = ctx.config
    const uid = await findCreatorUid(ctx.db, query.username)
    if (!uid) throw new AppError('not_found')
    const payee = await findPayee(ctx.db, uid, 'paypal')
    if (!paypal || !payee?.currency) throw new AppError('payment_method_missing')
    return {
      clientId: paypal.clientId,
      merchantId: payee.providerAccountId,
      currency: payee.currency,
      sdkBaseUrl: paypal.jsUrl ?? null,
    }
  })

  handle(router, createPaypalOrder, async (asked) => ({
    orderId: await openPaypalOrder(ctx, toTipRequest(ctx, asked)),
  }))

  handle(router, capturePaypalOrder, async ({ params }) => {
    const { status, orderId } = await capture(ctx, params.orderId)
    return { status, receipt: makeReceiptToken(ctx.config.secretsKey, orderId) }
  })

  return router
}

/** PayPal's webhook. Verified, then kept, then answered; worked off at once, and by the workers if that fails. */
export function paypalWebhookRoute(ctx: AppContext): Router {
  const router = Router()
  const { paypal } = ctx.config
  if (!paypal) return router
  const verify = paypalWebhookVerifier(paypal)

  router.post(
    `/${browserPaths.paypalWebhook}`,
    express.raw({ type: () => true, limit: '256kb' }),
    async (req, res) => {
      const rawBody: unknown = req.body
      if (!Buffer.isBuffer(rawBody) || !(await verify(headersOf(req), rawBody)))
        throw new AppError('forbidden')
      const webhook = await keepPaypalWebhook(ctx, rawBody)
      res.sendStatus(200)
      if (!webhook) return
      await processPaypalWebhook(ctx, webhook).catch((error: unknown) =>
        ctx.log.warn(
          { eventId: webhook.eventId, type: webhook.type, err: error },
          'webhook left for the workers',
        ),
      )
    },
  )
  return router
}

function headersOf(req: Request) {
  return {
    transmissionId: req.get('paypal-transmission-id') ?? '',
    transmissionTime: req.get('paypal-transmission-time') ?? '',
    signature: req.get('paypal-transmission-sig') ?? '',
    certUrl: req.get('paypal-cert-url') ?? '',
    algorithm: req.get('paypal-auth-algo') ?? '',
  }
}
