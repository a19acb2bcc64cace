/** Card payments: a page at Stripe for a tip, how it stands, and Stripe's webhook. */
import express, { Router } from 'express'
import { browserPaths } from '../../contract/calls.ts'
import { AppError } from '../../contract/errors.ts'
import { confirmCheckoutSession, createCheckoutSession } from '../../contract/stripe-calls.ts'
import { stripeWebhookVerifier } from '../../domain/payments/stripe/verify-webhook.ts'
import { confirmCheckout } from '../../domain/payments/stripe/confirm-checkout.ts'
import { openCheckoutSession } from '../../domain/payments/orders/open-order.ts'
import { keepStripeWebhook, processStripeWebhook } from '../../domain/payments/stripe/receive-webhook.ts'
import { makeReceiptToken } from '../../domain/payments/receipts/receipt-token.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { toTipRequest } from './tip-request.ts'

export function stripeRoutes(ctx: AppContext): Router {
  const router = Router()
  handle(router, createCheckoutSession, (asked) => openCheckoutSession(ctx, toTipRequest(ctx, asked)))
  handle(router, confirmCheckoutSession, async ({ params }) => {
    const { orderId, ...checkout } = await confirmCheckout(ctx, params.sessionId)
    return { ...checkout, receipt: makeReceiptToken(ctx.config.secretsKey, orderId) }
  })
  return router
}

/** Stripe's webhook, both kinds. Verified, then kept, then answered; worked off at once, and by the workers if that fails. */
export function stripeWebhookRoute(ctx: AppContext): Router {
  const router = Router()
  const { stripe } = ctx.config
  if (!stripe) return router
  const verify = stripeWebhookVerifier(stripe)

  router.post(
    `/${browserPaths.stripeWebhook}`,
    express.raw({ type: () => true, limit: '256kb' }),
    async (req, res) => {
      const rawBody: unknown = req.body
      if (!Buffer.isBuffer(rawBody) || !verify(rawBody, req.get('stripe-signature') ?? ''))
        throw new AppError('forbidden')
      const webhook = await keepStripeWebhook(ctx, rawBody)
      res.sendStatus(200)
      if (!webhook) return
      await processStripeWebhook(ctx, webhook).catch((error: unknown) =>
        ctx.log.warn(
          { eventId: webhook.eventId, type: webhook.type, err: error },
          'webhook left for the workers',
        ),
      )
    },
  )
  return router
}
