/** A provider's webhook: kept first, worked off next. Repeats and any order end in the same books. */
import { parseDecimal } from '../../../contract/money.ts'
import { findOrder, updateOrderStatus } from '../../../db/queries/orders.ts'
import { insertWebhook, listOpenWebhooks, markWebhookProcessed } from '../../../db/queries/webhooks.ts'
import type { NewWebhook } from '../../../db/queries/webhooks.ts'
import type { Mode } from '../../../db/schema.ts'
import type { ProviderCapture } from '../provider/payment-provider.ts'
import { losePayoutAccount, refreshReferral } from '../payouts/refresh-payout.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { captureCompleted, handledEvent, isHandledType, paypalEvent } from './events.ts'
import type { CaptureResource, HandledEvent } from './events.ts'
import { toProviderDispute, toProviderRefund } from './reports.ts'
import {
  recordCapture,
  recordDisputeAndPublish,
  recordRefundAndPublish,
  recordCaptureWithWebhook,
  recordOutcome,
} from '../orders/record-outcome.ts'
import { processStripeWebhook } from '../stripe/receive-webhook.ts'

/**
 * Keeps a verified webhook of PayPal's, and books the capture that it tells of at once and in the same statement, as nearly all
 * do. What is left to be worked off is given back; undefined when nothing is. Throws when it is not an event at all.
 */
export async function keepPaypalWebhook(
  ctx: PaymentContext,
  rawBody: Buffer,
): Promise<NewWebhook | undefined> {
  const body = rawBody.toString('utf8')
  const event: unknown = JSON.parse(body)
  const { id, event_type: type } = paypalEvent.parse(event)
  const webhook = { provider: 'paypal' as const, providerAccountId: '', eventId: id, type, body }
  const capture = captureCompleted.safeParse(event)
  if (capture.success) {
    try {
      return (await recordCaptureWithWebhook(ctx, webhook, toCapture(capture.data.resource)))
        ? webhook
        : undefined
    } catch (error) {
      ctx.log.warn(
        { eventId: id, reason: (error as Error).message },
        'what a webhook told could not all be booked at once',
      )
    }
  }
  return (await insertWebhook(ctx.db, webhook)) ? webhook : undefined
}

/** Works one kept webhook off; throws when it could not, and then `workOffWebhooks` tries again. */
export async function processPaypalWebhook(ctx: PaymentContext, webhook: NewWebhook): Promise<void> {
  if (isHandledType(webhook.type)) await applyEvent(ctx, handledEvent.parse(JSON.parse(webhook.body)))
  await markWebhookProcessed(ctx.db, webhook)
}

/** Works off what was kept more than ten seconds ago and never finished. */
export async function workOffWebhooks(ctx: PaymentContext, now = new Date()): Promise<void> {
  for (const webhook of await listOpenWebhooks(ctx.db, new Date(now.getTime() - 10_000), 100)) {
    const process = webhook.provider === 'stripe' ? processStripeWebhook : processPaypalWebhook
    await process(ctx, webhook).catch((error: unknown) =>
      ctx.log.error({ eventId: webhook.eventId, type: webhook.type, err: error }, 'webhook not worked off'),
    )
  }
}

async function applyEvent(ctx: PaymentContext, { event_type, resource }: HandledEvent): Promise<void> {
  switch (event_type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return captureApproved(ctx, resource.id)
    case 'PAYMENT.CAPTURE.COMPLETED':
      return recordCapture(ctx, toCapture(resource))
    case 'PAYMENT.CAPTURE.PENDING':
      return moveOrder(ctx, resource.supplementary_data.related_ids.order_id, 'CLEARING')
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return moveOrder(ctx, resource.supplementary_data.related_ids.order_id, 'FAILED')
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED': {
      const kind = event_type.endsWith('REVERSED') ? 'reversal' : 'refund'
      await recordRefundAndPublish(ctx, toProviderRefund(resource, kind, modeOf(ctx)))
      return
    }
    case 'MERCHANT.ONBOARDING.COMPLETED':
      return resource.tracking_id ? refreshReferral(ctx, resource.tracking_id) : undefined
    case 'MERCHANT.PARTNER-CONSENT.REVOKED':
      return losePayoutAccount(ctx, 'paypal', resource.merchant_id)
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED':
      await recordDisputeAndPublish(ctx, toProviderDispute(resource, modeOf(ctx)))
  }
}

function toCapture(resource: CaptureResource): ProviderCapture {
  return {
    provider: 'paypal',
    providerOrderId: resource.supplementary_data.related_ids.order_id,
    captureId: resource.id,
    payeeId: resource.payee?.merchant_id,
    chargedMinor: parseDecimal(resource.amount.value) ?? 0,
    currency: resource.amount.currency_code.toLowerCase(),
    providerFeeMinor: parseDecimal(resource.seller_receivable_breakdown?.paypal_fee?.value ?? ''),
  }
}

/** A webhook of PayPal's is only taken where PayPal is configured. */
function modeOf({ payments }: PaymentContext): Mode {
  if (!payments.paypal) throw new Error('a webhook of PayPal’s without PayPal')
  return payments.paypal.mode
}

/** The fan agreed and perhaps never came back to the page: their money is taken all the same. */
async function captureApproved(ctx: PaymentContext, providerOrderId: string): Promise<void> {
  const { paypal } = ctx.payments
  const order = await findOrder(ctx.db, 'paypal', providerOrderId)
  if (!paypal || !order || order.status === 'COMPLETED' || order.status === 'CLEARING') return
  const outcome = await paypal.captureOrder(providerOrderId, order.id, order.captureAttempt)
  await recordOutcome(ctx, order, outcome, { isLookUp: true })
}

/** A late PENDING must not pull back an order that was refused meanwhile, nor one that is paid. */
async function moveOrder(
  ctx: PaymentContext,
  providerOrderId: string,
  status: 'CLEARING' | 'FAILED',
): Promise<void> {
  const order = await findOrder(ctx.db, 'paypal', providerOrderId)
  if (!order || (status === 'CLEARING' && order.status !== 'CREATED')) return
  await updateOrderStatus(ctx.db, order.id, status)
}
