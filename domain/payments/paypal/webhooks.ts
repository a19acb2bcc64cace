/** Verifies PayPal's webhooks and reads what they report. https://developer.paypal.com/api/rest/webhooks/event-names/ */
import type { PaypalConfig } from '../../config/config.ts'
import type { WebhookGateway } from '../provider/payment-provider.ts'
import { ownPayeeId } from '../provider/own-account.ts'
import type { ProviderCapture, WebhookReport } from '../provider/reports.ts'
import { toExchange } from './amounts.ts'
import { toProviderDispute, toProviderRefund, waitsForPayee } from './reports.ts'
import { paypalWebhookVerifier } from './verify-webhook.ts'
import { accountEvent, accountTypes, handledEvent, isHandledType, paypalEvent } from './webhook-events.ts'
import type { CaptureResource, HandledEvent } from './webhook-events.ts'

/** Opens the webhooks of a configuration. All of PayPal's events come from the platform's own account. */
export function openPaypalWebhooks(config: PaypalConfig): WebhookGateway {
  return {
    verify: paypalWebhookVerifier(config),
    identify(body) {
      const { id, event_type } = paypalEvent.parse(JSON.parse(body))
      return { eventId: id, type: event_type, payeeId: '', mode: config.mode }
    },
    read(body) {
      const event: unknown = JSON.parse(body)
      const { event_type } = paypalEvent.parse(event)
      if (accountTypes.has(event_type)) return toAccountReport(event)
      if (!isHandledType(event_type)) return undefined
      return toReport(handledEvent.parse(event), config)
    },
  }
}

function toReport(
  { event_type, resource }: HandledEvent,
  { mode, hasPlatform }: PaypalConfig,
): WebhookReport | undefined {
  switch (event_type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return { kind: 'approved', providerOrderId: resource.id }
    case 'PAYMENT.CAPTURE.COMPLETED':
      return { kind: 'captured', capture: toCapture(resource, hasPlatform) }
    case 'PAYMENT.CAPTURE.PENDING':
      return {
        kind: 'clearing',
        providerOrderId: orderIdOf(resource),
        waitsForPayee: waitsForPayee(resource.status_details?.reason),
      }
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return { kind: 'failed', providerOrderId: orderIdOf(resource) }
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.REFUND.PENDING':
    case 'PAYMENT.REFUND.FAILED':
      return { kind: 'refund', refund: toProviderRefund(resource, 'refund', mode) }
    case 'PAYMENT.CAPTURE.REVERSED':
      return { kind: 'refund', refund: toProviderRefund(resource, 'reversal', mode) }
    case 'MERCHANT.ONBOARDING.COMPLETED':
      return resource.tracking_id ? { kind: 'onboarded', reference: resource.tracking_id } : undefined
    case 'MERCHANT.PARTNER-CONSENT.REVOKED':
      return { kind: 'account_lost', payeeId: resource.merchant_id }
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return { kind: 'dispute', dispute: toProviderDispute(resource, mode) }
  }
}

function toAccountReport(event: unknown): WebhookReport | undefined {
  const { merchant_id: payeeId } = accountEvent.parse(event).resource
  return payeeId === undefined ? undefined : { kind: 'account_changed', payeeId }
}

function orderIdOf(resource: CaptureResource): string {
  return resource.supplementary_data.related_ids.order_id
}

function toCapture(resource: CaptureResource, hasPlatform: boolean): ProviderCapture {
  const { currency_code: currency } = resource.amount
  const { paypal_fee: fee, exchange_rate: rate } = resource.seller_receivable_breakdown ?? {}
  return {
    provider: 'paypal',
    providerOrderId: orderIdOf(resource),
    captureId: resource.id,
    payeeId: hasPlatform ? resource.payee?.merchant_id : ownPayeeId,
    chargedMinor: resource.amount.value,
    currency: currency.toLowerCase(),
    providerFeeMinor: fee?.value,
    exchange: toExchange(currency, rate?.target_currency, rate?.value),
  }
}
