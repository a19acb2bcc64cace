/** The routes that payment providers send their webhooks to. */
import express, { Router } from 'express'
import { apiBase, browserPaths } from '../../contract/calls.ts'
import { AppError } from '../../contract/errors.ts'
import type { Provider } from '../../db/schema.ts'
import type { PaymentProvider } from '../../domain/payments/provider/payment-provider.ts'
import { openCertificateLimits } from '../../domain/payments/webhooks/certificate-limits.ts'
import { processWebhook, storeWebhook } from '../../domain/payments/webhooks/receive-webhook.ts'
import type { AppContext } from '../context.ts'
import { mountOther } from '../http/other-routes.ts'

const paths = {
  paypal: browserPaths.paypalWebhook,
  stripe: browserPaths.stripeWebhook,
} as const satisfies Record<Provider, string>

/** Mounts the webhook route of every configured provider. */
export function paymentWebhookRoutes(ctx: AppContext): Router {
  const router = Router()
  const mayFetchFor = openCertificateLimits(ctx.config.sessionSecret[0])
  for (const provider of Object.values(ctx.payments)) if (provider) mount(router, ctx, provider, mayFetchFor)
  return router
}

/**
 * Mounts a route: a webhook is verified, stored, acknowledged, then processed. If processing fails here, the workers process it
 * again.
 */
function mount(
  router: Router,
  ctx: AppContext,
  provider: PaymentProvider,
  mayFetchFor: (address: string) => Promise<boolean>,
): void {
  const readRaw = express.raw({ type: () => true, limit: '256kb' })
  mountOther(router, `POST ${apiBase}${paths[provider.name]}`, readRaw, async (req, res) => {
    const rawBody: unknown = req.body
    const header = (name: string) => req.get(name) ?? ''
    const mayFetch = () => mayFetchFor(req.ip ?? '')
    if (!Buffer.isBuffer(rawBody) || !(await provider.webhooks.verify(rawBody, header, mayFetch)))
      throw new AppError('forbidden')
    const webhook = await storeWebhook(ctx, provider, rawBody)
    res.sendStatus(200)
    if (!webhook) return
    const { eventId, type } = webhook
    await processWebhook(ctx, webhook).catch((error: unknown) =>
      ctx.log.warn({ eventId, type, err: error }, 'webhook left to the workers'),
    )
  })
}
