/** A provider's webhook: kept first, worked off next. Repeats and any order end in the same books. */
import { parseDecimal } from '../../contract/money.ts'
import { findOrder, updateOrderStatus } from '../../db/queries/orders.ts'
import { insertWebhook, listOpenWebhooks, markWebhookProcessed } from '../../db/queries/webhooks.ts'
import type { NewWebhook } from '../../db/queries/webhooks.ts'
import type { PaymentContext } from './context.ts'
import { handledEvent, isHandledType, paypalEvent } from './paypal-events.ts'
import type { HandledEvent } from './paypal-events.ts'
import { bookCapture, settleOrder } from './settle-order.ts'

/** Keeps a verified webhook of PayPal's; undefined when it was here already. Throws when it is not an event at all. */
export async function keepPaypalWebhook(
  ctx: PaymentContext,
  rawBody: Buffer,
): Promise<NewWebhook | undefined> {
  const body = rawBody.toString('utf8')
  const event = paypalEvent.parse(JSON.parse(body))
  const webhook = {
    provider: 'paypal' as const,
    providerAccountId: '',
    eventId: event.id,
    type: event.event_type,
    body,
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
    await processPaypalWebhook(ctx, webhook).catch((error: unknown) =>
      ctx.log.error({ eventId: webhook.eventId, type: webhook.type, err: error }, 'webhook not worked off'),
    )
  }
}

async function applyEvent(ctx: PaymentContext, { event_type, resource }: HandledEvent): Promise<void> {
  switch (event_type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return captureApproved(ctx, resource.id)
    case 'PAYMENT.CAPTURE.COMPLETED':
      return bookCapture(ctx, {
        provider: 'paypal',
        providerOrderId: resource.supplementary_data.related_ids.order_id,
        captureId: resource.id,
        payeeId: resource.payee?.merchant_id,
        amountMinor: parseDecimal(resource.amount.value) ?? 0,
        currency: resource.amount.currency_code.toLowerCase(),
      })
    case 'PAYMENT.CAPTURE.PENDING':
      return moveOrder(ctx, resource.supplementary_data.related_ids.order_id, 'CLEARING')
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return moveOrder(ctx, resource.supplementary_data.related_ids.order_id, 'FAILED')
  }
}

/** The fan agreed and perhaps never came back to the page: their money is taken all the same. */
async function captureApproved(ctx: PaymentContext, providerOrderId: string): Promise<void> {
  const { paypal } = ctx.payments
  const order = await findOrder(ctx.db, 'paypal', providerOrderId)
  if (!paypal || !order || order.status === 'COMPLETED' || order.status === 'CLEARING') return
  await settleOrder(ctx, order, await paypal.captureOrder(providerOrderId, order.id, order.captureAttempt))
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
