/** Verifies Stripe's webhooks and reads what they report. https://docs.stripe.com/api/events/types */
import type { Mode } from '../../../db/schema.ts'
import type { StripeConfig } from '../../config/config.ts'
import type { WebhookGateway } from '../provider/payment-provider.ts'
import { ownPayeeId } from '../provider/own-account.ts'
import type { WebhookReport } from '../provider/reports.ts'
import { toProviderDispute, toProviderRefund } from './reports.ts'
import { stripeWebhookVerifier } from './verify-webhook.ts'
import {
  changedAccount,
  failedChargeEvent,
  isReportType,
  isSessionType,
  paymentEvent,
  reportEvent,
  sessionEvent,
  stripeEvent,
  walletType,
} from './webhook-events.ts'
import type { FailedChargeEvent, PaymentEvent, ReportEvent, SessionEvent } from './webhook-events.ts'
import { toWalletCapture } from './wallet-payments.ts'

/**
 * Opens the webhooks of a configuration. Events about payments come from creators' accounts, which they name. Without a platform they
 * come from our own account, and name none: https://docs.stripe.com/connect/webhooks.
 */
export function openStripeWebhooks(config: StripeConfig): WebhookGateway {
  return {
    verify: stripeWebhookVerifier(config),
    identify(body) {
      const { id, type, livemode, account } = stripeEvent.parse(JSON.parse(body))
      const payeeId = account ?? (config.hasPlatform ? '' : ownPayeeId)
      return { eventId: id, type, payeeId, mode: livemode ? 'live' : 'test' }
    },
    read(body) {
      const event = JSON.parse(body) as { account?: unknown }
      if (config.hasPlatform) return toReport(event, config.mode)
      // An account that is connected to the creator's own one has nothing to do with tips.
      if (event.account !== undefined) return undefined
      return toReport({ ...event, account: ownPayeeId }, config.mode)
    },
  }
}

function toReport(body: unknown, mode: Mode): WebhookReport | undefined {
  const event = stripeEvent.parse(body)
  if (isSessionType(event.type)) return toOrderReport(sessionEvent.parse(body))
  if (isReportType(event.type)) return toRefundOrDispute(reportEvent.parse(body), mode)
  if (event.type === walletType) return toWalletReport(paymentEvent.parse(body))
  if (event.type === 'charge.failed') return toDeclinedAttempt(failedChargeEvent.parse(body))
  if (event.type === 'account.application.deauthorized' && event.account)
    return { kind: 'account_lost', payeeId: event.account }
  const payeeId = changedAccount(event)
  return payeeId === undefined ? undefined : { kind: 'account_changed', payeeId }
}

function toOrderReport({ type, account, data: { object: session } }: SessionEvent): WebhookReport {
  const { id: providerOrderId } = session
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return toCompleted(account, session)
    case 'checkout.session.async_payment_failed':
      return { kind: 'failed', providerOrderId }
    case 'checkout.session.expired':
      return { kind: 'expired', providerOrderId }
  }
}

/**
 * Converts a completed session. The session need not be paid: payment methods that take days complete it before the money arrives.
 */
function toCompleted(payeeId: string, session: SessionEvent['data']['object']): WebhookReport {
  const { id: providerOrderId, payment_status, payment_intent: intent, amount_total, currency } = session
  if (payment_status !== 'paid') return { kind: 'clearing', providerOrderId }
  if (!intent || amount_total === null || !currency) throw new Error('a paid session without its payment')
  return {
    kind: 'captured',
    capture: {
      provider: 'stripe',
      providerOrderId,
      captureId: typeof intent === 'string' ? intent : intent.id,
      payeeId,
      chargedMinor: amount_total,
      currency,
    },
  }
}

/** Returns nothing for a payment on Stripe's page, which the events of its session report, and for one that is not ours. */
function toWalletReport({ account, data: { object: intent } }: PaymentEvent): WebhookReport | undefined {
  if (intent.metadata.wallet === undefined || intent.metadata.order === undefined) return undefined
  return { kind: 'captured', capture: toWalletCapture(intent, account) }
}

function toRefundOrDispute(
  { created: asOf, data: { object } }: ReportEvent,
  mode: Mode,
): WebhookReport | undefined {
  const captureId = object.payment_intent
  if (!captureId) return undefined
  if (object.object === 'refund')
    return { kind: 'refund', refund: toProviderRefund(object, captureId, { mode, asOf }) }
  const dispute = toProviderDispute(object, captureId, { mode, asOf })
  return dispute && { kind: 'dispute', dispute }
}

function toDeclinedAttempt({ data: { object: charge } }: FailedChargeEvent): WebhookReport {
  const fingerprint = charge.payment_method_details?.card?.fingerprint ?? undefined
  return { kind: 'declined_attempt', attempt: { orderId: charge.metadata.order, fingerprint } }
}
