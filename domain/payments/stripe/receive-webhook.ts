/** Stripe's webhooks: kept first, worked off next. Repeats and any order end in the same books. */
import {
  findOrder,
  findOrderById,
  findPayeeOfCapture,
  updateOrderStatus,
} from '../../../db/queries/orders.ts'
import { insertWebhook, markWebhookProcessed } from '../../../db/queries/webhooks.ts'
import type { NewWebhook } from '../../../db/queries/webhooks.ts'
import type { OrderRow } from '../../../db/schema.ts'
import { losePayoutAccount, refreshStripeAccount } from '../payouts/refresh-payout.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { noteFailedCharge } from './failed-charge.ts'
import { recordCapture, recordDisputeAndPublish, recordRefundAndPublish } from '../orders/record-outcome.ts'
import {
  changedAccount,
  failedChargeEvent,
  isReportType,
  isSessionType,
  reportEvent,
  sessionEvent,
  stripeEvent,
} from './events.ts'
import type { ReportEvent, SessionEvent, SessionResource, StripeEvent } from './events.ts'
import { toProviderDispute, toProviderRefund } from './reports.ts'

/** Keeps a verified webhook of Stripe's; undefined when it was here already. Throws when it is not an event at all. */
export async function keepStripeWebhook(
  ctx: PaymentContext,
  rawBody: Buffer,
): Promise<NewWebhook | undefined> {
  const body = rawBody.toString('utf8')
  const event = stripeEvent.parse(JSON.parse(body))
  const webhook = {
    provider: 'stripe' as const,
    providerAccountId: event.account ?? '',
    eventId: event.id,
    type: event.type,
    body,
  }
  return (await insertWebhook(ctx.db, webhook)) ? webhook : undefined
}

/** Works one kept webhook off; throws when it could not, and then `workOffWebhooks` tries again. */
export async function processStripeWebhook(ctx: PaymentContext, webhook: NewWebhook): Promise<void> {
  await applyEvent(ctx, webhook.body, stripeEvent.parse(JSON.parse(webhook.body)))
  await markWebhookProcessed(ctx.db, webhook)
}

async function applyEvent(ctx: PaymentContext, body: string, event: StripeEvent): Promise<void> {
  if (isSessionType(event.type)) return applySession(ctx, sessionEvent.parse(JSON.parse(body)))
  if (isReportType(event.type)) return applyReport(ctx, reportEvent.parse(JSON.parse(body)))
  if (event.type === 'charge.failed') return noteFailedCharge(ctx, failedChargeEvent.parse(JSON.parse(body)))
  if (event.type === 'account.application.deauthorized' && event.account)
    return losePayoutAccount(ctx, 'stripe', event.account)
  const accountId = changedAccount(event)
  if (accountId) await refreshStripeAccount(ctx, accountId)
}

/** A creator's account may serve other business of theirs: what is not about a tip is none of ours. */
async function applyReport(
  ctx: PaymentContext,
  { type, account, created: asOf, data }: ReportEvent,
): Promise<void> {
  const { object } = data
  const { stripe } = ctx.payments
  const captureId = object.payment_intent
  if (!stripe || !captureId) return
  if ((await findPayeeOf(ctx, captureId, account)) !== account)
    return ctx.log.info({ provider: 'stripe', type, account, captureId }, 'report not ours')
  const heard = { mode: stripe.mode, asOf }
  if (object.object === 'refund') {
    await recordRefundAndPublish(ctx, toProviderRefund(object, captureId, heard))
    return
  }
  const dispute = toProviderDispute(object, captureId, heard)
  if (dispute) await recordDisputeAndPublish(ctx, dispute)
}

/** To which account a payment went: by the tip, else by the order that Stripe has with it. */
async function findPayeeOf(
  { db, payments: { stripe } }: PaymentContext,
  captureId: string,
  account: string,
): Promise<string | undefined> {
  const known = await findPayeeOfCapture(db, 'stripe', captureId)
  if (known) return known
  const orderId = await stripe?.findOrderId(captureId, account)
  return orderId && (await findOrderById(db, 'stripe', orderId))?.providerAccountId
}

async function applySession(ctx: PaymentContext, { type, account, data }: SessionEvent): Promise<void> {
  const { object: session } = data
  const order = await findOrder(ctx.db, 'stripe', session.id)
  if (order?.providerAccountId !== account) {
    const reason = order ? 'another_account' : 'unknown_order'
    return ctx.log.error({ provider: 'stripe', type, account, session: session.id, reason }, 'event not ours')
  }
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return applyCompleted(ctx, order, session)
    case 'checkout.session.async_payment_failed':
      return updateOrderStatus(ctx.db, order.id, 'FAILED')
    case 'checkout.session.expired':
      return order.status === 'CREATED' ? updateOrderStatus(ctx.db, order.id, 'EXPIRED') : undefined
  }
}

/** Methods that take days complete a session unpaid; such news, when late, must not pull back what was decided meanwhile. */
async function applyCompleted(
  ctx: PaymentContext,
  order: OrderRow,
  { id, payment_status, payment_intent: intent, amount_total, currency }: SessionResource,
): Promise<void> {
  if (payment_status !== 'paid')
    return order.status === 'CREATED' ? updateOrderStatus(ctx.db, order.id, 'CLEARING') : undefined
  if (!intent || amount_total === null || !currency) throw new Error('a paid session without its payment')
  return recordCapture(ctx, {
    provider: 'stripe',
    providerOrderId: id,
    captureId: typeof intent === 'string' ? intent : intent.id,
    payeeId: order.providerAccountId,
    chargedMinor: amount_total,
    currency,
  })
}
